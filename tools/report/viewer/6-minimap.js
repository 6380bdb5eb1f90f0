// The map of the whole trace beside the lanes: one column per thread, marks for
// preemptions, search results and the error, and a frame around what is visible.

class Minimap {
  constructor(model, lanes, onPick) {
    this.model = model;
    this.lanes = lanes;
    this.canvas = $('minimap');
    const pick = event => {
      const rows = model.rows.length;
      const y = event.clientY - this.canvas.getBoundingClientRect().top;
      let row = Math.floor(y / this.scale());
      row = Math.max(0, Math.min(rows - 1, row));
      while (row < rows - 1 && model.rows[row].step === undefined) ++row;
      onPick(model.rows[row].step);
    };
    this.canvas.onpointerdown = event => {
      this.canvas.setPointerCapture(event.pointerId);
      pick(event);
    };
    this.canvas.onpointermove = event => {
      if (event.buttons & 1) pick(event);
    };
    lanes.box.addEventListener('scroll', () => this.draw(), { passive: true });
  }

  /// Height of one row in the map: all rows fit, few are not blown up.
  scale() {
    return Math.min(8, this.size[1] / Math.max(1, this.model.rows.length));
  }

  colours() {
    const probe = make('span');
    document.body.append(probe);
    const read = name => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    };
    const colours = { error: read('--error'), warn: read('--warn'), accent: read('--accent'),
      line: read('--line'), threads: [0, 1, 2, 3, 4, 5, 6, 7].map(t => read('--t' + t)) };
    probe.remove();
    return colours;
  }

  /// Draws all steps once, into a picture that draw() reuses.
  paint() {
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = this.size = [this.canvas.clientWidth, this.canvas.clientHeight];
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    this.picture = document.createElement('canvas');
    this.picture.width = this.canvas.width;
    this.picture.height = this.canvas.height;
    const pen = this.picture.getContext('2d');
    pen.scale(ratio, ratio);
    this.palette = this.colours();
    const scale = this.scale(), lanes = Math.max(1, this.model.threads.length);
    const lane = (width - 16) / lanes;
    this.model.rows.forEach((row, index) => {
      const y = index * scale;
      if (row.created !== undefined) return;
      if (row.step === undefined) {
        pen.fillStyle = this.palette.warn;
        pen.fillRect(1, y, 5, Math.max(1, scale));
        return;
      }
      const step = this.model.steps[row.step];
      pen.fillStyle = step.danger ? this.palette.error : this.palette.threads[step.t % 8];
      pen.fillRect(8 + step.t * lane, y, Math.max(1.5, lane - 1), Math.max(1, scale - (scale > 3 ? 1 : 0)));
      if (step.danger) pen.fillRect(width - 6, y, 6, Math.max(3, scale));
      if (this.lanes.hits.has(row.step) || this.lanes.marked.has(row.step)) {
        pen.fillStyle = this.palette.accent;
        pen.fillRect(width - 6, y, 6, Math.max(2, scale));
      }
    });
    this.draw();
  }

  draw() {
    if (!this.picture || !this.picture.width) return;
    const ratio = window.devicePixelRatio || 1;
    const pen = this.canvas.getContext('2d');
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.picture, 0, 0);
    pen.scale(ratio, ratio);
    const { list } = this.lanes;
    const scale = this.scale(), width = this.size[0];
    const top = list.top / list.height * scale;
    const room = Math.min(list.room / list.height, this.model.rows.length) * scale;
    pen.strokeStyle = this.palette.accent;
    pen.lineWidth = 1.5;
    pen.strokeRect(1, top + .5, width - 2, Math.max(6, room));
    pen.fillStyle = this.palette.accent;
    pen.fillRect(0, this.model.rowOf[this.lanes.now] * scale, width, Math.max(1.5, Math.min(3, scale)));
  }
}
