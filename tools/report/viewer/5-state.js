// The tables: variables, threads and locks at the current step, and the output.

const kMostVariables = 300;

class StateTables {
  constructor(model, onPickVariable) {
    this.model = model;
    this.chosen = null;
    this.filter = '';
    this.onPick = onPickVariable;
    this.names = [...model.variables.keys()].sort((a, b) =>
      a.localeCompare(b, 'en', { numeric: true }));
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
    const touched = new Map((this.model.steps[i].vars || []).map(v => [v[0], v]));
    const wanted = this.names.filter(name =>
      name.toLowerCase().includes(this.filter) && this.model.variables.get(name).steps.length);
    // Of very many, those of this step and the ones touched last.
    let names = wanted;
    if (wanted.length > kMostVariables) {
      const last = name => {
        const steps = this.model.variables.get(name).touched;
        return touched.has(name) ? Infinity : steps[lastUpTo(steps, i)] ?? -1;
      };
      names = wanted.map(name => [last(name), name]).sort((a, b) => b[0] - a[0])
        .slice(0, kMostVariables).map(pair => pair[1]);
    }
    const rows = names.map(name => this.variableRow(name, i, touched.get(name)));
    const head = make('tr', '', make('th', '', 'name'), make('th', '', 'before'), make('th', '', 'now'));
    const table = $('variables');
    table.replaceChildren(make('thead', '', head), make('tbody', '', ...rows));
    if (!rows.length)
      table.tBodies[0].append(make('tr', '', make('td', '', this.filter ? 'none of this name' : 'none is touched')));
    if (wanted.length > names.length)
      table.tBodies[0].append(make('tr', '', make('td', '', `and ${wanted.length - names.length} more: filter by name`)));
    const row = table.querySelector('.changed, .read');
    if (row) row.scrollIntoView({ block: 'nearest' });
  }

  variableRow(name, i, touch) {
    const history = this.model.variables.get(name);
    const value = history.at(i), before = history.at(i - 1);
    const isChanged = touch && value !== before;
    const show = text => text === undefined ? '?' : visible(text);
    const button = make('button', '', visible(name));
    button.title = 'Mark every step that touches it';
    const row = make('tr', isChanged ? 'changed' : touch ? 'read' : '',
      make('td', '', button), make('td', 'before', isChanged ? show(before) : ''),
      make('td', 'after', show(value)));
    row.setAttribute('aria-selected', name === this.chosen);
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
          isIdle ? '' : make('div', 'stands', visible([where, stand.text].filter(Boolean).join(': ')))));
      if (status === 'failed') row.classList.add('failed');
      if (status.startsWith('blocked')) row.classList.add('blocked');
      if (stand.moves) row.classList.add('moves');
      return row;
    });
    const head = make('tr', '', make('th', '', 'thread'), make('th', '', 'state'));
    $('threads').replaceChildren(make('thead', '', head), make('tbody', '', ...rows));
  }

  locks(i) {
    const rows = [];
    for (const [name, history] of this.model.lockHistory) {
      const holder = history.at(i), before = history.at(i - 1);
      if (holder === undefined) continue;
      const row = make('tr', holder !== before ? 'changed' : '', make('td', '', visible(name)),
        make('td', 'after', holder >= 0 ? 'held by ' : 'free', holder >= 0 ? badge(holder) : ''));
      rows.push(row);
    }
    const head = make('tr', '', make('th', '', 'lock'), make('th', '', 'state'));
    $('locks').replaceChildren(...(rows.length ? [make('thead', '', head), make('tbody', '', ...rows)] : []));
  }
}
