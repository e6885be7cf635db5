/** The page: where it is, what it knows, and how both are drawn. */

import { announce, callToTurn, narrate } from "./announce.js";
import { app, ask, closePanel, deal, isMyTurn, match, mySeat, nameAt, openPanel, room, tell } from "./app.js";
import { sprite } from "./cards.js";
import { chat, heard, person, scrollLogs } from "./chat.js";
import { tick } from "./clockface.js";
import { Connection } from "./connection.js";
import { h, patch } from "./dom.js";
import { explain, has, lang, learn, preferredLanguage, say, speak } from "./i18n.js";
import { keyboard } from "./keyboard.js";
import { button, dialog } from "./parts.js";
import { applyPrefs, choose, prefs } from "./prefs.js";
import { isOver } from "./retry.js";

const later = new Map(); // modules that are fetched when they are first needed
const GONE = {}; // in the place of a module that the server no longer has: it was upgraded
const DRESSED = new Set(["home", "help"]); // those with looks of their own
const WORDS = { home: "home", help: "help", proof: "help" }; // which words they need besides
let unseen = []; // what was heard before the check of deals was there

// --- where we are ---

function parseRoute() {
  const found = /^\/(join|watch)\/([A-Za-z0-9]{4,24})\/?$/.exec(location.pathname);
  return found ? { page: found[1], code: found[2].toUpperCase() } : { page: "home" };
}

app.go = (path) => {
  app.panel = null;
  if (location.pathname !== path) history.pushState(null, "", path);
  arrive();
};

app.tablePath = () => (room()?.sit ? `/join/${room().sit}` : `/watch/${room()?.watch}`);
app.close = closePanel;
app.show = openPanel;

/** Take the place that the address names. */
function arrive() {
  app.route = parseRoute();
  const { code } = app.route;
  if (code && prefs.name && app.conn.code !== code) app.enter();
  app.draw();
}

app.enter = () => {
  app.later("table", () => null); // on its way while the server answers
  app.talk = [];
  app.conn.start(app.route.code);
  app.draw();
};

app.create = async (settingsOfTable) => {
  app.later("table", () => null);
  const key = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  app.named();
  app.talk = [];
  app.creating = true;
  return ask({ t: "create", settings: settingsOfTable, key });
};

/** Be somebody before doing something: who has said no name is a guest. */
app.named = () => {
  if (!prefs.name) choose("name", say("web.guest"));
  if (app.conn.you && app.conn.you.name !== prefs.name) app.conn.start(null);
};

/** Look for players, and go on looking when the line was gone. */
app.seek = async () => {
  const answer = await ask({ t: "seek", rules: prefs.wanted, pace: prefs.pace, wide: prefs.wide });
  if (answer.t === "refused") app.seeking = null;
  app.draw();
};

app.leave = () => (mySeat() || room() ? ask({ t: "leave" }) : app.go("/"));

app.refused = async ({ code, params }) => {
  await learn("help").catch(() => null); // without them, the code says it
  tell(explain(code, params));
};

/** Show what a module makes, which is fetched when it is first wanted. */
app.later = (name, make) => {
  if (later.get(name) === GONE) return h("div", { class: "loading", key: "gone" }, button(say("web.reload"), () => location.reload()));
  if (later.get(name)) return make(later.get(name));
  if (!later.has(name)) {
    later.set(name, null);
    Promise.all([import(`./${name}.js`), WORDS[name] && learn(WORDS[name]), DRESSED.has(name) && dress(name)]).then(([module]) => later.set(name, module), () => later.set(name, GONE)).finally(app.draw);
  }
  return loading();
};

/** What a module makes, and until it is there *meanwhile*. */
app.soon = (name, make, meanwhile = null) => {
  const shown = app.later(name, make);
  return later.get(name) ? shown : meanwhile;
};

/** Load the looks of a part; whoever asked shows it only then. */
function dress(name) {
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href: new URL(`${name}.css`, import.meta.url).href });
  document.head.append(link);
  return new Promise((done, fail) => Object.assign(link, { onload: done, onerror: fail }));
}

const loading = () => h("div", { class: "loading", key: "loading" }, h("p", { class: "hint" }, say("web.loading")));

const isRevealing = ({ events, room: told }) => events?.some(({ e }) => e === "revealed") || Boolean(told?.match?.revealed);

