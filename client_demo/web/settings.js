/** What everybody may choose for themselves. */

import { app, ask, openPanel, room } from "./app.js";
import { h } from "./dom.js";
import { languageChoice } from "./home.js";
import { say } from "./i18n.js";
import { button, choices, icon, toggle } from "./parts.js";
import { applyPrefs, choose, prefs } from "./prefs.js";

const set = (name) => (value) => {
  choose(name, value);
  applyPrefs();
  app.draw();
};

export function settings() {
  return [
    room() ? h("div", { class: "row" }, button([icon("share"), " ", say("web.invite")], () => openPanel("invite")), button([icon("help"), " ", say("web.help")], () => openPanel("help")), button([icon("home"), " ", say("web.to_home")], () => app.go("/"))) : null,
    languageChoice(),
    h("form", { class: "field", onsubmit: rename }, h("label", { for: "rename" }, say("web.your_name")), h("input", { id: "rename", name: "name", maxlength: 40, value: prefs.name, autocomplete: "nickname" }), h("button", {}, say("web.save"))),
    choices("theme", say("web.colours"), [["auto", say("web.theme_auto")], ["light", say("web.theme_light")], ["dark", say("web.theme_dark")]], prefs.theme, set("theme")),
    h("fieldset", { class: "toggles" }, h("legend", {}, say("web.cards")),
      toggle(say("web.four_colours"), prefs.fourColours, set("fourColours")), toggle(say("web.large_cards"), prefs.largeCards, set("largeCards")),
      toggle(say("web.sort_hand"), prefs.sort, set("sort")), say("web.letters") === "JQKA" ? null : toggle(say("web.local_letters", { letters: [...say("web.letters")].join(" ") }), prefs.localLetters, set("localLetters")),
      toggle(say("web.left_handed"), prefs.leftHanded, set("leftHanded")), toggle(say("web.confirm"), prefs.confirm, set("confirm"))),
    h("fieldset", { class: "toggles" }, h("legend", {}, say("web.your_turn")), toggle(say("web.sound"), prefs.sound, set("sound")), toggle(say("web.vibrate"), prefs.vibrate, set("vibrate"))),
    isHost() ? h("fieldset", { class: "toggles" }, h("legend", {}, say("web.your_table")), toggle(say("web.allow_watchers"), room().settings.spectators, (allowed) => ask({ t: "watchers", allowed }))) : null,
    prefs.token ? h("fieldset", { class: "toggles" }, h("legend", {}, say("web.other_device")), h("p", { class: "hint" }, say("web.other_device_hint")),
      app.moving ? h("output", { class: "url" }, movingLink()) : button(say("web.show_link"), () => { app.moving = true; app.draw(); }, { class: "wide" })) : null,
  ];
}

const isHost = () => room() && app.conn.you?.id === room().host;

/** What brings the same person to another device; behind the mark `#`, which no server is sent. */
const movingLink = () => `${location.origin}${location.pathname}#me=${prefs.token}.${encodeURIComponent(prefs.name)}`;

function rename(event) {
  event.preventDefault();
  const name = event.target.elements.name.value.trim();
  if (!name || name === prefs.name) return;
  choose("name", name);
  app.conn.start();
  app.draw();
}

