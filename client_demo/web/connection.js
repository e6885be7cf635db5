/**
 * One person's line to the server. It outlives its sockets: it comes back by itself, sends again what had
 * no answer, and says how it stands. There is one socket at a time, whatever the page goes through.
 */

import { Asking } from "./asking.js";
import { ServerClock, monotonic } from "./clock.js";
import { Gap, fold } from "./model.js";
import { afterClose, isOver } from "./retry.js";

const PING_EVERY = 10_000;
const PONG_WITHIN = 8_000;

export class Connection {
  you = null;
  table = null;
  status = { state: "idle" };
  clock = new ServerClock();
  asking = new Asking();
  attempt = 0;
  sockets = 0; // opened so far
  #socket = null;
  #greeted = false;
  #closing = null;
  #timers = {};
  #asked = new Map();
  #pings = 0;
  #helloAt = 0;

  /**
   * @param me who one is: `name`, `lang` and `token`, read at each hello
   * @param listener `update(update, before, after)`, `status(status)`, `known(token)`, `away(reason)`
   */
  constructor(me, listener) {
    this.me = me;
    this.listener = listener;
    this.code = null;
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.#lost(1006));
    addEventListener("pageshow", (event) => event.persisted && this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  /** Be connected, and in the room of *code* if there is one. */
  start(code = this.code) {
    if (code !== this.code) this.table = null;
    this.code = code;
    this.#drop();
    this.status = { state: "idle" };
    this.#open();
  }

  /** Put a command in line; its answer comes later, after any number of connections. */
  ask(command) {
    return new Promise((resolve) => {
      this.asking.ask(command, resolve);
      this.#sendDue();
    });
  }

  /** Somebody looks, or the network is back: make sure that the line is alive, at once. */
  hurry() {
    if (this.status.state === "idle" || isOver(this.status)) return;
    if (this.#socket === null) this.#open();
    else if (this.#greeted) this.#ping();
  }

  left(deadline) {
    return this.clock.left(deadline);
  }

  /** Seconds since *moment* of the server's clock. */
  passed(moment) {
    return Math.max(0, monotonic() + this.clock.offset - moment);
  }

  // --- sockets ---

  #open() {
    clearTimeout(this.#timers.retry);
    if (this.#socket !== null) return;
    if (this.status.state === "idle" || isOver(this.status)) this.#tell({ state: "connecting" });
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`, "belote.v1.json");
    this.sockets += 1;
    this.#socket = socket;
    socket.onopen = () => this.#hello();
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = ({ code }) => this.#lost(code);
    this.#timers.open = setTimeout(() => this.#lost(1006), 10_000);
  }

  /** Let go of the socket without a word of it to anybody. */
  #drop() {
    const socket = this.#socket;
    clearTimeout(this.#timers.open);
    clearTimeout(this.#timers.pong);
    clearInterval(this.#timers.ping);
    this.#socket = null;
    this.#greeted = false;
    this.asking.interrupted();
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #lost(code) {
    if (this.status.state === "idle" || isOver(this.status)) return;
    const had = this.#socket !== null;
    this.#drop();
    if (!had) return;
    this.attempt += 1;
    const status = afterClose(code, this.#closing, this.attempt, Math.random());
    this.#closing = null;
    this.#tell(status);
    if (isOver(status)) this.asking.refuseAll("not_in_room");
    else this.#timers.retry = setTimeout(() => this.#open(), status.retryIn * 1000);
  }

  #tell(status) {
    this.status = status;
    this.listener.status(status);
  }

  #send(command) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  #sendDue() {
    const command = this.#greeted ? this.asking.due(this.table) : null;
    if (command) this.#send(command);
  }

  #hello() {
    const { name, token, lang } = this.me();
    const hello = { t: "hello", protocol: 1, name, lang };
    if (token) hello.token = token;
    if (this.code) Object.assign(hello, { room: this.code }, this.table && { v: this.table.v, term: this.table.term });
    this.#helloAt = monotonic();
    this.#asked.clear();
    this.#send(hello);
  }

  #ping() {
    this.#asked.set(++this.#pings, monotonic());
    this.#send({ t: "ping", id: this.#pings });
    clearTimeout(this.#timers.pong);
    this.#timers.pong = setTimeout(() => this.#lost(1006), PONG_WITHIN);
  }

  // --- what is heard ---

  #hear(update) {
    try {
      this.#receive(update);
    } catch (error) {
      if (!(error instanceof Gap)) throw error;
      this.#lost(1006);
    }
    this.#sendDue();
  }

  #receive(update) {
    const before = this.table;
    switch (update.t) {
      case "welcome":
        return this.#welcome(update);
      case "ok":
      case "refused":
        this.#answered(update);
        break;
      case "pong":
        clearTimeout(this.#timers.pong);
        if (this.#asked.has(update.id)) this.clock.answered(this.#asked.get(update.id), monotonic(), update.server_time);
        this.#asked.delete(update.id);
        break;
      case "matched": // a table was made for those who looked for one; it is told next
        this.code = update.code;
        this.asking.resumed(update.last_cmd || 0);
        break;
      case "closing":
        this.#closing = update;
        break;
      case "left":
        if (update.reason === "moved") throw new Gap("the table has moved");
        this.#gone(update.reason);
        break;
    }
    this.table = fold(before, update);
    if (["ok", "refused", "pong", "happened"].includes(update.t)) this.attempt = 0; // this one works
    if (update.t === "snapshot" && this.code === null) this.code = update.room.sit || update.room.watch;
    this.listener.update(update, before, this.table);
    return undefined;
  }

  #welcome(update) {
    clearTimeout(this.#timers.open);
    this.#greeted = true;
    this.you = update.you;
    this.listener.known(update.token);
    this.clock.answered(this.#helloAt, monotonic(), update.server_time);
    this.#timers.ping = setInterval(() => this.#ping(), PING_EVERY);
    if (update.refused) {
      this.asking.refuseAll(update.refused);
      this.#gone(update.refused);
    }
    const before = this.table;
    this.table = update.snapshot ? fold(null, update.snapshot) : null;
    if (update.snapshot) this.asking.resumed(update.last_cmd || 0);
    this.#tell({ state: "open" });
    this.listener.update(update.snapshot || update, before, this.table);
  }

  #answered(update) {
    const request = this.asking.answered(update);
    if (!request) return;
    if (update.t === "ok" && ["create", "join"].includes(request.command.t)) {
      this.code = request.command.code || null;
      this.asking.resumed(update.last_cmd || 0);
    }
    request.done(update);
  }

  #gone(reason) {
    this.code = null;
    this.listener.away(reason);
  }
}
