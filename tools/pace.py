#!/usr/bin/env python3
"""How long tests wait before they call something a hang.

Limits are written in seconds of an idle, recent machine. On a machine that is
slower, or that has other work just now, they grow by the factor that this
module measures.

usage: tools/pace.py      (prints the factor; tests in other languages ask so)
"""
import os
import time

ROUNDS = 100_000
RECENT = 0.006  # seconds of CPU time that so many rounds take on a recent core


def slowness():
    """How many times slower than a recent core this one is; 1 or more."""
    start = time.process_time()
    total = 0
    for number in range(ROUNDS):
        total += number
    return max(1.0, (time.process_time() - start) / RECENT)


def crowd():
    """Processes that want a core, for each core: the average of the last
    minute, or the number of this moment where that is higher."""
    with open("/proc/loadavg", encoding="ascii") as file:
        fields = file.read().split()
    now = int(fields[3].split("/")[0])
    return max(float(fields[0]), now) / len(os.sched_getaffinity(0))


def factor():
    return slowness() * (1 + crowd())


def limit(seconds):
    """The limit for this machine as it is just now."""
    return seconds * factor()


class Deadline:
    """A limit for something that takes so long that the machine's load can
    change meanwhile. Measures again before it says that time is up."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.start = time.monotonic()
        self.end = self.start + limit(seconds)

    def over(self):
        if time.monotonic() > self.end:
            self.end = max(self.end, self.start + limit(self.seconds))
        return time.monotonic() > self.end

    def left(self):
        """Seconds until it is worth asking again; at least one."""
        return max(1.0, self.end - time.monotonic())


if __name__ == "__main__":
    print(f"{factor():.2f}")
