"""The body of a thread as a list of operations, branches and jumps."""

from program import If


class Branch:
    """Goes on at `target` unless the register has the value."""

    def __init__(self, reg, value, target=None):
        self.reg, self.value, self.target = reg, value, target


class Jump:
    target = None


def flat(body):
    """A body without Ifs: with branches and jumps, forwards only."""
    code = []
    for one in body:
        if not isinstance(one, If):
            code.append(one)
            continue
        branch = Branch(one.reg, one.value)
        code.append(branch)
        start = len(code)
        code += shifted(flat(one.then), start)
        if one.otherwise:
            jump = Jump()
            code.append(jump)
            branch.target = len(code)
            code += shifted(flat(one.otherwise), len(code))
            jump.target = len(code)
        else:
            branch.target = len(code)
    return code


def shifted(code, by):
    for one in code:
        if isinstance(one, (Branch, Jump)):
            one.target += by
    return code
