(() => {
  'use strict';
  const all = (what, root) => [...root.querySelectorAll(what)];
  const make = (name, attributes, text) => {
    const svg = ['svg', 'g', 'path', 'rect', 'circle', 'text'].includes(name);
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

  // Figures: views, series, and the numbers under the pointer or the arrow keys.
  for (const figure of all('figure', document)) {
    const views = all('.view', figure), keys = all('[data-key]', figure);
    const show = k => views.forEach((view, v) => { view.hidden = v !== k; });
    all('.views input', figure).forEach(input => input.addEventListener('change', () => show(+input.value)));
    const chosen = figure.querySelector('.views input:checked');
    show(chosen ? +chosen.value : 0);
    const toggle = () => keys.forEach(key => all(`.plot [data-s="${key.dataset.key}"]`, figure)
      .forEach(shape => shape.classList.toggle('off', !key.checked)));
    keys.forEach(key => key.addEventListener('change', toggle));
    toggle();
    for (const view of views) {
      const plot = view.querySelector('.plot'), tip = view.querySelector('.tip');
      const rows = view.querySelector('tbody').rows, heads = view.querySelector('thead').rows[0].cells;
      let at = -1;
      const drawing = () => all('svg', plot).find(svg => svg.getClientRects().length > 0);
      const read = svg => ({
        along: svg.dataset.along,
        stops: svg.dataset.stops.split(' ').map(Number).reduce((list, n, k) => {
          if (svg.dataset.along !== 'xy') list.push([n, n]); else if (k % 2) list[list.length - 1].push(n); else list.push([n]);
          return list;
        }, []),
        inside: svg.dataset.inside.split(' ').map(Number),
      });
      const hide = () => { at = -1; tip.hidden = true; all('.cursor', plot).forEach(mark => mark.remove()); };
      const tell = k => {
        const svg = drawing(), { along, stops, inside: [left, top, right, bottom] } = read(svg);
        at = Math.max(0, Math.min(stops.length - 1, k));
        all('.cursor', plot).forEach(mark => mark.remove());
        const [x, y] = stops[at], columns = heads.length - 1;
        const row = rows[along === 'xy' ? Math.floor(at / columns) : at % rows.length];
        let mark;
        if (along === 'x') mark = make('path', { class: 'cursor', d: `M${x} ${top}V${bottom}` });
        else if (along === 'y') mark = make('rect', { class: 'cursor fill', x: 0, y: y - 13, width: svg.viewBox.baseVal.width, height: 26 });
        else {
          const side = (right - left) / columns, high = (bottom - top) / rows.length;
          mark = make('rect', { class: 'cursor ring', x: x - side / 2, y: y - high / 2, width: side, height: high });
        }
        svg.append(mark);
        const name = row.cells[0].textContent, unit = heads[0].textContent;
        const head = along === 'x' ? `${name} (${unit})` : along === 'xy' ? `${name} ${unit} ${heads[1 + at % columns].textContent}` : name;
        tip.replaceChildren(make('b', {}, head));
        for (let c = 1; c <= columns; c++) {
          if (along === 'xy' && c !== 1 + at % columns) continue;
          if (keys.length && !keys[c - 1].checked) continue;
          const line = make('div', {});
          if (keys.length) line.append(make('i', { class: `b${c - 1}` }));
          line.append(along === 'xy' ? row.cells[c].textContent : `${heads[c].textContent}: ${row.cells[c].textContent}`);
          tip.append(line);
        }
        tip.hidden = false;
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        const wide = plot.clientWidth, px = (along === 'y' ? wide / scale / 2 : x) * scale;
        tip.style.left = `${Math.max(0, Math.min(wide - tip.offsetWidth, px + 14 + tip.offsetWidth > wide ? px - tip.offsetWidth - 14 : px + 14))}px`;
        tip.style.top = `${along === 'x' ? top * scale + 4 : y * scale + 18}px`;
      };
      plot.addEventListener('pointermove', event => {
        const svg = drawing(), box = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / box.width;
        const { along, stops } = read(svg), x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
        let best = 0, least = Infinity;
        stops.forEach(([sx, sy], k) => {
          const far = (along === 'y' ? 0 : (sx - x) ** 2) + (along === 'x' ? 0 : (sy - y) ** 2);
          if (far < least) [best, least] = [k, far];
        });
        if (best !== at) tell(best);
      });
      plot.addEventListener('pointerleave', () => { if (document.activeElement !== plot) hide(); });
      plot.addEventListener('blur', hide);
      plot.addEventListener('keydown', event => {
        const { along, stops } = read(drawing()), line = along === 'xy' ? heads.length - 1 : 1;
        const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + line, ArrowUp: at - line, Home: 0, End: stops.length - 1 }[event.key];
        if (event.key === 'Escape') hide();
        if (to === undefined) return;
        event.preventDefault();
        tell(to);
      });
    }
  }
})();
