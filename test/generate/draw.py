"""Numbers drawn from a seed, the same in every version of Python."""

MASK = (1 << 64) - 1


class Draw:
    """SplitMix64; small and fixed for ever, unlike the random module."""

    def __init__(self, seed, stream=0):
        self.state = (seed * 0x9E3779B97F4A7C15 + stream * 0xD1B54A32D192ED03) & MASK
        self.below(2)

    def below(self, n):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return ((z ^ (z >> 31)) >> 11) % n

    def chance(self, percent):
        return self.below(100) < percent

    def pick(self, items):
        return items[self.below(len(items))]

    def take(self, items):
        """Removes one and returns it."""
        return items.pop(self.below(len(items)))
