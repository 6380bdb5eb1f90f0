// Puts the parts together: stepping, searching, keys, theme.

const kKeys = [
  ['j, ↓ / k, ↑', 'one step on / back', ['j', 'ArrowDown'], v => v.go(v.now + 1)],
  [null, null, ['k', 'ArrowUp'], v => v.go(v.now - 1)],
  ['Shift+J / Shift+K', 'next / previous switch of threads', ['J'], v => v.goSwitch(1)],
  [null, null, ['K'], v => v.goSwitch(-1)],
  ['p / Shift+P', 'next / previous preemption', ['p'], v => v.goPreemption(1)],
  [null, null, ['P'], v => v.goPreemption(-1)],
  ['n / Shift+N', 'next / previous step of this thread', ['n'], v => v.goSame(1)],
  [null, null, ['N'], v => v.goSame(-1)],
  ['w / Shift+W', 'next / previous step that touches the chosen variable', ['w'], v => v.goMarked(1)],
  [null, null, ['W'], v => v.goMarked(-1)],
  ['1 ... 9', 'next step of thread T1 ... T9 (0: T0)', [...'0123456789'], (v, key) => v.goThread(Number(key))],
  ['Page Down / Page Up', 'twenty steps on / back', ['PageDown'], v => v.go(v.now + 20)],
  [null, null, ['PageUp'], v => v.go(v.now - 20)],
  ['Home / End', 'first / last step', ['Home'], v => v.go(0)],
  [null, null, ['End'], v => v.go(v.model.steps.length - 1)],
  ['f', 'to the error', ['f'], v => v.go(v.model.error)],
  ['g', 'go to a step by its number', ['g'], () => $('step').select()],
  ['/', 'search; Enter / Shift+Enter: next / previous', ['/'], () => $('search').select()],
  ['h', 'arrows on and off', ['h'], v => v.toggleArrows()],
  ['t', 'light, dark, or as the system', ['t'], () => nextTheme()],
  ['?', 'this help', ['?'], () => $('help').showModal()],
];

/// What an arrow means at its end, and at its start.
const kArrows = { create: 'started by', join: 'waited for', lock: 'the lock was released by',
  wake: 'woken by', 'reads-from': 'sees the value of',
  'reads-older': 'sees the older value of' };
const kArrowsBack = { create: 'starts the thread of', join: 'ends before', lock: 'releases the lock for',
  wake: 'lets go on', 'reads-from': 'its value is seen by',
  'reads-older': 'its value, though older, is seen by' };

function nextTheme(theme) {
  const order = ['auto', 'light', 'dark'];
  const root = document.documentElement;
  const next = theme || order[(order.indexOf(root.dataset.theme || 'auto') + 1) % 3];
  if (next === 'auto') delete root.dataset.theme;
  else root.dataset.theme = next;
  $('theme').textContent = { auto: 'Theme: auto', light: 'Theme: light', dark: 'Theme: dark' }[next];
  try { localStorage.setItem('rbcheck-theme', next); } catch { /* files may have no storage */ }
  if (window.viewer) window.viewer.map.paint();
}

class Viewer {
  constructor(trace) {
    this.model = new Model(trace);
    this.now = 0;
    const pick = step => this.go(step);
    this.lanes = new Lanes(this.model, pick);
    this.source = new Source(this.model, pick);
    this.tables = new StateTables(this.model, name => this.choose(name));
    this.map = new Minimap(this.model, this.lanes, pick);
    this.found = [];
    this.layout();
  }

  layout() {
    this.lanes.layout();
    this.map.paint();
    for (const list of [this.tables.list, this.source.list].filter(Boolean)) {
      list.measure();
      list.render();
    }
  }

  /// The page follows with the next frame, so that a key that is held down
  /// never has to wait for it.
  go(step) {
    this.now = Math.max(0, Math.min(this.model.steps.length - 1, step));
    this.frame ||= requestAnimationFrame(() => this.show());
  }

  show() {
    const model = this.model;
    this.frame = 0;
    if (window.viewer !== this) return;   // another error was chosen
    this.lanes.go(this.now);
    this.source.go(this.now);
    this.tables.go(this.now);
    this.map.draw();
    this.describe();
    $('step').value = model.steps[this.now].end ? 'end' : `${this.now + 1} / ${model.lastStep + 1}`;
    try { history.replaceState(null, '', `#step=${this.now + 1}`); } catch { /* not for every file */ }
  }

