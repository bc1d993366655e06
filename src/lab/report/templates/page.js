(() => {
  'use strict';
  const all = (what, root) => [...root.querySelectorAll(what)];
  const make = (name, attributes, text) => {
    const svg = ['line', 'rect'].includes(name);
    const node = svg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    return node;
  };

  // On a phone every number of an overview says what it is.
  for (const table of all('.overview table', document)) {
    const heads = all('thead th', table).map(head => head.textContent);
    all('tbody tr', table).forEach(row => all('td', row).forEach((cell, k) => { cell.dataset.of = heads[k + 1]; }));
  }

  // Every table behind a figure can be taken away as CSV.
  const quoted = cell => /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  for (const table of all('details table', document)) {
    const button = make('button', { type: 'button', class: 'copy' }, 'Copy as CSV');
    button.addEventListener('click', () => {
      const rows = [...table.rows].map(row => [...row.cells].map(cell => quoted(cell.textContent.trim())).join(','));
      const box = make('textarea', { readonly: '' });
      box.value = `${rows.join('\n')}\n`;
      button.after(box);
      box.select();
      const done = document.execCommand('copy');
      if (done) box.remove();
      button.textContent = done ? 'Copied' : 'Copy the text below';
    });
    table.closest('.scroll').before(button);
  }

  // The numbers under the pointer or the arrow keys.
  for (const figure of all('figure', document)) {
    const plot = figure.querySelector('.plot'), svg = plot.querySelector('svg'), tip = plot.querySelector('.tip');
    const table = figure.querySelector('details table'), rows = table.tBodies[0].rows, heads = table.tHead.rows[0].cells;
    const { along } = svg.dataset, columns = heads.length - 1, line = along === 'xy' ? columns : 1;
    const [left, top, right, bottom] = svg.dataset.inside.split(' ').map(Number);
    const stops = (svg.dataset.stops.match(/\S+ \S+/g) || []).map(stop => stop.split(' ').map(Number));
    let at = -1;
    const unmark = () => all('.cursor', svg).forEach(mark => mark.remove());
    const hide = () => { at = -1; tip.hidden = true; unmark(); };
    const tell = k => {
      at = Math.max(0, Math.min(stops.length - 1, k));
      unmark();
      const [x, y] = stops[at], row = rows[along === 'xy' ? Math.floor(at / columns) : at % rows.length];
      if (along === 'x') svg.append(make('line', { class: 'cursor', x1: `${x}%`, x2: `${x}%`, y1: top, y2: bottom }));
      else if (along === 'y') svg.append(make('rect', { class: 'cursor fill', x: 0, y: y - 30, width: '100%', height: 44 }));
      else {
        const wide = (right - left) / columns, high = (bottom - top) / rows.length;
        svg.append(make('rect', { class: 'cursor ring', x: `${x - wide / 2}%`, y: y - high / 2, width: `${wide}%`, height: high }));
      }
      const name = row.cells[0].textContent, unit = heads[0].textContent;
      const head = along === 'x' ? `${name} (${unit})` : along === 'xy' ? `${name} ${unit} ${heads[1 + at % columns].textContent}` : name;
      tip.replaceChildren(make('b', {}, head));
      for (let c = 1; c <= columns; c++) {
        const text = row.cells[c].textContent;
        if (along !== 'xy') tip.append(make('div', {}, `${heads[c].textContent}: ${text}`));
        else if (c === 1 + at % columns) tip.append(make('div', {}, text));
      }
      tip.hidden = false;
      const wide = plot.clientWidth, px = (along === 'y' ? 50 : x) / 100 * wide;
      tip.style.left = `${Math.max(0, Math.min(wide - tip.offsetWidth, px + 14 + tip.offsetWidth > wide ? px - tip.offsetWidth - 14 : px + 14))}px`;
      tip.style.top = `${along === 'x' ? top + 4 : y + 18}px`;
    };
    plot.addEventListener('pointermove', event => {
      const box = svg.getBoundingClientRect(), x = (event.clientX - box.left) / box.width * 100, y = event.clientY - box.top;
      let best = 0, least = Infinity;
      stops.forEach(([sx, sy], k) => {
        const far = (along === 'y' ? 0 : ((sx - x) * box.width / 100) ** 2) + (along === 'x' ? 0 : (sy - y) ** 2);
        if (far < least) [best, least] = [k, far];
      });
      if (best !== at) tell(best);
    });
    plot.addEventListener('pointerleave', () => { if (document.activeElement !== plot) hide(); });
    plot.addEventListener('blur', hide);
    plot.addEventListener('keydown', event => {
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + line, ArrowUp: at - line, Home: 0, End: stops.length - 1 }[event.key];
      if (event.key === 'Escape') hide();
      if (to === undefined) return;
      event.preventDefault();
      tell(to);
    });
  }
})();
