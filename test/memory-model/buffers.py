"""The outcomes of a litmus program under x86-TSO, by store buffers.

Sewell, Sarkar, Owens, Zappa Nardelli, Myreen: x86-TSO (2010). Each thread has a
queue of stores. A load takes the newest store to its cell in the thread's own queue,
else what is in memory; the oldest store of a queue may go to memory at any time. A
read-modify-write, a seq_cst fence and a seq_cst store (which is an exchange on x86)
wait until the queue of their thread is empty; so do the start of a thread and its
end. Other orders and fences are those of x86 anyway. `outcomes` goes through all
states, one by one. Races and mutexes are not its business.
"""

from flat import Branch, Jump, flat
from program import Cas, Create, Fence, Join, Load, Store, Update


class Machine:
    def __init__(self, program):
        self.program = program
        self.code = [flat(body) for body in program.threads]
        self.slots = {name: at for at, name in enumerate(program.registers)}

    def outcomes(self):
        """A state: place of each thread (None: not started), registers, queues,
        memory. The last values are those that main sees when all are joined."""
        count = len(self.code)
        start = ((0,) + (None,) * (count - 1), (0,) * len(self.slots),
                 ((),) * count, (0,) * len(self.program.cells))
        seen, todo, found = {start}, [start], set()
        while todo:
            state = todo.pop()
            if all(at == len(code) for at, code in zip(state[0], self.code)):
                found.add(state[1] + tuple(self.visible(state, 0, cell)
                                           for cell in self.program.finals))
            for other in self.steps(state):
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return found

    def steps(self, state):
        places, registers, queues, memory = state
        for number, code in enumerate(self.code):
            at, queue = places[number], queues[number]
            if queue:
                cell, value = queue[0]
                yield (places, registers, put(queues, number, queue[1:]),
                       put(memory, cell, value))
            if at is not None and at < len(code):
                yield from self.step(state, number, code[at])

    def step(self, state, number, op):
        places, registers, queues, memory = state
        queue, after = queues[number], put(places, number, places[number] + 1)
        if isinstance(op, Jump):
            yield put(places, number, op.target), registers, queues, memory
        elif isinstance(op, Branch):
            if self.register(registers, number, op.reg) == op.value:
                yield after, registers, queues, memory
            else:
                yield put(places, number, op.target), registers, queues, memory
        elif isinstance(op, Load):
            value = self.visible(state, number, op.cell)
            yield after, self.assign(registers, number, op, value), queues, memory
        elif isinstance(op, Store) and op.order != "sc":
            cell = self.program.cells.index(op.cell)
            value = self.value(registers, number, op.value)
            yield (after, registers, put(queues, number, queue + ((cell, value),)),
                   memory)
        elif isinstance(op, Fence) and op.order != "sc":
            yield after, registers, queues, memory
        elif not queue:
            yield from self.locked(state, number, op, after)

    def locked(self, state, number, op, after):
        """What waits for an empty queue."""
        places, registers, queues, memory = state
        if isinstance(op, Fence):
            yield after, registers, queues, memory
        elif isinstance(op, Create):
            yield put(after, op.thread, 0), registers, queues, memory
        elif isinstance(op, Join):
            if places[op.thread] == len(self.code[op.thread]) and not queues[op.thread]:
                yield after, registers, queues, memory
        elif isinstance(op, (Store, Update, Cas)):
            cell = self.program.cells.index(op.cell)
            old, new = memory[cell], self.value(registers, number, op.value)
            if isinstance(op, Update) and op.kind == "add":
                new += old
            if isinstance(op, Cas) and old != op.expected:
                new = old
            if not isinstance(op, Store):
                registers = self.assign(registers, number, op, old)
            yield after, registers, queues, put(memory, cell, new)
        else:
            raise TypeError(op)

    def visible(self, state, number, name):
        cell = self.program.cells.index(name)
        for each, value in reversed(state[2][number]):
            if each == cell:
                return value
        return state[3][cell]

    def register(self, registers, number, name):
        slot = self.slots.get((number, name))
        return 0 if slot is None else registers[slot]

    def value(self, registers, number, value):
        if isinstance(value, str):
            return self.register(registers, number, value)
        return value

    def assign(self, registers, number, op, value):
        return put(registers, self.slots[(number, op.reg)], value)


def put(values, at, value):
    return values[:at] + (value,) + values[at + 1:]


def outcomes(program):
    return Machine(program).outcomes()
