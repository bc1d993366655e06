// The library, away from the page so that the page stays awake: a request in, an answer out, one at a time.
'use strict';
let engine;

const ask = request => {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  // The memory may grow and move with each call: its buffer is asked for afterwards.
  const to = engine.room(bytes.length);
  new Uint8Array(engine.memory.buffer, to, bytes.length).set(bytes);
  try { engine.answer(); } catch (trap) { if (!engine.length()) throw trap; }
  const [from, length] = [engine.place(), engine.length()];
  return JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, from, length)));
};

// Between two steps, messages are read: a wish to stop, or a game to be shown.
const breath = () => new Promise(next => { const { port1, port2 } = new MessageChannel(); port1.onmessage = next; port2.postMessage(0); });

let stopped = false, run = 0;
const play = async request => {
  const mine = ++run;
  const begun = ask(request);
  if (begun.error) return begun;
  stopped = false;
  postMessage({ begun });
  const clock = performance.now();
  let step = 1024, drawn = 0, looking = 0, done = 0, over = begun.games === 0;
  while (!over && !stopped) {
    const before = performance.now();
    const played = ask({ do: 'play', games: step });
    if (played.error) return played;
    ({ done, over } = played);
    const now = performance.now(), took = now - before;
    step = Math.max(1024, 1024 * Math.round(Math.min(step * 2, step * 60 / Math.max(1, took)) / 1024));
    // Drawing takes at most a third of the time.
    if (!over && now - drawn > Math.max(250, 2 * looking)) {
      const figures = ask({ do: 'figures' });
      drawn = performance.now();
      looking = drawn - now;
      postMessage({ growing: { done, games: begun.games, elapsed: drawn - clock, ...figures } });
    } else postMessage({ growing: { done, games: begun.games, elapsed: now - clock } });
    await breath();
    if (mine !== run) return null;
  }
  const elapsed = performance.now() - clock, figures = ask({ do: 'figures' }), tables = ask({ do: 'tables' });
  if (tables.error) return tables;
  return { done, games: begun.games, elapsed, stopped: !over, ...figures, ...tables };
};

onmessage = async ({ data: { id, module, request } }) => {
  try {
    if (module) engine = (await WebAssembly.instantiate(module, {})).instance.exports;
    if (request && request.do === 'stop') { stopped = true; return; }
    const answer = !request ? {} : request.do === 'begin' ? await play(request) : ask(request);
    if (answer) postMessage({ id, answer });
  } catch (trouble) {
    postMessage({ id, answer: { error: `internal error: ${trouble.message}; please load the page again`, at: 'page' } });
  }
};
