// The tables: variables, threads and locks at the current step, and the output.

class StateTables {
  constructor(model, onPickVariable) {
    this.model = model;
    this.chosen = null;
    this.onPick = onPickVariable;
    this.all = [...model.variables.keys()].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    this.touched = new Map();
    this.now = 0;
    this.list = new VirtualList($('variables'), index => this.variableRow(this.names[index]));
    this.show($('filter').value);
  }

  /// Only the variables whose names hold this text.
  show(filter) {
    this.names = this.all.filter(name => name.toLowerCase().includes(filter.toLowerCase()));
    $('no-variables').textContent = this.names.length ? '' : filter ? 'None of this name.' : 'None is touched.';
    this.list.setCount(this.names.length);
  }

  go(i) {
    this.now = i;
    this.variables(i);
    this.threads(i);
    this.locks(i);
    const output = this.model.outputs.at(i) || '';
    $('output').hidden = !output;
    $('output').textContent = visible(output);
  }

  variables(i) {
    this.touched = new Map((this.model.steps[i].vars || []).map(v => [v[0], v]));
    const first = this.names.findIndex(name => this.touched.has(name));
    this.list.refresh();
    if (first >= 0) this.list.reveal(first);
  }

  variableRow(name) {
    const i = this.now;
    const history = this.model.variables.get(name);
    const value = history.at(i), before = history.at(i - 1);
    const isTouched = this.touched.has(name);
    const isChanged = isTouched && value !== before;
    const show = text => text === undefined ? '?' : visible(text);
    const button = make('button', '', visible(name));
    button.title = visible(name);
    button.setAttribute('aria-pressed', name === this.chosen);
    const row = make('div', 'row' + (isChanged ? ' changed' : isTouched ? ' read' : ''));
    const cells = [make('span', '', button), make('span', 'before', isChanged ? show(before) : ''),
      make('span', 'after', show(value))];
    cells[2].title = cells[2].textContent;
    for (const cell of cells) cell.setAttribute('role', 'cell');
    row.append(...cells);
    row.setAttribute('role', 'row');
    row.classList.toggle('chosen', name === this.chosen);
    row.onclick = () => this.onPick(name === this.chosen ? null : name);
    return row;
  }

  threads(i) {
    const model = this.model;
    const rows = model.threads.map((thread, t) => {
      const status = model.statusAt(t, i);
      const stand = model.standsAt(t, i);
      const isIdle = status === 'finished' && !stand.moves || status === 'not started';
      const where = isIdle ? '' : model.placeText(stand.at);
      const row = make('tr', '', make('td', '', badge(t), visible(thread.name || '')),
        make('td', '', make('div', 'status', visible(status)),
          isIdle ? '' : make('div', 'stands', visible([where, stand.text].filter(Boolean).join(': '))),
          ...this.stack(thread, i)));
      if (status.startsWith('failed')) row.classList.add('failed');
      if (status.startsWith('blocked')) row.classList.add('blocked');
      if (stand.moves) row.classList.add('moves');
      return row;
    });
    const head = make('tr', '', make('th', '', 'thread'), make('th', '', 'state'));
    $('threads').replaceChildren(make('thead', '', head), make('tbody', '', ...rows));
  }

  /// Where the calls of a thread stand, once all steps are done.
  stack(thread, i) {
    if (i < this.model.lastStep || (thread.stack || []).length < 2) return [];
    return thread.stack.map(frame => make('div', 'stack', visible(frame)));
  }

  locks(i) {
    const rows = [];
    for (const [name, history] of this.model.lockHistory) {
      const holders = history.at(i);
      if (!holders) continue;
      rows.push(make('tr', holders !== history.at(i - 1) ? 'changed' : '', make('td', '', visible(name)),
        make('td', 'after', holders.length ? 'held by ' : 'free', ...holders.map(badge))));
    }
    const head = make('tr', '', make('th', '', 'lock'), make('th', '', 'state'));
    $('locks').replaceChildren(...(rows.length ? [make('thead', '', head), make('tbody', '', ...rows)] : []));
  }
}
