// The lanes: time downwards, one lane per thread, arrows between them.

const kGutter = 66;
const kLeastLane = 90;
const kLastLane = 280;   // text runs on into the lanes to the right: the last has none

class Lanes {
  constructor(model, onPick) {
    this.model = model;
    this.now = 0;
    this.marked = new Set();   // steps that touch the chosen variable
    this.hits = new Set();     // steps that the search found
    this.showArrows = true;
    this.box = $('lanes');
    this.list = new VirtualList(this.box, i => this.row(i), (a, b) => this.draw(a, b));
    this.svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    this.svg.id = 'arrows-svg';
    this.svg.setAttribute('aria-hidden', 'true');
    this.box.onclick = event => {
      const row = event.target.closest('[data-step]');
      if (row) onPick(Number(row.dataset.step));
    };
    this.box.addEventListener('scroll', () => {
      this.left = this.box.scrollLeft;
      $('lane-heads').scrollLeft = this.left;
    }, { passive: true });
    this.layout();
  }

  /// Sizes from the room there is.
  layout() {
    const threads = this.model.threads.length;
    this.list.measure();
    this.boxWidth = this.box.clientWidth;
    this.left = this.box.scrollLeft;
    const room = this.boxWidth - kGutter - 8;
    const shared = threads > 1 ? (room - kLastLane) / (threads - 1) : room;
    this.lane = Math.floor(Math.max(kLeastLane, Math.min(shared, 260)));
    this.width = kGutter + this.lane * (threads - 1) + Math.max(this.lane, kLastLane);
    const heads = $('lane-heads');
    const inner = make('div');
    inner.style.cssText = `left:0;width:${this.width}px`;
    heads.replaceChildren(inner);
    this.list.spacer.replaceChildren();
    this.list.shown.clear();
    this.list.spacer.style.width = this.width + 'px';
    this.model.threads.forEach((thread, t) => {
      const head = make('div', '', badge(t), ' ', visible(thread.name || ''));
      head.style.cssText = `left:${this.x(t) - 10}px;width:${this.lane}px`;
      head.title = visible(this.model.threadName(t));
      heads.append(head);
      const line = make('div', 'lane-line');
      line.style.left = this.x(t) + 'px';
      this.list.spacer.append(line);
    });
    this.list.spacer.append(this.svg);
    this.list.setCount(this.model.rows.length);
  }

  x(t) { return kGutter + t * this.lane + 10; }

  row(index) {
    const entry = this.model.rows[index];
    if (entry.cycle) return this.cycleRow(entry.cycle);
    if (entry.created !== undefined) return this.createdRow(entry.created);
    return entry.step === undefined ? this.preemptionRow(entry.preemption)
                                    : this.stepRow(entry.step);
  }

  preemptionRow(i) {
    const thread = this.model.steps[i].pre;
    const { at } = this.model.standsAt(thread, i);
    const where = at && at[0] >= 0 ? ` before line ${at[1]}` : '';
    const row = make('div', 'row preemption',
      make('div', 'band', visible(`${this.model.threadName(thread)} is preempted${where}`)));
    row.setAttribute('role', 'presentation');
    return row;
  }

  /// A thread that was made before the first step.
  createdRow(t) {
    const { from } = this.model.threads[t];
    const where = this.model.placeText(from);
    const row = make('div', 'row created',
      make('div', 'band', visible(`${this.model.threadName(t)} is created` + (where ? ` at ${where}` : ''))));
    row.setAttribute('role', 'presentation');
    return row;
  }

  cycleRow(steps) {
    const text = steps === 1 ? 'the same step repeats' : `the same ${steps} steps repeat`;
    const row = make('div', 'row preemption cycle',
      make('div', 'band', `\u21bb From here on ${text} for ever`));
    row.setAttribute('role', 'presentation');
    return row;
  }

