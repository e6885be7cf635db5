/** Everything by keyboard: the turn is where the keys are, and a letter opens what has a button. */

import { app, closePanel, isMyTurn, match, openPanel } from "./app.js";

const OPENS = { s: "scores", c: "chat", l: "last", i: "invite", "?": "help", o: "settings" };

export const keyboard = {
  /** Put the keyboard where one is to act, unless somebody writes or reads something else. */
  toTurn() {
    const now = document.activeElement;
    if (!isMyTurn() || app.panel || now?.matches("input, textarea, select")) return;
    const place = match().phase === "auction" ? ".box button:not(:disabled)" : ".slot.legal";
    document.querySelector(place)?.focus({ preventScroll: true });
  },

  listen() {
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
      if (event.key === "Escape" && app.panel) closePanel();
      else if (!match() || app.panel) return;
      else if (OPENS[event.key]) openPanel(OPENS[event.key]);
      else if (event.key === "p") press('.box [data-call="pass"]');
      else if (event.key === "h") press('[data-act="hint"]');
      else if (event.key === "n") press('[data-act="next"]');
      else if (/[1-8]/.test(event.key) && match().phase === "play" && isMyTurn()) document.querySelectorAll(".hand .slot")[event.key - 1]?.focus();
      else return;
      event.preventDefault();
    });
  },
};

const press = (place) => document.querySelector(place)?.click();