/** Let the witness see everything, also what came before the first deal was to be judged. */
async function witness(before, update) {
  if (app.witness) {
    app.witness.see(before, update);
    return;
  }
  unseen.push([before, update]);
  if (witness.comes || !isRevealing(update)) return;
  witness.comes = true;
  const { Witness } = await import("./fairness.js");
  const ready = new Witness();
  for (const each of unseen) ready.see(...each);
  app.witness = ready;
  unseen = [];
  app.draw();
}

app.changeLanguage = async (wanted) => {
  choose("lang", wanted);
  await speak(wanted);
  app.lang = lang;
  app.draw();
};

// --- what is heard ---

const listener = {
  update(update, before, after) {
    if (after?.room.match) witness(before, update);
    if (update.t === "happened" && before && after && after.v === before.v + 1) {
      narrate(update.events, before);
      linger(update.events, after);
    } else if (update.t === "snapshot") arrived(before, after);
    else if (update.t === "said") announce(`${update.person.name}: ${heard(update)}`);
    else if (update.t === "presence" && (update.online || after?.room.seats["SWNE".indexOf(update.seat)].grace == null)) announce(say(update.online ? "web.say_back" : "web.say_away", { name: nameAt(update.seat) }));
    else if (update.t === "paused" || update.t === "resumed") app.paused = update.t === "paused";
    else if (update.t === "lobby") offered(update);
    else if (update.t === "seeking") app.seeking = update.on ? { ...app.seeking, ...update } : null;
    else if (update.t === "matched") matched();
    else if (update.t === "hinted") app.later("play", ({ advised }) => advised(update));
    if (update.t === "happened" || update.t === "snapshot") app.hint = null;
    app.draw();
  },
  status(status) {
    if (status.state !== "open") app.paused = false;
    else if (app.seeking) app.seek(); // what was looked for has to be looked for again
    if (status.state !== "connecting") announce(statusText(status) || say("web.connected"));
    app.draw();
  },
  known(token) {
    if (token !== prefs.token) choose("token", token);
  },
  away(reason) {
    app.panel = null;
    app.lingering = null;
    if (app.route.page !== "home") history.replaceState(null, "", "/");
    app.route = { page: "home" };
    const key = `web.gone_${reason}`;
    if (has(key)) tell(say(key), 8);
    else if (reason !== "left") app.refused({ code: reason });
  },
};

/** Hear what is offered while the first page is shown, once on each line; a table ends it. */
function browse() {
  const wanted = app.route.page === "home" && app.conn.status.state === "open" && !room() ? app.conn.sockets : null;
  if (wanted === browse.heard) return;
  browse.heard = wanted;
  if (wanted !== null) app.conn.ask({ t: "browse" });
}

/** Keep the list of open tables: all of them at first, then what changed. */
function offered({ v, full, tables = [], gone = [], seeking = 0 }) {
  const known = full ? new Map() : new Map(app.lobby?.tables);
  for (const each of gone) known.delete(each);
  for (const each of tables) known.set(each.id, each);
  app.lobby = { v, tables: known, seeking };
}

/** Players were found: the table is on its way. */
function matched() {
  app.seeking = null;
  app.later("table", () => null);
  app.talk = [];
  app.creating = true;
  announce(say("web.say_matched"));
}

function arrived(before, after) {
  if (!before || before.v !== after.v) app.lingering = null;
  const path = app.tablePath();
  if (app.creating || app.route.page !== "home") {
    if (location.pathname !== path) history[app.creating ? "pushState" : "replaceState"](null, "", path);
    app.route = parseRoute();
    app.creating = false;
  }
}

/** Leave a trick that was just taken in sight, until somebody leads to the next. */
function linger(events, after) {
  for (const event of events) {
    if (event.e === "played") app.lingering = null;
    if (event.e !== "trick") continue;
    const taken = after.room.match.deal.tricks.at(-1);
    app.lingering = taken;
    setTimeout(() => {
      if (app.lingering !== taken) return;
      app.lingering = null;
      app.draw();
    }, 1600);
  }
  if (events.some((event) => event.e === "completed")) app.bubbles = app.bubbles.map((said) => (said?.kind === "call" ? null : said));
  if (events.some((event) => event.e === "dealt")) Object.assign(app, { lingering: null, chosen: null, pick: { points: null, mode: null } });
}

