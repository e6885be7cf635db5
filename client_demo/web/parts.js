/** Small pieces of the page that are used all over it. */

import { h } from "./dom.js";
import { sign } from "./cards.js";
import { parseCall, say } from "./i18n.js";

const ICONS = {
  home: "M3 11l9-8 9 8v10h-6v-6H9v6H3Z", chat: "M3 4h18v13H9l-5 4v-4H3Z", scores: "M4 20V10h4v10Zm6 0V4h4v16Zm6 0v-7h4v7Z",
  gear: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm9 2.5-2.3-.6-.7-1.7 1.2-2-2-2-2 1.2-1.7-.7L13.5 2h-3l-.6 2.3-1.7.7-2-1.2-2 2 1.2 2-.7 1.7L2 10.5v3l2.3.6.7 1.7-1.2 2 2 2 2-1.2 1.7.7.6 2.3h3l.6-2.3 1.7-.7 2 1.2 2-2-1.2-2 .7-1.7 2.3-.6Z",
  help: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm-1 15h2v2h-2Zm1-12c3 0 4.5 2 4 4-.4 2-3 2.5-3 5h-2c0-3.5 3-4 3-6 0-2-3.5-1.5-3.5.5h-2C8.5 6.5 10 5 12 5Z",
  share: "M18 16a3 3 0 0 0-2 .8L8.9 12.7a3 3 0 0 0 0-1.4L16 7.2A3 3 0 1 0 15 5l.1.7L8 9.8a3 3 0 1 0 0 4.4l7.1 4.1A3 3 0 1 0 18 16Z",
  last: "M12 5V2L7 6l5 4V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7Z", eye: "M12 5C6 5 2 12 2 12s4 7 10 7 10-7 10-7-4-7-10-7Zm0 11a4 4 0 1 1 0-8 4 4 0 0 1 0 8Z",
  close: "M5 6.4 6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4L12 13.4 6.4 19 5 17.6 10.6 12Z",
  turn: "M4 12a8 8 0 0 1 14-5l2-2v6h-6l2.5-2.5A6 6 0 1 0 18 14h2a8 8 0 0 1-16-2Z", tick: "M9 16.2 4.8 12 3.4 13.4 9 19 21 7 19.6 5.6Z", cross: "M12 3 1 21h22Zm-1 7h2v5h-2Zm0 6h2v2h-2Z",
  bulb: "M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2ZM8.5 18.5h7V20h-7Zm1.5 3h4V23h-4Z",
  bot: "M11 2h2v3h5v4h2v6h-2v5H6v-5H4V9h2V5h5Zm-3 8a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0Zm5 0a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0Zm-4 5h6v-1.5H9Z",
};

export const icon = (name) => h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: ICONS[name] }));

/** A button that shows an icon, and says what it does. */
export const iconButton = (name, label, act, props = {}) => h("button", {
  type: "button", class: "tool", title: label, "aria-label": label, onclick: act, ...props,
}, icon(name), props.badge ? h("span", { class: "count" }, props.badge) : null);

export const button = (label, act, props = {}) => h("button", { type: "button", onclick: act, ...props }, label);

/** What is trump, short: a suit's sign, or two letters. */
export function modeSign(mode) {
  return mode.length === 1 ? sign(mode) : h("span", { class: "mode" }, say(`web.${mode.toLowerCase()}`));
}

/** A call, short: `100♥`, `pass`. */
export function callSign(text) {
  const call = parseCall(text);
  if (call.word) return h("span", { class: `call ${call.word}` }, say(`word.${call.word}`));
  const what = call.kind === "points" ? call.points : call.kind === "take" ? "" : say(`bid_kind.${call.kind}`);
  return h("span", { class: "call bid" }, what, what ? " " : "", modeSign(call.mode));
}

/** A box over the page: it takes the keyboard, and Escape closes it. */
export function dialog(name, title, close, ...kids) {
  return h("dialog", {
    key: `dialog-${name}`, class: `panel ${name}`, "aria-labelledby": `title-${name}`, oncancel: (event) => { event.preventDefault(); close(); },
    onclick: (event) => event.target.tagName === "DIALOG" && event.target === event.currentTarget && close(),
    ref: (node) => queueMicrotask(() => node.isConnected && node.showModal()),
  }, h("div", { class: "sheet" }, h("header", {}, h("h2", { id: `title-${name}` }, title), iconButton("close", say("web.close"), close)), h("div", { class: "body" }, kids)));
}

/** A choice that is on or off. */
export const toggle = (label, on, change, hint) => h("label", { class: "toggle" },
  h("input", { type: "checkbox", role: "switch", checked: on, onchange: (event) => change(event.target.checked) }), h("span", {}, label, hint ? h("small", {}, hint) : null));

/** One choice of a few, side by side. */
export function choices(name, label, options, chosen, choose) {
  return h("fieldset", { class: "choices" }, h("legend", {}, label), options.map(([value, text, props]) => h("label", { class: chosen === value ? "on" : "", key: String(value) },
    h("input", { type: "radio", name, value: String(value), checked: chosen === value, onchange: () => choose(value), ...props }), h("span", {}, text))));
}

/** One choice of many. */
export const select = (label, options, chosen, choose) => h("label", { class: "field" }, h("span", {}, label),
  h("select", { onchange: (event) => choose(event.target.value) }, options.map(([value, text]) => h("option", { key: String(value), value: String(value), selected: String(value) === String(chosen) }, text))));