  describe() {
    const step = this.model.steps[this.now];
    const where = this.model.placeText(step.at);
    const head = step.end ? 'At the end' : `Step ${this.now + 1} of ${this.model.lastStep + 1}`;
    $('now-head').textContent = visible([head, this.model.threadName(step.t), where].filter(Boolean).join(' · '));
    $('now-text').textContent = visible(this.model.sentence(step));
    const notes = [];
    if (step.pre !== undefined)
      notes.push(`${this.model.threadName(step.pre)} was preempted before this step: it could have gone on`);
    for (const [from, to, kind] of this.model.edgesOf.get(this.now) || []) {
      const other = from === this.now ? to : from;
      const name = `step ${other + 1} (T${this.model.steps[other].t})`;
      if (kind === 'race') notes.push(`nothing orders it with the access of T${this.model.steps[other].t}`);
      else notes.push((to === this.now ? kArrows : kArrowsBack)[kind] + ' ' + name);
    }
    $('now-more').textContent = visible(notes.slice(0, 4).join(' · '));
    $('now').classList.toggle('danger', Boolean(step.danger));
    $('live').textContent = visible(`${head}, ${this.model.threadName(step.t)}: ${this.model.sentence(step)}, ${where}`);
  }

  /// The nearest of a sorted list of steps in a direction; stays if there is none.
  goAmong(steps, direction) {
    const at = lastUpTo(steps, this.now);
    const target = direction > 0 ? steps[at + 1] : steps[steps[at] === this.now ? at - 1 : at];
    if (target !== undefined) this.go(target);
  }
  goSwitch(direction) { this.goAmong(this.model.switches, direction); }
  goPreemption(direction) {
    this.preemptions ||= this.model.rows.filter(row => row.preemption !== undefined).map(row => row.preemption);
    this.goAmong(this.preemptions, direction);
  }
  goSame(direction) { this.goAmong(this.model.stepsOf[this.model.steps[this.now].t], direction); }
  goMarked(direction) { this.goAmong([...this.lanes.marked], direction); }
  goThread(t) {
    const steps = this.model.stepsOf[t] || [];
    if (steps.length) this.go(steps[lastUpTo(steps, this.now) + 1] ?? steps[0]);
  }

  choose(name) {
    this.tables.chosen = name;
    this.lanes.marked = new Set(name === null ? [] : this.model.variables.get(name).touched);
    this.lanes.repaint();
    this.tables.variables(this.now);
    this.map.paint();
  }

  toggleArrows() {
    this.lanes.showArrows = !this.lanes.showArrows;
    $('arrows').setAttribute('aria-pressed', this.lanes.showArrows);
    this.lanes.draw(this.lanes.list.first, this.lanes.list.last);
  }

  /// Every word has to occur in the step: its thread, place, text or value.
  search(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.haystack ||= this.model.steps.map(step => [this.model.threadName(step.t),
      this.model.placeText(step.at), this.model.sentence(step),
      ...(step.vars || []).map(v => v[0])].join(' ').toLowerCase());
    this.found = !words.length ? [] : this.haystack.flatMap((hay, i) =>
      words.every(word => hay.includes(word)) ? [i] : []);
    this.lanes.hits = new Set(this.found);
    this.lanes.repaint();
    this.map.paint();
    this.showFound(words.length > 0);
  }

  showFound(isAsked) {
    const at = this.found.indexOf(this.now);
    $('found').textContent = !isAsked ? '' : !this.found.length ? 'not found'
      : at < 0 ? `${this.found.length} found` : `${at + 1} of ${this.found.length}`;
  }

  goFound(direction) {
    if (!this.found.length) return;
    const before = this.now;
    this.goAmong(this.found, direction);
    if (this.now === before) this.go(direction > 0 ? this.found[0] : this.found[this.found.length - 1]);
    this.showFound(true);
  }
}

