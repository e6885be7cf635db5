/** Every rule of a table, each with what it may be: asked of the server, which knows them. */

import { app } from "./app.js";
import { h } from "./dom.js";
import { say } from "./i18n.js";
import { select, toggle } from "./parts.js";

const known = new Map();

/** Return what the server says of a rule set; `null` while it is being asked. */
export function rulesOf(name) {
  const key = `${name} ${app.lang}`;
  if (!known.has(key)) {
    known.set(key, null);
    fetch(`/api/rules?rules=${encodeURIComponent(name)}&lang=${app.lang}`).then((answer) => answer.json()).then((rules) => { known.set(key, rules); app.draw(); }, () => known.delete(key));
  }
  return known.get(key);
}

/** The fields of a rule set, to be changed one by one. */
export function overrides(name, form) {
  const rules = rulesOf(name);
  if (!rules) return h("p", { class: "hint" }, say("web.loading"));
  const change = (field, value) => {
    if (JSON.stringify(value) === JSON.stringify(field.value)) delete form.changes[field.name];
    else form.changes[field.name] = value;
    app.draw();
  };
  return h("div", { class: "overrides" }, rules.fields.filter(({ name: field }) => field !== "match.target").map((field) => {
    const now = form.changes[field.name] ?? field.value;
    if (typeof field.value === "boolean") return h("div", { key: field.name }, toggle(field.label, now, (on) => change(field, on)));
    if (field.choices) {
      return h("div", { key: field.name }, select(field.label, field.choices.map((choice) => [JSON.stringify(choice.value), choice.label]), JSON.stringify(now), (text) => change(field, JSON.parse(text))));
    }
    return h("label", { class: "field", key: field.name }, h("span", {}, field.label), h("input", { type: "number", min: field.low, max: field.high, step: field.step, value: now, onchange: (event) => event.target.checkValidity() && change(field, Number(event.target.value)) }));
  }));
}
