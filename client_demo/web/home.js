/** The first page: who are you, make a table, come to one. */

import { app, openPanel, room, tell } from "./app.js";
import { face } from "./cards.js";
import { h } from "./dom.js";
import { LANGUAGES, Say, say } from "./i18n.js";
import { button, choices, icon, select } from "./parts.js";
import { choose, prefs } from "./prefs.js";

const TARGETS = { classic: [501, 701, 1001, 1501], coinche: [1000, 1500, 2000, 3000] };
const form = { game: "coinche", kind: "house", target: { classic: 1001, coinche: 2000 }, turn: 30, public: false, changes: {} };

export function home() {
  return h("div", { class: "home", key: "home" },
    h("header", { class: "top" }, h("div", { class: "brand" }, h("span", { class: "fan-logo", "aria-hidden": "true" }, ["JS", "AH", "9D"].map((card) => face(card, { key: card, named: false }))), h("h1", {}, "Belote & Coinche")),
      h("div", { class: "options" }, languageChoice(), button([icon("help"), " ", say("web.help")], () => openPanel("help"), { class: "quiet", "data-open": "help" }))),
    h("main", { class: "columns" },
      room() ? h("button", { type: "button", class: "big primary back", onclick: () => app.go(app.tablePath()) }, say("web.back_to_table")) : null,
      h("section", { class: "card-box create", "aria-labelledby": "make" }, h("h2", { id: "make" }, say("web.new_table")), createForm()),
      h("section", { class: "card-box join", "aria-labelledby": "come" }, h("h2", { id: "come" }, say("web.have_code")), joinForm(), app.lobby ? app.later("lobby", ({ lobby }) => lobby()) : null)));
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
    h("details", { class: "more", ontoggle: (event) => { form.open = event.target.open; app.draw(); } }, h("summary", {}, say("web.every_rule")), form.open && app.later("rules", ({ overrides }) => overrides(rules, form))),
    h("button", { class: "big primary", "data-act": "create" }, say("web.create")));
}

function create(event) {
  event.preventDefault();
  if (!prefs.name) return;
  const changes = { ...form.changes };
  if (!("match.target" in changes)) changes["match.target"] = form.target[form.game];
  app.create({ rules: `${form.game}-${form.kind}`, changes, turn: form.turn, public: form.public });
}

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
