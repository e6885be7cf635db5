/** What this person chose, and who they are: kept in this browser. */

const DEFAULTS = {
  name: "", token: "", lang: "", theme: "auto", fourColours: false, largeCards: false, leftHanded: false,
  confirm: false, sort: true, sound: false, vibrate: true, localLetters: true, declare: true, policy: "club", wanted: ["coinche-house"], pace: "normal", wide: true,
};
const KEY = "belote.";

function read(name) {
  try {
    const text = localStorage.getItem(KEY + name);
    return text === null ? DEFAULTS[name] : JSON.parse(text);
  } catch {
    return DEFAULTS[name]; // a browser that keeps nothing plays all the same
  }
}

export const prefs = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, read(name)]));

/** Choose, and keep the choice. */
export function choose(name, value) {
  prefs[name] = value;
  try {
    localStorage.setItem(KEY + name, JSON.stringify(value));
  } catch { /* it holds until the page is closed */ }
}

/** Show what was chosen: the colours, the sizes, the sides. */
export function applyPrefs() {
  const root = document.documentElement;
  root.dataset.theme = prefs.theme;
  root.classList.toggle("four", prefs.fourColours);
  root.classList.toggle("large", prefs.largeCards);
  root.classList.toggle("lefty", prefs.leftHanded);
}
