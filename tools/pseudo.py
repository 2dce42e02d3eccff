#!/usr/bin/env python3
"""The pseudo-language: English in brackets and a third longer. A text on the
screen without brackets comes from no catalogue; one that is cut off has no room
for another language. Nobody can choose it: tests put it in the place of another
language.

    tools/pseudo.py < TEXTS.json      (an object of texts; prints the same)
"""
import json
import re
import sys

PLACE = re.compile(r"(\{[^{}]*\})")
VOWEL = re.compile(r"[aeiouAEIOU]")


def longer(part, room):
    """The part of a text with up to that many of its vowels doubled."""
    return VOWEL.sub(lambda found: found[0] * 2, part, count=room) if room else part


def pseudo(text):
    """Places for arguments stay; so does a text without words."""
    if not any(map(str.isalpha, text)):
        return text
    parts = PLACE.split(text)
    room = -(-len("".join(parts[::2])) // 3)
    for i in range(0, len(parts), 2):
        made = longer(parts[i], room)
        room -= len(made) - len(parts[i])
        parts[i] = made
    return "[" + "".join(parts) + "~" * room + "]"


def main():
    texts = json.load(sys.stdin)
    json.dump({name: pseudo(text) for name, text in texts.items()}, sys.stdout)


if __name__ == "__main__":
    main()
