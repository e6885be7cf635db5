/** The first page: who are you, make a table, come to one. */

import { app, ask, openPanel, room, tell } from "./app.js";
import { face } from "./cards.js";
import { strength } from "./chat.js";
import { h } from "./dom.js";
import { LANGUAGES, Say, say } from "./i18n.js";
import { button, choices, icon, select, toggle } from "./parts.js";
import { choose, prefs } from "./prefs.js";

const TARGETS = { classic: [501, 701, 1001, 1501], coinche: [1000, 1500, 2000, 3000] };
const form = { game: "coinche", kind: "house", target: { classic: 1001, coinche: 2000 }, turn: 30, public: false, changes: {}, grace: 60, timeouts: 2, bank: 30, hints: false, tab: "make" };
const TABS = [["make", "web.new_table"], ["alone", "lobby.quick_match"], ["others", "lobby.public_tables"]]; // on small screens, one at a time

export function home() {
  return h("div", { class: "home", key: "home" },
    h("header", { class: "top" }, h("div", { class: "brand" }, h("span", { class: "fan-logo", "aria-hidden": "true" }, ["JS", "AH", "9D"].map((card) => face(card, { key: card, named: false }))), h("h1", {}, "Belote & Coinche")),
      h("div", { class: "options" }, languageChoice(), button([icon("help"), " ", say("web.help")], () => openPanel("help"), { class: "quiet", "data-open": "help" }))),
    h("nav", { class: "tabs", "aria-label": say("web.tools") }, TABS.map(([tab, label]) => button(say(label), () => set("tab", tab), { "aria-pressed": String(form.tab === tab), "data-tab": tab, key: tab }))),
    h("main", { class: `columns tab-${form.tab}` },
      room() ? h("button", { type: "button", class: "big primary back", onclick: () => app.go(app.tablePath()) }, say("web.back_to_table")) : null,
      h("section", { class: "card-box create", "aria-labelledby": "make" }, h("h2", { id: "make" }, say("web.new_table")), createForm()),
      h("div", { class: "stack alone", key: "alone" }, app.later("lobby", ({ alone }) => alone())),
      h("div", { class: "stack others", key: "others" }, h("section", { class: "card-box join", "aria-labelledby": "come" }, h("h2", { id: "come" }, say("web.have_code")), joinForm()), app.later("lobby", ({ openTables }) => openTables()))));
}

export const languageChoice = () => select(say("web.language"), Object.entries(LANGUAGES), app.lang, (lang) => app.changeLanguage(lang));

/** The field for one's name; it is kept as it is typed. */
export const nameField = () => h("label", { class: "field" }, h("span", {}, say("web.your_name")),
  h("input", { name: "name", required: true, maxlength: 40, value: prefs.name, autocomplete: "nickname", placeholder: say("web.name_hint"), oninput: (event) => choose("name", event.target.value.trim()) }));

function set(name, value) {
  form[name] = value;
  if (name === "game" || name === "kind") form.changes = {};
  app.draw();
}

function createForm() {
  const rules = `${form.game}-${form.kind}`;
  return h("form", { onsubmit: create, class: "make" },
    nameField(),
    choices("game", say("web.game"), ["coinche", "classic"].map((game) => [game, Say(`game.${game}`)]), form.game, (value) => set("game", value)),
    choices("kind", say("web.rules"), ["house", "official"].map((kind) => [kind, say(`web.rules_${kind}`)]), form.kind, (value) => set("kind", value)),
    h("p", { class: "summary", "aria-live": "polite" }, say(`ruleset_summary.${rules}`)),
    h("div", { class: "pair" },
      select(say("web.target"), TARGETS[form.game].map((target) => [target, say("sheet.points", { n: target })]), form.target[form.game], (value) => { form.target[form.game] = Number(value); app.draw(); }),
      select(say("web.pace"), [[15, say("web.pace_quick")], [30, say("web.pace_normal")], [60, say("web.pace_calm")], [0, say("web.no_clock")]], form.turn, (value) => set("turn", Number(value)))),
    choices("public", say("web.who_comes"), [[false, say("web.private")], [true, say("web.public")]], form.public, (value) => set("public", value)),
    h("details", { class: "more", ontoggle: (event) => { form.open = event.target.open; app.draw(); } }, h("summary", {}, say("web.every_rule")), form.open && [options(), app.later("rules", ({ overrides }) => overrides(rules, form))]),
    h("button", { class: "big primary", "data-act": "create" }, say("web.create")));
}

