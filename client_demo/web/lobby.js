/** Tables that anybody may join, and quick match; shown once the server has told that it offers them. */

import { app } from "./app.js";
import { h } from "./dom.js";
import { say } from "./i18n.js";

export function lobby() {
  const { tables = [] } = app.lobby;
  return h("section", { class: "lobby", key: "lobby" }, h("h2", {}, say("web.public_tables")),
    tables.length ? h("ul", { class: "tables" }, tables.map((each) => h("li", { key: each.code }, h("button", { type: "button", class: "wide", onclick: () => app.go(`/join/${each.code}`) }, say(`ruleset.${each.rules}`))))) : h("p", { class: "hint" }, say("web.no_tables")));
}
