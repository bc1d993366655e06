(() => {
  'use strict';
  const $ = id => document.getElementById(id);
  const all = (what, root = document) => [...root.querySelectorAll(what)];
  const make = (name, attributes = {}, ...inner) => {
    const node = document.createElement(name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    node.append(...inner);
    return node;
  };
  const grouped = n => n.toLocaleString('en-US');
  // A number as pages write it, with commas or spaces between its thousands.
  const plain = text => text.trim().replace(/(?<=\d)[,\u00a0\u202f ](?=\d{3}(?!\d))/g, '');

  // The library answers one request after the other, in a worker.
  const waiting = new Map();
  let worker, asked = 0, tell = () => {};
  const send = message => new Promise(answered => { waiting.set(++asked, answered); worker.postMessage({ id: asked, ...message }); });
  const ask = request => send({ request });
  const wake = async () => {
    const packed = Uint8Array.from(atob($('wasm').textContent.trim()), letter => letter.charCodeAt(0));
    const module = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
    worker = new Worker(URL.createObjectURL(new Blob([$('worker').textContent], { type: 'text/javascript' })));
    worker.onmessage = ({ data }) => {
      if (data.id === undefined) return tell(data);
      waiting.get(data.id)(data.answer);
      waiting.delete(data.id);
    };
    worker.onerror = event => refuse({ error: event.message, at: 'page' });
    return send({ module });
  };

  // An error stands beside the input that it is about.
  const input = { rules: 'base', 'one-seed': 'one-seed', game: 'one-game', deal: 'deal', games: 'games', seed: 'seed', dice: 'dice' };
  const clear = (...places) => places.forEach(at => {
    all(`[data-at="${at}"]`).forEach(node => { node.hidden = true; node.textContent = ''; });
    if (input[at]) $(input[at]).removeAttribute('aria-invalid');
    if (at === 'rules') all('#fields .error').forEach(node => node.remove());
    if (at === 'rules') all('#fields [aria-invalid]').forEach(node => node.removeAttribute('aria-invalid'));
  });
  let touched = null;
  const refuse = ({ error, at }) => {
    const place = at === 'page' || !document.querySelector(`[data-at="${at}"]`) ? $('page-error') : document.querySelector(`[data-at="${at}"]`);
    if (at === 'rules' && touched && touched.isConnected) {
      touched.setAttribute('aria-invalid', 'true');
      touched.closest('.field').append(make('p', { class: 'error', role: 'alert' }, error));
      return;
    }
    place.textContent = error;
    place.hidden = false;
    if (input[at]) $(input[at]).setAttribute('aria-invalid', 'true');
  };

  // The rules.
  let about, fields = [];
  const game = () => about.games.find(({ name }) => name === $('game').value);
  const value = ({ control, whole }) => (whole ? plain(control.value) : control.value.trim());
  const changes = () => fields.filter(field => value(field) !== field.text).map(field => [field.key, value(field)]);
  const chosen = base => ({ base: base || $('base').value, changes: base ? [] : changes(), dice: game().dice ? $('dice').value : null });
  const show = answer => {
    $('toml').textContent = answer.toml;
    $('cautions').textContent = answer.cautions.join(' ');
    $('cautions').hidden = !answer.cautions.length;
    const cell = $('cell').value;
    $('cell').replaceChildren(...answer.cells.map((name, k) => make('option', { value: k }, name.replace(':', ' against '))));
    if (answer.cells[cell] !== undefined) $('cell').value = cell;
    $('cell-row').hidden = answer.cells.length < 2;
  };
  // What is shown is of the rules and numbers that it was played with; others make it old.
  const values = (...ids) => ids.map(id => $(id).value);
  const asks = {
    one: () => JSON.stringify([chosen(), typed(), values('cell', 'deal'), values('one-seed', 'one-game').map(plain)]),
    many: () => JSON.stringify([chosen(), values('against'), values('games', 'seed').map(plain)]),
  };
  const shown = { one: null, many: null }, places = { one: ['result', 'film'], many: ['figures', 'tables'] };
  const age = () => Object.keys(shown).forEach(part => {
    const old = shown[part] !== null && shown[part] !== asks[part]();
    $(`${part}-old`).hidden = !old;
    places[part].forEach(id => $(id).classList.toggle('old', old));
  });
  const mark = () => {
    for (const field of fields) field.row.classList.toggle('other', value(field) !== field.text);
    const many = changes().length;
    $('changed').hidden = !many;
    $('changed').textContent = `${many} changed`;
    age();
    link();
  };
  // The address holds the settings that are not the usual ones.
  const held = { base: 'rules', against: 'against', games: 'games', seed: 'seed', 'one-seed': 'one-seed', 'one-game': 'game-of-seed', dice: 'dice' };
  const usual = id => (id === 'dice' ? game().dice || '' : $(id).tagName === 'SELECT' ? ($(id).options[0] || {}).value : $(id).defaultValue);
  const link = () => {
    const words = new URLSearchParams({ game: $('game').value });
    for (const id in held) if ($(id).value !== usual(id)) words.set(held[id], $(id).value);
    changes().forEach(([key, text]) => words.append('set', `${key}=${text}`));
    history.replaceState(null, '', `#${words}`);
  };
  const follow = async () => {
    const words = new URLSearchParams(location.hash.slice(1));
    if (about.games.some(({ name }) => name === words.get('game'))) $('game').value = words.get('game');
    fill();
    for (const id in held) if (id !== 'dice' || game().dice) $(id).value = words.get(held[id]) ?? usual(id);
    if (!$('base').value) $('base').selectedIndex = 0;
    if (!$('against').value) $('against').selectedIndex = 0;
    const set = new Map(words.getAll('set').map(word => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
    await turn(null, set);
  };
  let latest = 0;
  const check = async () => {
    mark();
    const mine = ++latest, answer = await ask({ do: 'rules', ...chosen() });
    if (mine !== latest) return false;
    clear('rules', 'dice', 'page');
    if (answer.error) refuse(answer); else show(answer);
    return !answer.error;
  };
  // Fields that can have no effect with the others as they are: the library refuses to change them.
  const other = ({ text, choices, whole }) => choices.find(word => word !== text) ?? (whole && /^\d+$/.test(text) ? String(whole[1] !== null && +text >= whole[1] ? +text - 1 : +text + 1) : null);
  const probe = async () => {
    const mine = latest, base = chosen(), changed = new Set(changes().map(([key]) => key));
    let idle = 0;
    for (const field of fields) {
      const word = changed.has(field.key) ? null : other(field);
      const { error } = word === null ? {} : await ask({ do: 'rules', ...base, changes: [...base.changes, [field.key, word]] });
      if (mine !== latest) return;
      field.row.hidden = Boolean(error) && error.includes(`no effect: ${field.key} `);
      idle += field.row.hidden;
    }
    all('#fields section').forEach(group => { group.hidden = all('.field', group).every(node => node.hidden); });
    $('idle').hidden = !idle;
    $('idle').textContent = `${idle} more ${idle === 1 ? 'field' : 'fields'} would have no effect with these rules.`;
  };
  // What is changed is seen at once, by a few games.
  const changed = async () => {
    if (!await check()) return;
    probe();
    quick();
  };
  const row = ({ key, description, text, choices, free, range }) => {
    const id = `field-${key.replace(/\W/g, '-')}`;
    const control = choices.length && !free
      ? make('select', { id }, ...choices.map(word => make('option', { value: word }, word)))
      : make('input', { id, autocomplete: 'off', spellcheck: 'false', ...(choices.length ? { list: `${id}-words` } : {}) });
    control.value = text;
    const [least, most] = range || [null, null];
    const whole = most !== null ? ` ${grouped(least || 0)} to ${grouped(most)}` : least !== null ? ` ${grouped(least)} or more` : '';
    const allowed = whole ? `${whole}${choices.length ? `, or ${choices.join(', ')}` : ''}.` : '';
    const node = make('div', { class: 'field' }, make('label', { for: id, style: 'margin:0' }, make('code', {}, key), control), make('p', {}, `${description || ''}${allowed}`));
    if (free && choices.length) node.append(make('datalist', { id: `${id}-words` }, ...choices.map(word => make('option', { value: word }))));
    control.addEventListener('change', () => { touched = control; changed(); });
    return { key, text, choices, whole: range, control, row: node };
  };
  const turn = async (event, set = new Map()) => {
    const preset = game().presets.find(({ name }) => name === $('base').value);
    $('summary').textContent = preset.summary;
    $('source').textContent = `Source: ${preset.source}`;
    touched = null;
    fields = [];
    clear('rules', 'dice', 'page');
    const mine = ++latest, answer = await ask({ do: 'rules', ...chosen() });
    if (mine !== latest) return;
    if (answer.error) return refuse(answer);
    fields = answer.fields.map(row);
    const groups = new Map();
    for (const field of fields) {
      const [group, key] = field.key.split('.');
      const title = key ? `${group[0].toUpperCase()}${group.slice(1).replace('_', ' ')}` : 'The game';
      if (!groups.has(title)) groups.set(title, make('section', {}, make('h3', {}, title)));
      groups.get(title).append(field.row);
      if (set.has(field.key)) field.control.value = set.get(field.key);
    }
    $('fields').replaceChildren(...groups.values());
    show(answer);
    await changed();
  };
  const turnGame = () => { fill(); return turn(); };
  const fill = () => {
    const { presets, dice } = game();
    $('base').replaceChildren(...presets.map(({ name }) => make('option', { value: name }, name)));
    $('against').replaceChildren(make('option', { value: '' }, 'nothing'), ...presets.map(({ name }) => make('option', { value: name }, name)));
    $('dice-row').hidden = !dice;
    $('dice').value = dice || '';
    $('deal').value = '';
    $('typed').hidden = Boolean(dice);
    if (dice) document.querySelector('[name=from][value=seed]').click();
  };

  // One game.
  const typed = () => document.querySelector('[name=from]:checked').value === 'typed';
  const one = () => ({ rules: chosen(), cell: +$('cell').value, seed: plain($('one-seed').value), game: plain($('one-game').value) });
  const turnFrom = async () => {
    $('deal-row').hidden = !typed();
    if (!typed() || $('deal').value) return;
    const answer = await ask({ do: 'deal', ...one() });
    if (answer.error) return refuse(answer);
    if (!$('deal').value) $('deal').value = answer.deal;
  };
  // Dice that were typed are in no file that a command could name.
  const command = (id, text) => {
    const same = text && (!game().dice || $('dice').value.trim() === game().dice.trim());
    $(id).textContent = same ? text : '';
    $(id).parentNode.hidden = !same;
  };
  const playOne = async () => {
    clear('one-seed', 'game', 'deal', 'page');
    const asked = asks.one();
    const answer = await ask({ do: 'film', ...one(), deal: typed() ? $('deal').value : null });
    shown.one = answer.error ? null : asked;
    age();
    if (answer.error) {
      $('result').replaceChildren();
      $('film').replaceChildren();
      command('one-command', '');
      refuse(answer);
      return;
    }
    $('result').replaceChildren(...answer.result.filter(([, value]) => value !== '').map(([name, value]) =>
      make('div', {}, make('dt', {}, name.replace(/_/g, ' ')), make('dd', { 'data-name': name }, value))));
    command('one-command', answer.command);
    $('film').innerHTML = answer.html;
    all('#film details').forEach(node => node.remove());
    bring($('film'));
  };

  // Figures that grow: what is drawn is exchanged, so that views, keys and the place on the page stay.
  const bring = root => enliven({
    querySelectorAll: what => root.querySelectorAll(what),
    createElement: name => document.createElement(name),
    createElementNS: (space, name) => document.createElementNS(space, name),
    get activeElement() { return document.activeElement; },
  });
  const shape = figure => `${figure.id} ${all('.plot > svg', figure).length} ${all('.note', figure).length} ${all('.keys .name', figure).map(n => n.textContent)}`;
  const shapes = root => all('figure', root).map(shape).join('|');
  // Words and numbers become those of another drawing of the same figures; drawings are exchanged, what
  // shows the numbers under the pointer stays.
  const become = (from, to) => {
    if (from.nodeType === Node.TEXT_NODE) { from.data = to.data; return; }
    if (from.matches('.tip')) return;
    if (from.matches('.plot > svg')) { from.replaceWith(to); return; }
    if (to.hasAttribute('aria-label')) from.setAttribute('aria-label', to.getAttribute('aria-label'));
    const [old, fresh] = [[...from.childNodes], [...to.childNodes]];
    if (old.length !== fresh.length || old.some((node, k) => node.nodeName !== fresh[k].nodeName)) from.replaceChildren(...fresh);
    else old.forEach((node, k) => become(node, fresh[k]));
  };
  const draw = html => {
    const root = $('figures'), fresh = make('div');
    fresh.innerHTML = html;
    if (shapes(root) !== shapes(fresh)) {
      root.replaceChildren(...fresh.childNodes);
      bring(root);
      return;
    }
    become(root, fresh);
    // The keys know which series are to be seen.
    all('figure [data-key]', root).forEach(key => key.dispatchEvent(new Event('change')));
  };

  // Many games.
  const seconds = ms => `${(ms / 1000).toFixed(ms < 9950 ? 1 : 0)} s`;
  const stand = ({ done, games, elapsed }, word) => {
    $('progress').value = games ? done / games : 1;
    const speed = elapsed > 0 ? ` (${grouped(Math.round(done / elapsed) * 1000)} games/s)` : '';
    $('standing').textContent = `${word} ${grouped(done)} of ${grouped(games)} games in ${seconds(elapsed)}${speed}.`;
  };
  let links = [], current = null, waits = 0;
  const FEW = 2000;
  const quick = () => {
    clearTimeout(waits);
    waits = setTimeout(() => { if (asks.many() !== current) playMany(true); }, 60);
  };
  const playMany = async few => {
    clearTimeout(waits);
    clear('games', 'seed', 'page');
    const asked = current = asks.many();
    if (!few && !await check()) { current = null; $('standing').textContent = 'These rules cannot be played; see above.'; return; }
    $('run').disabled = !few;
    $('stop').disabled = few;
    $('tables').hidden = true;
    document.body.dataset.playing = 'yes';
    const drawn = html => { draw(html); shown.many = asked; age(); };
    tell = ({ begun, growing }) => {
      if (begun) { command('many-command', begun.command); $('standing').textContent = 'Playing.'; }
      if (growing) { stand(growing, 'Played'); if (growing.html) drawn(growing.html); }
    };
    const against = $('against').value, rules = [chosen(), ...(against ? [chosen(against)] : [])];
    const wanted = plain($('games').value), count = few && !(+wanted <= FEW) ? String(FEW) : wanted;
    const answer = await ask({ do: 'begin', rules, games: count, seed: plain($('seed').value) });
    $('run').disabled = false;
    $('stop').disabled = true;
    delete document.body.dataset.playing;
    if (answer.error) {
      shown.many = current = null;
      age();
      command('many-command', '');
      $('figures').replaceChildren();
      $('standing').textContent = 'Nothing played yet.';
      $('progress').value = 0;
      // A second rule set has no field that was touched.
      if (answer.at === 'rules') touched = null;
      return refuse(answer.at === 'rules' ? { ...answer, at: 'games' } : answer);
    }
    stand(answer, answer.stopped ? 'Stopped after' : 'Played');
    if (few && count !== wanted) $('standing').textContent += ' A first look: Play has them all.';
    drawn(answer.html);
    if (few) return;
    if (answer.stopped) $('many-command').textContent = $('many-command').textContent.replace(/--games \d+/, `--games ${answer.done}`);
    links.forEach(url => URL.revokeObjectURL(url));
    links = answer.files.map(([, text]) => URL.createObjectURL(new Blob([text], { type: 'text/csv' })));
    $('files').replaceChildren(...answer.files.flatMap(([name], k) => [make('a', { href: links[k], download: name }, name), ' ']));
    $('tables').hidden = false;
  };

  const begin = async () => {
    await wake();
    about = await ask({ do: 'about' });
    if (about.error) return refuse(about);
    document.head.append(make('style', {}, about.style));
    $('game').replaceChildren(...about.games.map(({ name, title }) => make('option', { value: name }, title)));
    $('game').addEventListener('change', turnGame);
    $('base').addEventListener('change', turn);
    $('dice').addEventListener('change', changed);
    $('undo').addEventListener('click', turn);
    all('[name=from]').forEach(node => node.addEventListener('change', turnFrom));
    $('play-one').addEventListener('click', playOne);
    all('#one-seed,#one-game').forEach(node => node.addEventListener('keydown', event => { if (event.key === 'Enter') playOne(); }));
    $('run').addEventListener('click', () => playMany(false));
    all('#against,#seed').forEach(node => node.addEventListener('change', changed));
    all('#games,#one-seed,#one-game').forEach(node => node.addEventListener('change', link));
    addEventListener('hashchange', follow);
    $('stop').addEventListener('click', () => worker.postMessage({ request: { do: 'stop' } }));
    for (const at of ['one-seed', 'game', 'deal', 'games', 'seed']) $(input[at]).addEventListener('change', () => clear(at));
    ['input', 'change'].forEach(kind => document.addEventListener(kind, age, true));
    $('deal-hint').textContent = 'The deal, as the program reads it';
    await follow();
    document.body.dataset.ready = 'yes';
  };
  begin().catch(trouble => refuse({ error: `The page could not begin; it needs a browser with WebAssembly, workers and DecompressionStream: ${trouble.message}`, at: 'page' }));
})();
