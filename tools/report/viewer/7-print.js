// On paper: the lanes only hold the visible rows, so the steps are printed as a
// table, made when printing begins.

const kMostPrinted = 2000;

function paperTable(model) {
  const rows = [];
  // Of a long trace the end is what matters.
  const first = Math.max(0, model.steps.length - kMostPrinted);
  for (let i = first; i < model.steps.length; ++i) {
    const step = model.steps[i];
    if (step.pre !== undefined) {
      const cell = make('td', '', visible(`${model.threadName(step.pre)} is preempted`));
      cell.colSpan = 4;
      rows.push(make('tr', 'preemption', cell));
    }
    rows.push(make('tr', step.danger ? 'danger' : '', make('td', '', step.end ? '!' : String(i + 1)),
      make('td', '', visible(model.threadName(step.t))), make('td', '', visible(model.placeText(step.at))),
      make('td', '', visible(model.sentence(step)))));
  }
  const head = make('tr', '', ...['step', 'thread', 'where', 'what'].map(text => make('th', '', text)));
  const table = make('table', '', make('thead', '', head), make('tbody', '', ...rows));
  return first ? [make('p', '', `The last ${kMostPrinted} of ${model.steps.length} steps.`), table] : [table];
}

function makePaper(model) {
  const ends = model.threads.map((thread, t) => make('tr', '', make('td', '', visible(model.threadName(t))),
    make('td', '', visible(thread.status)), make('td', '', visible(model.placeText(thread.end)))));
  $('paper').replaceChildren(make('h2', '', 'How it comes about'), ...paperTable(model),
    make('h2', '', 'Threads at the end'), make('table', '', make('tbody', '', ...ends)));
}