function showTrace(data, index) {
  const trace = data.traces[index];
  const count = (n, what) => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;
  const steps = trace.steps.filter(step => !step.end).length;
  const preemptions = trace.steps.filter(step => step.pre !== undefined).length;
  const message = trace.message.startsWith(trace.kind + ': ')
    ? trace.message.slice(trace.kind.length + 2) : trace.message;
  $('title').replaceChildren(make('span', 'kind', visible(trace.kind)), ': ', visible(message));
  $('title').title = visible(message);
  $('summary').textContent = visible([data.program, count(steps, 'step'), count(trace.threads.length, 'thread'),
    count(preemptions, 'preemption')].join(' · '));
  $('notes').replaceChildren(...(trace.notes || []).map(note => make('li', '', visible(note))));
  const viewer = window.viewer = new Viewer(trace);
  const asked = /^#step=(\d+)$/.exec(location.hash);
  viewer.go(asked ? Number(asked[1]) - 1 : viewer.model.error);
  viewer.show();
  return viewer;
}

/// A result without an error has no trace: say so.
function showNothing(data) {
  $('title').replaceChildren(make('span', data.verdict === 'no-error' ? 'kind good' : 'kind', visible(data.verdict)),
    ': ', visible(data.program));
  $('summary').textContent = visible(data.reason || 'No error was found.');
  $('main').hidden = true;
  $('main').style.display = 'none';
  for (const group of document.querySelectorAll('.tools .group:not(:last-child)')) group.hidden = true;
  for (const group of document.querySelectorAll('.tools .group:not(:last-child)')) group.style.display = 'none';
  $('arrows').hidden = true;
}

function connect() {
  const act = (id, action) => { $(id).onclick = () => window.viewer && action(window.viewer); };
  act('go-first', v => v.go(0));
  act('go-back-switch', v => v.goSwitch(-1));
  act('go-back', v => v.go(v.now - 1));
  act('go-next', v => v.go(v.now + 1));
  act('go-next-switch', v => v.goSwitch(1));
  act('go-error', v => v.go(v.model.error));
  act('arrows', v => v.toggleArrows());
  $('theme').onclick = () => nextTheme();
  $('help-open').onclick = () => $('help').showModal();
  $('keys').append(...kKeys.filter(key => key[0]).map(([keys, text]) =>
    make('tr', '', make('td', '', make('kbd', '', keys)), make('td', '', text))));
  $('step').onchange = () => window.viewer && window.viewer.go((parseInt($('step').value, 10) || 1) - 1);
  $('step').onkeydown = event => { if (event.key === 'Enter') { $('step').onchange(); $('lanes').focus(); } };
  $('search').oninput = () => window.viewer && window.viewer.search($('search').value);
  $('search').onkeydown = event => {
    if (event.key === 'Enter' && window.viewer) window.viewer.goFound(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') { $('search').value = ''; $('search').oninput(); $('lanes').focus(); }
  };
  $('filter').oninput = () => window.viewer && window.viewer.tables.show($('filter').value);
  document.addEventListener('keydown', event => {
    const isTyping = event.target.matches('input, select, textarea') || $('help').open;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !window.viewer) return;
    // The source scrolls by its own keys when it has the focus.
    if (event.target.matches('#source, #variables, .scroll') && /^(Arrow|Page|Home|End)/.test(event.key)) return;
    const entry = kKeys.find(key => key[2].includes(event.key));
    if (!entry) return;
    event.preventDefault();
    entry[3](window.viewer, event.key);
  });
  let timer = 0;
  window.addEventListener('resize', () => {
    clearTimeout(timer);
    timer = setTimeout(() => window.viewer && (window.viewer.layout(), window.viewer.go(window.viewer.now)), 60);
  });
  window.addEventListener('beforeprint', () => window.viewer && makePaper(window.viewer.model));
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change',
    () => window.viewer && window.viewer.map.paint());
}

function start() {
  const data = JSON.parse($('data').textContent);
  let theme = 'auto';
  try { theme = localStorage.getItem('rbcheck-theme') || 'auto'; } catch { /* as above */ }
  connect();
  nextTheme(['auto', 'light', 'dark'].includes(theme) ? theme : 'auto');
  if (!data.traces.length) return showNothing(data);
  if (data.traces.length > 1) {
    $('errors-label').hidden = false;
    $('errors').append(...data.traces.map((trace, i) => {
      const option = make('option', '', visible(`${i + 1}: ${trace.kind}`));
      option.value = i;
      return option;
    }));
    $('errors').onchange = () => {
      try { history.replaceState(null, '', '#'); } catch { /* as above */ }
      showTrace(data, Number($('errors').value));
    };
  }
  showTrace(data, 0);
  $('lanes').focus();
}

start();
