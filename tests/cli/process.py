"""What tests of commands share: limits, and Ctrl-C when it means something."""
import os
import pathlib
import re
import signal
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "tools"))
import pace  # pylint: disable=wrong-import-position

PATIENCE = pace.limit(600)  # seconds: a command that takes longer hangs
TICKS = os.sysconf("SC_CLK_TCK")
CAUGHT = re.compile(r"^SigCgt:\s*([0-9a-f]+)", re.M)


def seconds_of_work(folder):
    fields = (folder / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def interrupt_at_work(process, seconds):
    """Ctrl-C once it is caught and so much has been computed; a machine under
    load takes its time until then."""
    folder = pathlib.Path("/proc", str(process.pid))
    while process.poll() is None:
        caught = int(CAUGHT.search((folder / "status").read_text())[1], 16)
        if caught >> signal.SIGINT - 1 & 1 and (
                seconds_of_work(folder) > seconds):
            break
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
