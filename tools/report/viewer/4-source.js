// The source pane: the file of the current step, with every thread at its line.

const kKeywords = new Set(('auto bool break case catch char class const constexpr continue ' +
  'default delete do double else enum extern false float for friend goto if inline int long ' +
  'namespace new noexcept nullptr operator private protected public register return short ' +
  'signed sizeof static static_cast struct switch template this throw true try typedef ' +
  'typename union unsigned using virtual void volatile while _Atomic').split(' '));
const kTokens = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|^\s*#\s*\w+)|([A-Za-z_]\w*)/g;

/// A line as nodes: comments, strings and keywords in their colours; the word
/// at `column` is marked.
function highlight(line, column) {
  const nodes = [];
  let end = 0;
  const add = (text, className, from) => {
    if (!text) return;
    const isHere = column && from < column && column <= from + text.length;
    const node = className ? make('span', className, visible(text)) : visible(text);
    nodes.push(isHere && className !== 'comment' ? make('mark', '', node) : node);
  };
  const plain = (from, to) => {
    // Marks no more than one sign of what is no word.
    if (column && from < column && column <= to) {
      add(line.slice(from, column - 1), '', -1);
      add(line.slice(column - 1, column), '', column - 1);
      add(line.slice(column, to), '', to);
    } else {
      add(line.slice(from, to), '', from);
    }
  };
  for (const match of line.matchAll(kTokens)) {
    plain(end, match.index);
    const [text, comment, string, word] = match;
    add(text, comment ? 'comment' : string ? 'string' : kKeywords.has(word) ? 'keyword' : '', match.index);
    end = match.index + text.length;
  }
  plain(end, line.length);
  return nodes;
}

class Source {
  constructor(model, onPick) {
    this.model = model;
    this.onPick = onPick;
    this.file = -1;
    this.here = new Map();    // line -> what stands there
    this.hits = new Map();    // "file:line" -> steps
    model.steps.forEach((step, i) => {
      const key = step.at[0] + ':' + step.at[1];
      if (!this.hits.has(key)) this.hits.set(key, []);
      this.hits.get(key).push(i);
    });
    this.box = $('source');
    this.box.onclick = event => {
      const row = event.target.closest('[data-line]');
      if (row) this.pick(Number(row.dataset.line));
    };
    const tabs = model.files.map((file, f) => {
      const tab = make('button', '', visible(file.name.split('/').pop()));
      tab.setAttribute('role', 'tab');
      tab.title = visible(file.name);
      tab.onclick = () => this.open(f);
      return tab;
    });
    $('files').replaceChildren(...tabs);
  }

  /// The next step at this line after the current one, or the first.
  pick(line) {
    const steps = this.hits.get(this.file + ':' + line) || [];
    const next = steps.find(step => step > this.now);
    if (steps.length) this.onPick(next === undefined ? steps[0] : next);
  }

  /// Shows a file, with a line in view if one is given.
  open(f, line) {
    if (f !== this.file || !this.list) {
      this.file = f;
      const file = this.model.files[f];
      [...$('files').children].forEach((tab, i) => tab.setAttribute('aria-selected', i === f));
      if (!file || !file.lines) {
        this.list = null;
        this.box.replaceChildren(make('p', 'missing',
          file ? visible(`The source of ${file.name} was not found.`) : 'This step has no source line.'));
        return;
      }
      this.list = new VirtualList(this.box, i => this.row(i));
      const widest = file.lines.reduce((most, line) => Math.max(most, line.length), 0);
      this.list.spacer.style.width = `calc(140px + ${widest + 4}ch)`;
      this.list.setCount(file.lines.length);
    }
    this.mark();
    if (line && this.list) this.list.reveal(line - this.model.files[f].first);
  }

  row(index) {
    const file = this.model.files[this.file];
    const line = index + file.first;
    const stands = this.here.get(line) || [];
    const now = stands.find(s => s.moves);
    const row = make('div', 'row', make('span', 'number', String(line)));
    row.dataset.line = line;
    if (stands.length) {
      const most = 2;
      const who = make('span', 'who', ...stands.slice(0, most).map(s => badge(s.thread)));
      if (stands.length > most) who.append(`+${stands.length - most}`);
      who.title = visible(stands.map(s => `${this.model.threadName(s.thread)}: ${s.text}`).join('\n'));
      row.append(who);
      row.classList.add('here');
    }
    const code = make('span', 'code', ...highlight(file.lines[index], (now || stands[0] || { at: [] }).at[2]));
    row.append(code);
    if (now) row.classList.add('now');
    if (now && this.model.steps[now.step].danger) row.classList.add('danger');
    if (this.hits.has(this.file + ':' + line)) row.style.cursor = 'pointer';
    return row;
  }

  /// Shows where every thread stands when step i is done.
  go(i) {
    this.now = i;
    this.stands = this.model.threads.map((_, t) => ({ thread: t, ...this.model.standsAt(t, i) }))
      .filter(s => s.at && s.at[0] >= 0 && this.model.statusAt(s.thread, i) !== 'not started' &&
        (s.moves || this.model.statusAt(s.thread, i) !== 'finished'));
    const place = this.model.steps[i].at;
    this.open(place[0] >= 0 ? place[0] : Math.max(0, this.file), place[0] >= 0 ? place[1] : 0);
  }

  mark() {
    this.here.clear();
    for (const stand of this.stands || []) {
      if (stand.at[0] !== this.file) continue;
      if (!this.here.has(stand.at[1])) this.here.set(stand.at[1], []);
      const list = this.here.get(stand.at[1]);
      if (stand.moves) list.unshift(stand);
      else list.push(stand);
    }
    if (this.list) this.list.refresh();
  }
}