  stepRow(i) {
    const step = this.model.steps[i];
    const cell = make('div', 'cell');
    if (step.at[0] >= 0) cell.append(make('span', 'at', String(step.at[1])));
    cell.append(visible(step.text));
    const value = this.model.valueText(step);
    if (value)
      cell.append(' ', make('span', value.startsWith('= ') ? 'value' : 'value changed', visible(value)));
    if (step.weak) cell.append(' ', make('span', 'weak', visible(step.weak)));
    const left = this.x(step.t) + 8;
    cell.style.left = left + 'px';
    cell.style.maxWidth = Math.max(this.width, this.boxWidth) - left - 4 + 'px';
    const dot = make('span', 'dot');
    dot.style.left = this.x(step.t) + 'px';
    const row = make('div', 'row', make('span', 'number', step.end ? '!' : String(i + 1)), dot, cell);
    row.style.setProperty('--colour', threadColour(step.t));
    row.dataset.step = i;
    row.id = 'step-' + i;
    row.title = visible(`${this.model.threadName(step.t)}, ${this.model.placeText(step.at)}`);
    row.setAttribute('role', 'option');
    row.setAttribute('aria-posinset', i + 1);
    row.setAttribute('aria-setsize', this.model.steps.length);
    row.setAttribute('aria-label', visible(
      `Step ${i + 1}, ${this.model.threadName(step.t)}: ${this.model.sentence(step)}`));
    this.paint(row, i);
    return row;
  }

  paint(row, i) {
    row.classList.toggle('now', i === this.now);
    row.classList.toggle('danger', Boolean(this.model.steps[i].danger));
    row.classList.toggle('older', Boolean(this.model.steps[i].weak));
    row.classList.toggle('marked', this.marked.has(i));
    row.classList.toggle('hit', this.hits.has(i));
    row.setAttribute('aria-selected', i === this.now);
  }

  repaint() {
    for (const row of this.list.shown.values())
      if (row.dataset.step !== undefined) this.paint(row, Number(row.dataset.step));
  }

  go(i) {
    this.now = i;
    this.list.reveal(this.model.rowOf[i]);   // draws the arrows, too
    this.repaint();
    this.box.setAttribute('aria-activedescendant', 'step-' + i);
    const x = this.x(this.model.steps[i].t);
    if (x < this.left + kGutter || x > this.left + this.boxWidth - kLastLane / 2)
      this.box.scrollLeft = x - this.boxWidth / 2;
  }

  /// Draws the arrows that pass the rows first..last.
  draw(first, last) {
    this.svg.replaceChildren();
    if (!this.showArrows || (!this.model.edges.length && !this.model.cycle)) return;
    const height = this.list.height;
    const svg = (tag, attributes) => {
      const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      return element;
    };
    this.svg.style.top = '0px';
    this.svg.setAttribute('width', this.width);
    this.svg.setAttribute('height', 1);
    const marker = svg('marker', { id: 'tip', viewBox: '0 0 8 8', refX: 7, refY: 4,
      markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse', markerUnits: 'userSpaceOnUse' });
    marker.append(svg('path', { d: 'M0 0 L8 4 L0 8 z' }));
    this.svg.append(marker);
    if (this.model.cycle) {   // from the last step back to where they begin
      const top = (this.model.cycle.row + .5) * height;
      const bottom = (this.model.rowOf[this.model.lastStep] + .5) * height;
      const path = svg('path', { class: 'cycle',
        d: `M${kGutter - 8} ${bottom} H${kGutter - 20} V${top} H${kGutter - 8}` });
      path.setAttribute('marker-end', 'url(#tip)');
      this.svg.append(path);
    }
    for (const [from, to, kind] of this.model.edgesBetween(first, last)) {
      const x1 = this.x(this.model.steps[from].t), x2 = this.x(this.model.steps[to].t);
      const y1 = (this.model.rowOf[from] + .5) * height, y2 = (this.model.rowOf[to] + .5) * height;
      const bend = Math.min(60, Math.max(14, Math.abs(y2 - y1) / 2));
      const isNear = from === this.now || to === this.now;
      const path = svg('path', { class: kind + (isNear ? ' near' : ''),
        d: `M${x1} ${y1 + 6} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2 - 7}` });
      path.setAttribute('marker-end', 'url(#tip)');
      if (kind === 'race') path.setAttribute('marker-start', 'url(#tip)');
      this.svg.append(path);
    }
  }
}
