"""What generated programs are made of.

A topic is one way in which threads share something. It declares what it needs,
gives each thread that takes part a few lines, and knows what must hold at the
end. Each has ways to be wrong, by name; a program uses at most one of them, so
about half of the programs are right.

A topic says how many threads can take part and in which ways it can be wrong; its
`make(name)` fills in globals, functions, what main does before (setup) and after
(final) the threads, and the body of each thread.
"""


class Topic:
    threads = (2, 2)     # fewest and most that take part
    wrongs = ()          # ways to be wrong

    def __init__(self, draw, name, threads, wrong):
        self.draw, self.name, self.count, self.wrong = draw, name, threads, wrong
        self.globals, self.setup, self.final, self.functions = [], [], [], []
        self.status = []  # numbers that main's exit status is the sum of
        self.body = [[] for _ in range(threads)]
        self.make(name)

    def is_wrong(self, way, thread=None):
        """Whether to go wrong here; with a thread, only in the last one."""
        return self.wrong == way and thread in (None, self.count - 1)
