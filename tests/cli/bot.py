#!/usr/bin/env python3
"""A bot for `maxq arena --bot`: takes the first legal action.

With a word it misbehaves at its fifth choice: crash, late, nonsense.
"""
import json
import sys
import time

trick = sys.argv[1] if len(sys.argv) > 1 else ""
choices = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["op"] == "start":
        seat, choices, seen = message["player"], 0, 0
    elif message["op"] == "choose":
        choices += 1
        seen += len(message["events"])
        assert message["player"] == seat and len(message["legal"]) > 1
        assert message["view"]["game"] == "mlem" and message["ms"] > 0
        if trick and choices == 5:
            if trick == "crash":
                sys.exit(3)
            if trick == "late":
                time.sleep(60)
            print("{}" if trick == "nonsense" else trick, flush=True)
            continue
        print(json.dumps({"action": message["legal"][0]}), flush=True)
    else:
        assert len(message["scores"]) > seat and seen >= choices
