// Small tools for building the page. Text only ever becomes text nodes: names in
// a trace may hold anything.

function $(id) { return document.getElementById(id); }

/// An element with a class and children (strings become text).
function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

/// Control characters would be invisible: shown as \x1b.
function visible(text) {
  return String(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    c => '\\x' + c.charCodeAt(0).toString(16).padStart(2, '0'));
}

function threadColour(t) { return `var(--t${t % 8})`; }

function badge(t) {
  const element = make('span', 'badge', 'T' + t);
  element.style.setProperty('--colour', threadColour(t));
  return element;
}

/// A list of rows of one height in a box that scrolls. Only rows near the
/// visible part exist as elements, so a long list costs as much as a short one.
/// Size and position of the box are remembered: asking the browser while rows
/// change would make it lay out the page each time.
class VirtualList {
  constructor(box, makeRow, onRender) {
    this.box = box;
    this.makeRow = makeRow;
    this.onRender = onRender || (() => {});
    this.spacer = make('div', 'spacer');
    this.spacer.setAttribute('role', 'presentation');
    box.replaceChildren(this.spacer);
    this.shown = new Map();
    this.count = 0;
    this.first = this.last = 0;
    this.measure();
    let isAsked = false;
    box.addEventListener('scroll', () => {
      this.top = box.scrollTop;
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => { isAsked = false; this.render(); });
    }, { passive: true });
  }

  measure() {
    this.height = parseFloat(getComputedStyle(this.box).getPropertyValue('--row')) || 24;
    this.room = this.box.clientHeight;
    this.top = this.box.scrollTop;
  }

  setCount(count) {
    this.count = count;
    this.spacer.style.height = count * this.height + 'px';
    this.refresh();
  }

  /// Makes the rows anew: what they show has changed.
  refresh() {
    for (const row of this.shown.values()) row.remove();
    this.shown.clear();
    this.render();
  }

  render() {
    if (!this.count) return;
    const margin = 6;
    const { top, room } = this;
    const first = Math.max(0, Math.floor(top / this.height) - margin);
    const last = Math.min(this.count - 1, Math.ceil((top + room) / this.height) + margin);
    for (const [index, row] of this.shown)
      if (index < first || index > last) {
        row.remove();
        this.shown.delete(index);
      }
    const fresh = document.createDocumentFragment();
    for (let index = first; index <= last; ++index) {
      if (this.shown.has(index)) continue;
      const row = this.makeRow(index);
      row.style.top = index * this.height + 'px';
      this.shown.set(index, row);
      fresh.append(row);
    }
    this.spacer.append(fresh);
    this.first = first;
    this.last = last;
    this.onRender(first, last);
  }

  /// Scrolls as little as needed, with some rows around; far jumps centre.
  reveal(index) {
    const { top, room } = this;
    const around = Math.min(3 * this.height, room / 4);
    const y = index * this.height;
    let wanted = top;
    if (y < top - room || y > top + 2 * room)
      wanted = y - room / 2;
    else if (y - around < top)
      wanted = y - around;
    else if (y + this.height + around > top + room)
      wanted = y + this.height + around - room;
    wanted = Math.max(0, Math.min(wanted, this.count * this.height - room));
    if (wanted !== top) {
      this.box.scrollTop = wanted;
      this.top = wanted;
    }
    this.render();
  }
}
