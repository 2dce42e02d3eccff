#!/usr/bin/env python3
"""A wire that can be bad: passes TCP connections on, and cuts or delays them.

usage: wire.py TARGET-PORT      (prints the port that it listens on)

Commands come by standard input, one a line: `cut` ends all connections in the
middle of what they were sending, `delay MS` holds back every piece for a time
of up to so many milliseconds (0: none), `down` refuses new connections and
`up` takes them again. Loopback only. Its own process: the clients of a test
must not wait for it, nor it for them."""
import asyncio
import random
import subprocess
import sys

PIECE = 1 << 15


class Wire:
    def __init__(self, target):
        self.target = target
        self.delay = 0
        self.up = True
        self.writers = set()

    async def pump(self, reader, writer):
        """From one end to the other, until either is gone."""
        try:
            while data := await reader.read(PIECE):
                if self.delay:
                    await asyncio.sleep(random.random() * self.delay / 1000)
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def connect(self, reader, writer):
        if not self.up:
            writer.transport.abort()
            return
        try:
            there = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        both = {writer, there[1]}
        self.writers |= both
        await asyncio.gather(self.pump(reader, there[1]), self.pump(there[0], writer))
        self.writers -= both

    def cut(self):
        for writer in self.writers:
            writer.transport.abort()

    async def obey(self):
        loop = asyncio.get_running_loop()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            word, *rest = line.split()
            if word == "cut":
                self.cut()
            elif word == "delay":
                self.delay = float(rest[0])
            else:
                self.up = word == "up"

    async def run(self):
        server = await asyncio.start_server(self.connect, "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)
        await self.obey()


class Process:
    """The wire as a process of its own: `port` leads to the target."""

    def __init__(self, target):
        self.process = subprocess.Popen(
            [sys.executable, __file__, str(target)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port = int(self.process.stdout.readline())

    def say(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


if __name__ == "__main__":
    asyncio.run(Wire(int(sys.argv[1])).run())