// --- what is shown ---

function statusText({ state, detail, retryIn }) {
  if (state === "open" || state === "idle") return app.paused ? say("web.status_paused") : "";
  if (state === "closed" || state === "outdated") return [say(`web.status_${state}`), detail].filter(Boolean).join(" ");
  return say(`web.status_${state}`, { n: Math.ceil(retryIn || 0) });
}

function statusLine() {
  const { status } = app.conn;
  const text = statusText(status);
  const act = { replaced: "web.play_here", closed: "web.try_again", outdated: "web.reload" }[status.state];
  const again = () => (status.state === "outdated" ? location.reload() : app.conn.start());
  return h("div", { class: `status ${text ? status.state : "quiet"}`, key: "status", role: "status", "data-status": status.state }, text ? h("span", {}, text) : null,
    act ? button(say(act), again, { class: "primary", "data-act": "again" }) : null);
}

const PANELS = {
  scores: () => ["web.scores", app.later("play", ({ sheet }) => sheet())], chat: () => ["web.chat", chat("panel")], settings: () => ["web.settings", app.later("settings", ({ settings }) => settings())],
  invite: () => ["web.invite", room() && app.later("table", ({ invitation }) => invitation())], last: () => ["web.last_trick", app.later("play", ({ lastTrick }) => lastTrick())], fair: () => ["web.fair_title", app.later("proof", ({ proof }) => proof())],
  person: () => [null, room() ? person(app.person) : null], help: () => ["web.help_title", app.later("help", ({ help }) => help())],
};

function panel() {
  if (!app.panel || !(app.panel in PANELS)) return null;
  const [title, content] = PANELS[app.panel]();
  return dialog(app.panel, title ? say(title) : nameAt(app.person), closePanel, content, app.notice ? note() : null);
}

function stage() {
  if (!app.route.code) return app.later("home", ({ home }) => home());
  if (!prefs.name || (!room() && app.conn.status.state === "idle")) return app.later("home", ({ gate }) => gate());
  return room() ? app.later("table", ({ table }) => table()) : loading();
}

function page() {
  return [h("div", { id: "stage", key: "stage", class: isOver(app.conn.status) ? "stilled" : "" }, stage()), panel(),
    h("div", { class: "toasts", key: "toasts" }, statusLine(), note())];
}

/** What is told in passing; in the box that is open, if one is, since that lies over all the rest. */
const note = () => h("div", { class: `note ${app.notice ? "on" : ""}`, key: "note", role: "alert" }, app.notice ? app.notice.text : null);

let due = false;
let acted = ""; // the place in the match where one was last to act

function draw() {
  due = false;
  browse();
  patch(document.getElementById("app"), page());
  tick();
  scrollLogs();
  const now = isMyTurn() ? [match().phase, deal().number, deal().calls?.length, deal().tricks?.length].join() : "";
  const isNew = now !== acted && now !== "";
  acted = now;
  setTimeout(() => { // not in the time of a frame
    callToTurn(isNew);
    if (isNew) keyboard.toTurn();
  });
}

app.draw = () => {
  if (due) return;
  due = true;
  if (document.hidden) setTimeout(draw); // no frames are drawn there, yet the title tells whose turn it is
  else requestAnimationFrame(() => due && draw());
};

// --- begin ---

/** Who comes from another device brings themselves along, behind the mark `#`. */
function moveIn() {
  const found = /^#me=([A-Za-z0-9_-]{22})\.(.*)$/.exec(location.hash);
  if (!found) return;
  choose("token", found[1]);
  choose("name", decodeURIComponent(found[2]));
  history.replaceState(null, "", location.pathname);
}

async function begin() {
  moveIn();
  applyPrefs();
  await speak(preferredLanguage(prefs.lang));
  app.lang = lang;
  app.conn = new Connection(() => ({ name: prefs.name || say("web.guest"), token: prefs.token, lang }), listener);
  patch(document.getElementById("sprite"), [sprite()]);
  addEventListener("popstate", () => { app.panel = null; arrive(); });
  document.addEventListener("visibilitychange", () => due && draw());
  keyboard.listen();
  if (location.hash) history.replaceState(null, "", location.pathname);
  app.route = parseRoute();
  if (app.route.code ? prefs.name : true) app.conn.start(app.route.code || null);
  draw();
  if (match()) app.draw();
}

begin();
