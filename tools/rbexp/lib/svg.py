"""A small drawing of a chart as SVG: axes, marks, a legend. Nothing else is needed,
so no library is; and the same data give the same bytes.

Tested by test/exp/plots.test.
"""

import math
from xml.sax.saxutils import escape

# Seven that can be told apart, also by those who see red and green alike; what has
# more series is drawn in several panels.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#333333")
SIZE = 17        # of text: readable at half the size
LETTER = 10      # the width of one, about


def room(names):
    """The width of the longest."""
    return LETTER * max((len(name) for name in names), default=0)


class Axis:
    """Maps values to pixels, linearly or by logarithm."""

    def __init__(self, low, high, begin, end, isLog):
        self.isLog = isLog and low > 0
        if self.isLog:
            low, high = 10 ** math.floor(math.log10(low)), \
                10 ** math.ceil(math.log10(high))
            if low == high:
                high = low * 10
        else:
            low = min(low, 0)
            step = self.step(low, high)
            high = math.ceil(high / step) * step if high > low else low + 1
        self.low, self.high, self.begin, self.end = low, high, begin, end

    @staticmethod
    def step(low, high):
        span = (high - low) or 1
        size = 10 ** math.floor(math.log10(span / 4))
        return next(size * k for k in (1, 2, 5, 10, 20) if span / (size * k) <= 6)

    def __call__(self, value):
        if self.isLog:
            part = ((math.log10(max(value, self.low)) - math.log10(self.low)) /
                    (math.log10(self.high) - math.log10(self.low)))
        else:
            part = (value - self.low) / (self.high - self.low)
        return self.begin + part * (self.end - self.begin)

    def ticks(self):
        if self.isLog:
            value = self.low
            while value <= self.high * 1.0001:
                yield value
                value *= 10
            return
        step = self.step(self.low, self.high)
        value = self.low
        while value <= self.high + step / 1000:
            yield value
            value += step


def short(value):
    """1,500 as 1.5k."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


class Chart:
    def __init__(self, title, width=860, height=480, left=92, right=20, top=52,
                 bottom=70):
        self.width, self.height = width, height
        self.left, self.right = left, width - right
        self.top, self.bottom = top, height - bottom
        self.parts = []
        self.text(width / 2, 28, title, size=SIZE + 3, anchor="middle", weight="bold")

    def add(self, text):
        self.parts.append(text)

    def line(self, x1, y1, x2, y2, colour="#444", width=1.0, dash=""):
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
                 f'stroke="{colour}" stroke-width="{width:g}"{extra}/>')

    def path(self, points, colour, width=1.8, dash=""):
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.add(f'<polyline points="{text}" fill="none" stroke="{colour}" '
                 f'stroke-width="{width:g}" stroke-linejoin="round"{extra}/>')

    def box(self, x, y, width, height, fill, stroke="none", opacity=1.0):
        self.add(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
                 f'height="{max(height, 0.5):.1f}" fill="{fill}" stroke="{stroke}" '
                 f'fill-opacity="{opacity:g}"/>')

    def dot(self, x, y, colour, radius=3.0):
        self.add(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" '
                 f'fill="{colour}"/>')

    def text(self, x, y, text, size=SIZE, anchor="start", weight="normal", turn=0,
             colour="#222"):
        extra = f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else ""
        self.add(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" '
                 f'text-anchor="{anchor}" font-weight="{weight}" fill="{colour}"'
                 f'{extra}>{escape(text)}</text>')

    def yAxis(self, low, high, label, isLog=True):
        axis = Axis(low, high, self.bottom, self.top, isLog)
        for value in axis.ticks():
            y = axis(value)
            self.line(self.left, y, self.right, y, "#e3e3e3")
            self.text(self.left - 8, y + 6, short(value), anchor="end")
        self.text(20, (self.top + self.bottom) / 2, label, anchor="middle", turn=-90)
        return axis

    def xAxis(self, low, high, label, isLog=True, ticks=None):
        axis = Axis(low, high, self.left, self.right, isLog)
        for value in ticks or axis.ticks():
            x = axis(value)
            self.line(x, self.bottom, x, self.bottom + 4)
            self.text(x, self.bottom + 22, short(value), anchor="middle")
        self.text((self.left + self.right) / 2, self.bottom + 48, label,
                  anchor="middle")
        return axis

    def frame(self):
        self.line(self.left, self.top, self.left, self.bottom)
        self.line(self.left, self.bottom, self.right, self.bottom)

    def legend(self, entries):
        """(name, colour) each, in the space that `right` left free."""
        x, y = self.right + 14, self.top + 10
        for name, colour in entries:
            self.line(x, y, x + 20, y, colour, 4)
            self.text(x + 27, y + 6, name)
            y += SIZE + 7

    def done(self):
        return ('<?xml version="1.0" encoding="UTF-8"?>\n'
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" '
                f'height="{self.height}" viewBox="0 0 {self.width} {self.height}" '
                'font-family="Helvetica, Arial, sans-serif">\n'
                '<rect width="100%" height="100%" fill="white"/>\n' +
                "\n".join(self.parts) + "\n</svg>\n")
