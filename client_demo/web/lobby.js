/** Tables that anybody may join, a table with whoever wants the same, and one with robots. */

import { app, ask, room } from "./app.js";
import { strength } from "./chat.js";
import { h } from "./dom.js";
import { Say, say } from "./i18n.js";
import { button, choices, icon, toggle } from "./parts.js";
import { choose, prefs } from "./prefs.js";

const SETS = ["coinche-house", "coinche-official", "classic-house", "classic-official"];
const PACES = ["calm", "normal", "fast"];

/** What is there for somebody who has nobody to play with yet. */
export const alone = () => (room() ? [] : [quick(), practice()]);

const box = (name, title, ...kids) => h("section", { class: `card-box ${name}`, key: name, "aria-labelledby": `at-${name}` }, h("h2", { id: `at-${name}` }, title), kids);

// --- players for whoever has none ---

function quick() {
  return box("quick", say("lobby.quick_match"), app.seeking ? seeking() : wishes(),
    app.lobby?.seeking && !app.seeking ? h("p", { class: "hint" }, say("lobby.seeking_now", { n: app.lobby.seeking })) : null);
}

const set = (name) => (value) => { choose(name, value); app.draw(); };

function wishes() {
  const { wanted } = prefs;
  const flip = (name) => (on) => set("wanted")(SETS.filter((each) => (each === name ? on : wanted.includes(each))));
  return h("form", { onsubmit: seek, key: "wishes" },
    h("p", { class: "hint" }, say("lobby.quick_hint")),
    h("fieldset", { class: "choices many" }, h("legend", {}, say("lobby.quick_rules")), SETS.map((name) => h("label", { class: wanted.includes(name) ? "on" : "", key: name },
      h("input", { type: "checkbox", name: "wanted", value: name, checked: wanted.includes(name), onchange: (event) => flip(name)(event.target.checked) }), h("span", {}, Say(`ruleset.${name}`))))),
    choices("speed", say("web.pace"), PACES.map((pace) => [pace, Say(`lobby.pace_${pace}`)]), prefs.pace, set("pace")),
    toggle(say("lobby.wide"), prefs.wide, set("wide")),
    h("button", { class: "big primary", "data-act": "seek", disabled: !wanted.length }, say("lobby.quick_find")));
}

function seek(event) {
  event.preventDefault();
  app.named();
  app.seek();
}

/** Waiting for others: how many could come, for how long already, and the way out. */
function seeking() {
  return h("div", { class: "searching", role: "status", key: "searching" }, h("span", { class: "pulse", "aria-hidden": "true" }),
    h("p", {}, say("lobby.searching", { n: app.seeking.waiting || 1 }), " ", h("span", { class: "seconds", "data-since": app.seeking.since, "aria-hidden": "true" })),
    button(say("web.cancel"), () => ask({ t: "unseek" }), { class: "big", "data-act": "unseek" }));
}

// --- robots for whoever wants none but them ---

function practice() {
  return box("practice", say("lobby.practice"), h("p", { class: "hint" }, say("lobby.practice_hint")), strength(),
    button([icon("bot"), " ", say("lobby.practice")], app.practise, { class: "big", "data-act": "practise", disabled: Boolean(app.practising) }));
}

// --- tables that are open ---

export function openTables() {
  if (room()) return null; // who is at a table hears nothing of others
  const tables = [...(app.lobby?.tables.values() || [])].sort((one, two) => isFull(one) - isFull(two) || one.id.localeCompare(two.id));
  return box("tables", say("lobby.public_tables"), tables.length ? h("ul", { class: "offers" }, tables.map(offer)) : h("p", { class: "hint" }, say("lobby.no_tables")));
}

const seated = ({ names, bots = 0 }) => names.filter(Boolean).length + bots;
const isFull = (each) => each.playing || seated(each) === 4;

function offer(each) {
  const { id, code, watch, rules, changes, target, turn, host, names, playing, watchers } = each;
  const terms = [say("sheet.points", { n: target }), turn ? say("web.seconds_a_turn", { n: turn }) : say("web.no_clock"), changes ? say("lobby.rules_changed", { n: changes }) : null, watchers ? say("web.watchers", { n: watchers }) : null];
  return h("li", { key: id, class: "offer", "data-table": id },
    h("div", {}, h("b", {}, Say(`ruleset.${rules}`)), h("small", {}, terms.filter(Boolean).join(" · ")),
      h("small", { dir: "auto" }, playing ? `${Say("lobby.playing")} · ` : "", names.filter(Boolean).join(", ") || host), pips(each)),
    h("div", { class: "ways" },
      isFull(each) ? null : button(say("web.come_in"), () => enter("join", code), { class: "primary", "data-join": code }),
      watch ? button([icon("eye"), h("span", { class: "hidden" }, say("lobby.watch"))], () => enter("watch", watch), { title: say("lobby.watch"), "data-watch": watch }) : null));
}

/** How many of the four seats are taken, to be seen and heard. */
const pips = (each) => h("span", { class: "pips", role: "img", "aria-label": say("lobby.players", { n: seated(each) }) }, [0, 1, 2, 3].map((index) => h("i", { key: index, class: index < seated(each) ? "on" : "" })));

function enter(kind, code) {
  if (!prefs.name) choose("name", say("web.guest"));
  app.go(`/${kind}/${code}`);
}
