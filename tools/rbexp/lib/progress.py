"""The live line of an experiment: runs done, errors found, time left.

On a terminal one line is rewritten; otherwise, if asked for, a line is printed for
every twentieth part, and every minute. Never on standard output.
"""

import sys
import time


def clock(seconds):
    minutes, seconds = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def bar(done, left, width=20):
    full = width * done // max(done + left, 1)
    return f"[{'#' * full}{'.' * (width - full)}]"


class Progress:
    def __init__(self, when, total):
        self.isTerminal = sys.stderr.isatty()
        self.isShown = when == "always" or (when == "auto" and self.isTerminal)
        self.total = total          # runs left at the start
        self.begin = time.monotonic()
        self.done = 0
        self.last = self.begin
        self.part = 0

    def step(self, left, found, what):
        """After a run. `left` is how many are left, at most."""
        self.done += 1
        now = time.monotonic()
        spent = now - self.begin
        text = (f"{self.done:,} runs, {left:,} left, {found:,} errors, "
                f"{clock(spent)} gone, about {clock(spent / self.done * left)} left")
        if not self.isShown:
            return
        if self.isTerminal:
            if now - self.last > 0.2 or left == 0:
                self.last = now
                sys.stderr.write(f"\r\033[K{bar(self.done, left)} {text}: {what}"[:160])
                sys.stderr.flush()
            return
        part = 20 * self.done // max(self.done + left, 1)
        if part > self.part or now - self.last > 60:
            self.part, self.last = part, now
            print(text, file=sys.stderr, flush=True)

    def end(self):
        if self.isShown and self.isTerminal and self.done:
            sys.stderr.write("\n")
