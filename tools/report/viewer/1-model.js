// What the viewer knows: the trace as written by Html.cpp, and answers to "what
// holds at step i". No part of the page is touched here.
//
// Of a trace:
//   threads[t]  {name, made: step that started it, from: place that did, status,
//               end: place, text, stack}: the last four are where the trace
//               leaves it
//   notes       sentences: the circle of a deadlock, the memory, what names mean
//   files[f]    {name, first, lines}: lines[0] is line `first`; null = not found
//   steps[i]    {t, at: place, text, vars: [[name, before, after]],
//               locks: [[name, holders]] that change, waits: [[thread, text]] if it
//               changes who waits, weak: how it goes on with a weak memory model, if
//               not in the ordinary way, beside: its values are not those of memory, pre: thread that was preempted, out: output,
//               cycle: from here on so many steps, up to the last, repeat for ever,
//               danger: is the error, end: is no step, but what a thread is about
//               to do or waits for when all steps are done}
//   edges       [from, to, "create" | "join" | "lock" | "wake" | "reads-from" |
//               "reads-older" | "race"]
// A place is [file, line, column, function]; file -1 = not known.

/// The last index of a sorted array whose value is at most `limit`, or -1.
function lastUpTo(sorted, limit) {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/// The values that one thing had, and from which step on.
class History {
  constructor() {
    this.steps = [];
    this.values = [];
    this.touched = [];   // every step that reads or writes it
  }
  set(step, value) {
    this.steps.push(step);
    this.values.push(value);
  }
  at(step) { return this.values[lastUpTo(this.steps, step)]; }
}

const kEdgeBlock = 256;

class Model {
  constructor(trace) {
    Object.assign(this, trace);
    this.variables = new Map();
    this.lockHistory = new Map();
    this.stepsOf = this.threads.map(() => []);
    this.switches = [];      // steps whose thread is not that of the step before
    this.outputs = new History();
    this.waiting = new History();   // Map of thread -> what it waits for
    if (this.printed) this.outputs.set(-1, this.printed);
    this.error = this.steps.findIndex(step => step.danger);
    if (this.error < 0) this.error = Math.max(0, this.steps.length - 1);
    this.lastStep = this.steps.findLastIndex(step => !step.end);
    this.steps.forEach((step, i) => this.addStep(step, i));
    this.rows = [];          // what the lanes show: a step, or a preemption
    this.rowOf = [];
    this.threads.forEach((thread, t) => {   // before the first step
      if (thread.from && thread.made === undefined) this.rows.push({ created: t });
    });
    this.steps.forEach((step, i) => {
      if (step.pre !== undefined) this.rows.push({ preemption: i });
      if (step.cycle) {
        this.cycle = { from: i, row: this.rows.length };
        this.rows.push({ cycle: step.cycle });
      }
      this.rowOf[i] = this.rows.length;
      this.rows.push({ step: i });
    });
    this.indexEdges();
  }

  addStep(step, i) {
    this.stepsOf[step.t].push(i);
    if (i && this.steps[i - 1].t !== step.t) this.switches.push(i);
    for (const [name, before, after] of step.vars || []) {
      if (!this.variables.has(name)) {
        this.variables.set(name, new History());
        if (before !== null && !step.beside) this.variables.get(name).set(-1, before);
      }
      const history = this.variables.get(name);
      history.touched.push(i);
      if (step.beside) continue;
      if (after !== null && after !== before) history.set(i, after);
      else if (before !== null && history.at(i) !== before) history.set(i, before);
    }
    for (const [name, holders] of step.locks || []) {
      if (!this.lockHistory.has(name)) this.lockHistory.set(name, new History());
      this.lockHistory.get(name).set(i, holders);
    }
    if (step.waits) this.waiting.set(i, new Map(step.waits));
    if (step.out) this.outputs.set(i, (this.outputs.at(i) || '') + step.out);
  }

  /// Arrows by the part of the trace they pass, so that a window finds its own.
  indexEdges() {
    this.edgeBlocks = new Map();
    this.edgesOf = new Map();
    this.edges.forEach((edge, index) => {
      const [from, to] = edge;
      for (const end of [from, to]) {
        if (!this.edgesOf.has(end)) this.edgesOf.set(end, []);
        this.edgesOf.get(end).push(edge);
      }
      const last = Math.floor(this.rowOf[Math.max(from, to)] / kEdgeBlock);
      let block = Math.floor(this.rowOf[Math.min(from, to)] / kEdgeBlock);
      for (; block <= last; ++block) {
        if (!this.edgeBlocks.has(block)) this.edgeBlocks.set(block, []);
        this.edgeBlocks.get(block).push(index);
      }
    });
  }

  /// The arrows that pass any of the rows first..last.
  edgesBetween(first, last) {
    const found = new Set();
    for (let b = Math.floor(first / kEdgeBlock); b <= Math.floor(last / kEdgeBlock); ++b)
      for (const index of this.edgeBlocks.get(b) || []) found.add(index);
    return [...found].map(index => this.edges[index]).filter(([from, to]) =>
      this.rowOf[Math.min(from, to)] <= last && this.rowOf[Math.max(from, to)] >= first);
  }

  /// Where a thread stands when step i has been done: at the step it has just
  /// done, at the next one it will do, or where the trace leaves it.
  standsAt(thread, i) {
    const steps = this.stepsOf[thread];
    const info = this.threads[thread];
    if (this.steps[i] && this.steps[i].t === thread)
      return { at: this.steps[i].at, text: this.steps[i].text, moves: true, step: i };
    const next = steps[lastUpTo(steps, i) + 1];
    if (next !== undefined)
      return { at: this.steps[next].at, text: this.steps[next].text, step: next };
    return { at: info.end, text: info.text, step: -1 };
  }

  /// "not started", "runs", "ready", or at the end what the trace says.
  statusAt(thread, i) {
    const status = this.threads[thread].status;
    const last = this.stepsOf[thread].at(-1) ?? -1;
    if (i >= this.lastStep || (status === 'finished' && last <= i)) return status;
    if ((this.threads[thread].made ?? -1) > i) return 'not started';
    const wait = this.waiting.at(i)?.get(thread);
    if (wait !== undefined) return 'blocked: ' + wait;
    return this.steps[i] && this.steps[i].t === thread ? 'runs' : 'ready';
  }

  fileName(place) { return place && place[0] >= 0 ? this.files[place[0]].name : ''; }

  /// "race.c:14:5 in writer"
  placeText(place) {
    if (!place || place[0] < 0) return place && place[3] ? 'in ' + place[3] : '';
    const column = place[2] ? ':' + place[2] : '';
    const name = this.fileName(place).split('/').pop();
    return `${name}:${place[1]}${column}` + (place[3] ? ' in ' + place[3] : '');
  }

  threadName(t) {
    const name = this.threads[t] && this.threads[t].name;
    return 'T' + t + (name ? ' ' + name : '');
  }

  /// "0 → 1" for a change, "= 1" for a read, "" if no value is known.
  valueText(step) {
    if (!step.vars || !step.vars.length) return '';
    const [, before, after] = step.vars[0];
    if (String(after).startsWith('freed at step ')) return '';   // the step says so itself
    if (before !== null && after !== null && before !== after) return `${before} → ${after}`;
    const value = after !== null ? after : before;
    return value === null ? '' : `= ${value}`;
  }

  sentence(step) {
    const value = this.valueText(step);
    return step.text + (value ? ' ' + value : '') + (step.weak ? ', ' + step.weak : '');
  }
}