const GRACES = [0, 15, 30, 60, 180, 600];
const seconds = (n) => (n && n % 60 === 0 ? say("lobby.minutes", { n: n / 60 }) : say("lobby.seconds", { n }));

/** What happens when somebody is gone or slow, and whether advice is to be had. */
const options = () => h("fieldset", { class: "overrides" }, h("legend", {}, say("lobby.more_options")),
  select(say("lobby.grace_after"), GRACES.map((n) => [n, seconds(n)]), form.grace, (value) => set("grace", Number(value))),
  select(say("lobby.timeouts_before"), [0, 1, 2, 3, 5].map((n) => [n, n ? String(n) : say("lobby.never")]), form.timeouts, (value) => set("timeouts", Number(value))),
  select(say("lobby.bank_of"), [0, 15, 30, 60, 120, 300].map((n) => [n, seconds(n)]), form.bank, (value) => set("bank", Number(value))),
  strength(say("lobby.stands_in")), toggle(say("lobby.hints_allowed"), form.hints, (on) => set("hints", on)));

function create(event) {
  event.preventDefault();
  if (!prefs.name) return;
  const changes = { ...form.changes };
  if (!("match.target" in changes)) changes["match.target"] = form.target[form.game];
  const { turn, grace, timeouts, bank, hints } = form;
  app.create({ rules: `${form.game}-${form.kind}`, changes, turn, public: form.public, grace, timeouts, bank, hints, bots: prefs.policy });
}

/** One click from here to cards: robots at the other seats, time to think, and advice. */
app.practise = async () => {
  app.named();
  app.practising = true;
  const rules = `${form.game}-${form.kind}`;
  const answer = await app.create({ rules, changes: { "match.target": form.target[form.game] }, turn: 0, hints: true, bots: prefs.policy });
  if (answer.t === "ok") {
    const steps = [{ t: "sit", seat: "S" }, ...["W", "N", "E"].map((seat) => ({ t: "bot", seat, policy: prefs.policy })), { t: "ready", ready: true }];
    await Promise.all(steps.map(ask));
  }
  app.practising = false;
  app.draw();
};

/** Accept a code, or a whole link. */
function joinForm() {
  return h("form", { onsubmit: join, class: "code-form" },
    h("label", { class: "field" }, h("span", {}, say("web.code_or_link")), h("input", { name: "code", required: true, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" })),
    h("button", { class: "big" }, say("web.come_in")));
}

function join(event) {
  event.preventDefault();
  const text = event.target.elements.code.value.trim();
  const found = /(?:(join|watch)\/)?([A-Za-z0-9]{4,24})\/?$/.exec(text);
  if (!found) return tell(say("refusal.no_such_room"));
  return app.go(`/${found[1] || "join"}/${found[2].toUpperCase()}`);
}

/** Somebody new follows a link: only their name is missing. */
export function gate() {
  const watching = app.route.page === "watch";
  return h("div", { class: "home gate", key: "gate" }, h("header", { class: "top" }, h("div", { class: "brand" }, h("h1", {}, "Belote & Coinche")), h("div", { class: "options" }, languageChoice())),
    h("main", { class: "columns" }, h("section", { class: "card-box" }, h("h2", {}, say(watching ? "web.invited_watch" : "web.invited")),
      h("form", { onsubmit: (event) => { event.preventDefault(); if (prefs.name) app.enter(); } }, nameField(), h("button", { class: "big primary", "data-act": "enter" }, say("web.come_in"))))));
}
