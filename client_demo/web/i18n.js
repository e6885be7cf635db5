/** What people read: the words of `belote_protocol/i18n`, in one language at a time. */

export const LANGUAGES = {
  en: "English", fr: "Français", pl: "Polski", bg: "Български", it: "Italiano", ms: "Bahasa Melayu", es: "Español",
};

const NOUNS = new Set(["seat", "team", "suit", "mode", "phase", "word", "game"]);
const bundles = new Map();
const parts = new Set(); // of the words, those that were needed besides the common ones
let texts = {};
let plurals = new Intl.PluralRules("en");
export let lang = "en";

/** The language to begin with: the one chosen, else the first of the browser's that we speak. */
export function preferredLanguage(chosen) {
  const asked = [chosen, ...(navigator.languages || [navigator.language])];
  return asked.map((each) => (each || "").slice(0, 2).toLowerCase()).find((each) => each in LANGUAGES) || "en";
}

async function bundle(name) {
  if (!bundles.has(name)) {
    const answer = await fetch(new URL(`i18n/${name}.json`, import.meta.url));
    if (!answer.ok) throw new Error(`no words: ${name}`);
    bundles.set(name, await answer.json());
  }
  return bundles.get(name);
}

/** Speak *wanted* from now on. */
export async function speak(wanted) {
  const all = await Promise.all([wanted, ...[...parts].map((part) => `${wanted}.${part}`)].map(bundle));
  lang = wanted;
  texts = Object.assign({}, ...all);
  plurals = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
}

/** Learn the words of a part too: `home` for the first page, `help` for all that is long. */
export async function learn(part) {
  parts.add(part);
  texts = { ...texts, ...(await bundle(`${lang}.${part}`)) };
}

export const has = (key) => key in texts;

/** Return the text of *key* with *params* in their places; an unknown key as it is. */
export function say(key, params = {}) {
  let text = texts[key];
  if (text === undefined) return key.slice(key.indexOf(".") + 1);
  if (typeof text !== "string") text = text[plurals.select(Math.abs(params.n))] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (place, name) => (name in params ? params[name] : place));
}

export const capital = (text) => text.charAt(0).toLocaleUpperCase(lang) + text.slice(1);
export const Say = (key, params) => capital(say(key, params));

export const sayCard = (card) => say("card", { rank: say(`rank.${card[0]}`), suit: say(`suit.${card[1]}`) });

/** Return the parts of a call: what is bid, and the mode; a word has no mode. */
export function parseCall(text) {
  const found = /^(\d+|capot|generale)?(S|H|D|C|NT|AT)$/.exec(text);
  if (!found) return { word: text };
  const what = found[1];
  return { kind: what === undefined ? "take" : /\d/.test(what) ? "points" : what, points: what, mode: found[2] };
}

export function sayCall(text) {
  const call = parseCall(text);
  return call.word ? say(`word.${call.word}`) : say(`bid.${call.kind}`, { points: call.points, at: say(`at.${call.mode}`) });
}

/** Return the parts of a contract such as `S:100Hxx`. */
export function parseContract(text) {
  const [, taker, bid, marks] = /^(.):(.+?)(x*)$/.exec(text);
  return { taker, bid, ...parseCall(bid), doubling: ["none", "coinche", "surcoinche"][marks.length] };
}

export function sayContract(text) {
  const contract = parseContract(text);
  const taker = say(`seat.${contract.taker}`);
  if (contract.kind === "take") return say("contract.classic", { taker, at: say(`at.${contract.mode}`) });
  const bid = sayCall(contract.bid);
  if (contract.doubling === "none") return say("contract.coinche", { taker, bid });
  return say("contract.doubled", { taker, bid, doubling: say(`doubling.${contract.doubling}`) });
}

function spoken(name, code) {
  if (NOUNS.has(name)) return say(`${name}.${code}`);
  if (name === "card") return sayCard(code);
  return name === "call" || name === "bid" ? sayCall(code) : code;
}

/** Return the sentence of *code*: why something was refused, or advised; one that is not known as it is. */
export function explain(code, params = {}, kind = "refusal") {
  const said = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, spoken(name, value)]));
  return has(`${kind}.${code}`) ? say(`${kind}.${code}`, said) : code;
}
