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

  // Films: a state and what changes at each step, packed.
  const unpack = text => new Response(new Blob([Uint8Array.from(atob(text), letter => letter.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream('deflate'))).json();
  for (const film of all('.film', document)) {
    const player = film.querySelector('.player'), slider = film.querySelector('input[type=range]');
    const [choice, parts, speed] = all('select', film), stage = film.querySelector('.stage');
    const seamNote = film.querySelector('.seam-note');
    const words = film.querySelector('.words'), standing = film.querySelector('.standing');
    const course = film.querySelector('.course'), play = film.querySelector('[data-go=play]');
    const texts = all('script', film).map(script => script.textContent);
    let reel, items, at, timer = 0, places, now, chapters, wanted = 0;
    const number = n => n.toLocaleString('en-US');
    // The number of a step in the whole game: what was cut out counts, too.
    const step = k => (reel.gap && k >= reel.gap[0] ? k + reel.gap[1] : k);
    const stands = frame => frame.slice(3, 3 + reel.sides.length);
    const change = frame => frame.slice(3 + reel.sides.length).forEach(([place, dropped, ...added]) => {
      items[place].splice(0, dropped);
      items[place].push(...added);
    });
    const cards = (place, list) => {
      const [row, count] = place;
      const [unit] = reel.standing.split(' ');
      count.textContent = `${list.length} ${list.length === 1 ? unit.slice(0, -1) : unit}`;
      row.replaceChildren(...list.map((item, k) => {
        const [name, red] = reel.stage[Math.abs(item) - 1];
        const look = item < 0 ? ' back' : name === '\u2013' ? ' plain' : (red ? ' red' : '') + (k === 0 && !place[2] ? ' next' : '');
        return make('span', { class: `card${look}`, ...(item < 0 ? { title: 'face down' } : {}) }, item < 0 ? '\u00a0' : name);
      }));
    };
    const pieces = (place, list) => place.forEach((piece, k) => {
      const [x, y] = reel.stage[list[k] - 1] || [-9, -9];
      piece.setAttribute('transform', `translate(${x + 0.5} ${y + 0.5})`);
    });
    // What the last throw moved, from where to where, and the die.
    const arrows = (before, text) => {
      const svg = stage.querySelector('svg'), way = p => reel.stage[p - 1].slice(0, 2).map(n => n + 0.5);
      all('.arrow,.die', svg).forEach(mark => mark.remove());
      const die = /throws (\d+)/.exec(text);
      if (!before || !die) return;
      svg.append(make('text', { class: 'die', x: 5.5, y: 5.8 }, die[1]));
      items.forEach((list, p) => {
        const [left, come] = [before[p].filter(at => !list.includes(at)), list.filter(at => !before[p].includes(at))];
        left.forEach((from, k) => {
          const [[a, b], [to, under]] = [way(from), way(come[k])], far = Math.hypot(to - a, under - b) || 1, [x, y] = [(to - a) / far, (under - b) / far];
          // It ends, and begins, beside the pieces, whose numbers are to be read.
          const [c, d] = [to - 0.36 * x, under - 0.36 * y], out = items.flat().includes(from) ? 0.36 : 0;
          svg.append(make('path', { class: 'arrow', d: `M${a + out * x} ${b + out * y}L${c} ${d}M${c - 0.3 * x + 0.2 * y} ${d - 0.3 * y - 0.2 * x}L${c} ${d}L${c - 0.3 * x - 0.2 * y} ${d - 0.3 * y + 0.2 * x}` }));
        });
      });
    };
    const go = to => {
      to = Math.max(0, Math.min(reel.frames.length - 1, to));
      if (to < at || at < 0) { items = reel.places.map(() => []); at = -1; }
      let before = null;
      while (at < to) {
        before = items.map(list => [...list]);
        change(reel.frames[++at]);
      }
      const [text, winner, depth] = reel.frames[at], each = stands(reel.frames[at]).map((n, k) => `${number(n)} (${reel.sides[k]})`);
      const cut = reel.gap && reel.gap[0] === at ? `${number(reel.gap[1])} steps are left out here. ` : '';
      words.textContent = cut + text;
      words.className = winner < 0 ? 'words' : `words won${winner}`;
      const fight = depth > 0 && reel.fight ? ` · ${reel.fight}${depth > 1 ? ` ${depth} deep` : ''}` : '';
      standing.textContent = `Step ${number(step(at))} of ${number(step(reel.frames.length - 1))} · ${reel.standing}: ${each.join(each.length > 2 ? ', ' : ' to ')}${fight}`;
      items.forEach((list, p) => (reel.kind === 'cards' ? cards : pieces)(places[p], list));
      if (reel.kind === 'board') arrows(before, text);
      // What is below does not move when a row of cards becomes shorter.
      stage.style.minHeight = `${stage.offsetHeight}px`;
      slider.value = at;
      parts.value = chapters.findLastIndex(chapter => chapter.at <= at);
      slider.setAttribute('aria-valuetext', text);
      now.setAttribute('d', `M${1000 * at / Math.max(1, reel.frames.length - 1)} 0V64`);
      if (at === reel.frames.length - 1) stop();
    };
    const stop = () => {
      clearInterval(timer);
      timer = 0;
      play.textContent = '\u25b6\ufe0e';
      play.setAttribute('aria-label', 'Play');
      words.setAttribute('aria-live', 'polite');
    };
    const start = () => {
      if (at === reel.frames.length - 1) go(0);
      timer = setInterval(() => go(at + 1), 1000 / +speed.value);
      play.textContent = '\u275a\u275a';
      play.setAttribute('aria-label', 'Pause');
      words.setAttribute('aria-live', 'off');
    };
    const table = () => reel.places.map(([name, , risk]) => {
      const block = make('div', { class: risk ? 'row-of-cards risk' : 'row-of-cards' });
      const title = make('h3', {}), row = make('div', { class: 'cards' }), count = make('span', {});
      title.append(make('b', {}, name), count);
      block.append(title, row);
      stage.append(block);
      return [row, count, risk];
    });
    const board = () => {
      const [wide, high] = [0, 1].map(of => 1 + Math.max(...reel.stage.map(square => square[of])));
      const svg = make('svg', { viewBox: `0 0 ${wide} ${high}`, class: 'board', role: 'img', 'aria-label': 'The board' });
      reel.stage.forEach(([x, y, side]) => svg.append(make('circle', { class: side < 0 ? 'square' : `square own${side}`, cx: x + 0.5, cy: y + 0.5, r: 0.42 })));
      // A board with snakes and ladders has numbers to read them by.
      const links = reel.stage.flatMap(([x, y, , to]) => (to ? [[x + 0.5, y + 0.5, reel.stage[to - 1][0] + 0.5, reel.stage[to - 1][1] + 0.5]] : []));
      for (const [x, y, to, under] of links) {
        const far = Math.hypot(to - x, under - y), [across, along] = [(to - x) / far, (under - y) / far];
        const [a, b] = [-0.12 * along, 0.12 * across], at = (part, side) => `${(x + part * (to - x) + side * a).toFixed(2)} ${(y + part * (under - y) + side * b).toFixed(2)}`;
        const bends = Math.round(far), rungs = Math.round(3 * far);
        const d = under < y
          ? `M${at(0, 1)}L${at(1, 1)}M${at(0, -1)}L${at(1, -1)}` + Array.from({ length: rungs - 1 }, (_, k) => `M${at((k + 1) / rungs, 1)}L${at((k + 1) / rungs, -1)}`).join('')
          : `M${at(0, 0)}` + Array.from({ length: bends }, (_, k) => `Q${at((k + 0.5) / bends, k % 2 ? 3 : -3)} ${at((k + 1) / bends, 0)}`).join('');
        svg.append(make('path', { class: under < y ? 'ladder' : 'snake', d }));
        if (under > y) svg.append(make('circle', { class: 'mouth', cx: x, cy: y, r: 0.13 }));
      }
      if (links.length) reel.stage.forEach(([x, y], k) => svg.append(make('text', { class: 'number', x: x + 0.5, y: y + 0.34 }, k + 1)));
      stage.append(svg);
      return reel.places.map(([name, side]) => {
        stage.append(make('p', { class: 'standing' }, name));
        return [0, 1, 2, 3].map(() => {
          const piece = make('g', {});
          piece.append(make('circle', { class: `token${side}`, r: 0.34 }), make('text', { class: 'token', y: 0.18 }, reel.sides[side]));
          svg.append(piece);
          return piece;
        });
      });
    };
    // Fights, captures and turns of the lead; of very many the deepest, the largest and those that last.
    const told = () => {
      const events = [], turns = [], end = reel.frames.length - 1;
      let fight = null, lead = -1;
      reel.frames.forEach((frame, f) => {
        const [text, winner, depth, one] = frame, all = stands(frame), most = Math.max(...all);
        if (!reel.fight && winner >= 0 && f < end) events.push({ at: f, weight: reel.kind === 'cards' ? Math.abs(one - reel.frames[f - 1][3]) : 1, name: text });
        if (!reel.fight || depth < 1) fight = null;
        else if (fight && depth >= fight.weight) fight.weight = depth;
        else events.push(fight = { at: f, weight: depth });
        const ahead = all.filter(n => n === most).length > 1 ? lead : all.indexOf(most);
        if (ahead !== lead) turns.push({ at: f, weight: 0, name: `${reel.sides[ahead]} leads` });
        lead = ahead;
        if (turns.length) turns[turns.length - 1].weight++;
      });
      const most = (list, n) => list.sort((a, b) => b.weight - a.weight).slice(0, n);
      const found = [...most(events, 60), ...most(turns, 40)].filter(({ at }) => at > 0).sort((a, b) => a.at - b.at);
      const name = ({ at, weight, name }) => (name && name.includes(number(at)) ? name : `${number(step(at))}: ${name || reel.fight + (weight > 1 ? `, ${weight} deep` : '')}`);
      return [{ at: 0, text: 'The beginning' }, ...found.map(chapter => ({ at: chapter.at, text: name(chapter) })), { at: end, text: 'The end' }];
    };
    const load = async k => {
      stop();
      const mine = ++wanted, unpacked = await unpack(texts[k]);
      if (mine !== wanted) return;
      reel = unpacked;
      at = -1;
      stage.replaceChildren();
      stage.style.minHeight = '';
      chapters = told();
      parts.replaceChildren(...chapters.map(({ text }, k) => make('option', { value: k }, text)));
      places = reel.kind === 'cards' ? table() : board();
      const last = Math.max(1, reel.frames.length - 1), every = Math.ceil(reel.frames.length / 500);
      // The area is the first side's share of all; of more than two, a line ends the share of each.
      const lines = reel.sides.slice(1).map(() => 'M0 64');
      let fights = '';
      reel.frames.forEach((frame, f) => {
        const x = Math.round(10000 * f / last) / 10, depth = frame[2], all = stands(frame);
        const sum = Math.max(1, all.reduce((a, b) => a + b));
        let below = 0;
        if (f % every === 0 || f === last) lines.forEach((_, k) => { below += all[k]; lines[k] += `L${x} ${(64 - 64 * below / sum).toFixed(1)}`; });
        if (depth > 0 && reel.fight) fights += `M${x} 64v${-6 - 6 * Math.min(3, depth)}`;
      });
      now = make('path', { class: 'now' });
      const seam = reel.gap ? `M${1000 * (reel.gap[0] - 0.5) / last} 0V64` : 'M0 0';
      seamNote.hidden = !reel.gap;
      if (reel.gap) seamNote.textContent = `The film is cut at the upright dashed line: ${number(reel.gap[1])} steps, ${number(reel.gap[0])} to ${number(step(reel.gap[0]) - 1)}, are left out.`;
      course.replaceChildren(make('path', { class: 'level', d: `${lines[0]}L1000 64Z` }), ...(lines.length > 1 ? lines.slice(1).map(d => make('path', { class: 'half', d: d.replace('M0 64L', 'M') })) : [make('path', { class: 'half', d: 'M0 32H1000' })]), make('path', { class: 'fights', d: fights || 'M0 0' }), make('path', { class: 'seam', d: seam }), now);
      slider.max = reel.frames.length - 1;
      go(0);
      player.dataset.film = k;
    };
    choice.addEventListener('change', () => load(+choice.value));
    parts.addEventListener('change', () => { stop(); go(chapters[parts.value].at); });
    addEventListener('resize', () => { stage.style.minHeight = ''; });
    slider.addEventListener('input', () => { stop(); go(+slider.value); });
    speed.addEventListener('change', () => { if (timer) { stop(); start(); } });
    course.addEventListener('click', event => {
      const box = course.getBoundingClientRect();
      stop();
      go(Math.round((event.clientX - box.left) / box.width * (reel.frames.length - 1)));
    });
    const does = {
      first: () => { stop(); go(0); }, back: () => { stop(); go(at - 1); }, next: () => { stop(); go(at + 1); },
      last: () => { stop(); go(reel.frames.length - 1); }, play: () => (timer ? stop() : start()),
      before: () => { stop(); go(chapters.findLast(chapter => chapter.at < at)?.at ?? 0); }, after: () => { stop(); go(chapters.find(chapter => chapter.at > at)?.at ?? at); },
    };
    all('[data-go]', film).forEach(button => button.addEventListener('click', () => does[button.dataset.go]()));
    player.addEventListener('keydown', event => {
      if (event.target.closest('select') || (event.target.closest('button') && event.key === ' ')) return;
      const deed = { ArrowRight: 'next', ArrowLeft: 'back', Home: 'first', End: 'last', PageUp: 'before', PageDown: 'after', ' ': 'play' }[event.key];
      if (!deed) return;
      event.preventDefault();
      does[deed]();
    });
    all(`a[href^="#${film.id}~"]`, document).forEach(link => link.addEventListener('click', event => {
      event.preventDefault();
      choice.value = link.hash.split('~')[1];
      film.scrollIntoView();
      load(+choice.value);
    }));
    load(0);
  }
})();
