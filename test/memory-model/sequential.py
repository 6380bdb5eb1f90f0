"""Whether the seq_cst events of a graph can be put in order: RC11's psc has no
cycle. Relations are masks of successors, one for each event."""


def hasCycle(after):
    """Whether a relation, given as lists of successors, has a cycle."""
    state = [0] * len(after)

    def visit(node):
        state[node] = 1
        for other in after[node]:
            if state[other] == 1 or (state[other] == 0 and visit(other)):
                return True
        state[node] = 2
        return False

    return any(state[node] == 0 and visit(node) for node in range(len(after)))


def bits(mask):
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def isSequential(graph):
    """Whether psc has no cycle. Relations are masks of successors."""
    events = graph.events
    sc = [i for i, each in enumerate(events) if each.order == "sc"]
    if len(sc) < 2:
        return True
    count = len(events)
    hb, po = [0] * count, [0] * count
    for event, each in enumerate(events):
        for other in bits(each.before):
            hb[other] |= 1 << event
            if events[other].thread in (each.thread, -1):
                po[other] |= 1 << event
    place, ofCell = {}, {}
    for cell, order in graph.mo.items():
        ofCell[cell] = 0
        for at, write in enumerate(order):
            place[write] = at
    for event, each in enumerate(events):
        if each.cell:
            ofCell[each.cell] |= 1 << event
            if each.kind == "R":
                place[event] = place[each.source]
    mo, fr, eco = [0] * count, [0] * count, [0] * count
    for event, each in enumerate(events):
        if not each.cell:
            continue
        for other in bits(ofCell[each.cell]):
            if other == event:
                continue
            isLater = place[other] > place[event]
            isWrite = events[other].kind != "R"
            if isWrite and isLater:
                if each.kind != "R":
                    mo[event] |= 1 << other
                if each.kind != "W":
                    fr[event] |= 1 << other
            if isLater or (each.kind != "R" and not isWrite
                           and place[other] == place[event]):
                eco[event] |= 1 << other
    elsewhere = [po[i] & ~ofCell.get(events[i].cell, 0) for i in range(count)]
    scb = []
    for event in range(count):
        found = (po[event] | mo[event] | fr[event]
                 | hb[event] & ofCell.get(events[event].cell, 0))
        scb.append(found | image(image(elsewhere[event], hb), elsewhere))
    fences = sum(1 << i for i in sc if events[i].kind == "F")
    all_sc = sum(1 << i for i in sc)
    toFences = [hb[i] & fences for i in range(count)]
    after = [[] for _ in range(count)]
    for event in sc:
        start = 1 << event
        if fences >> event & 1:
            start |= hb[event]
        reached = image(start, scb)
        ends = reached & all_sc | image(reached, toFences)
        if fences >> event & 1:
            ends |= hb[event] & fences
            ends |= image(image(hb[event], eco), toFences)
        after[event] = list(bits(ends))
    return not hasCycle(after)


def image(mask, relation):
    found = 0
    for one in bits(mask):
        found |= relation[one]
    return found
