/**
 * Commands on their way: one in flight, the others in line behind it. A command keeps its number until it
 * is answered, over any number of connections, so the server does it once however often it hears it.
 */

export class Asking {
  line = [];
  last = 0;
  inFlight = false;

  /** Put *command*, which has no number yet, in line; *done* gets its answer. */
  ask(command, done) {
    this.line.push({ command, done, number: 0 });
  }

  /** Return the command to send now, if there is one; what its table has moved past is dropped. */
  due(table) {
    if (this.inFlight) return null;
    while (this.line.length && !this.line[0].number && isPast(this.line[0].command, table)) {
      this.line.shift().done({ t: "refused", cmd: 0, code: "stale_place" });
    }
    const first = this.line[0];
    if (!first) return null;
    first.number ||= ++this.last;
    this.inFlight = true;
    return { ...first.command, cmd: first.number };
  }

  /** Return the command that *update* answers; `null` if it was answered before. */
  answered(update) {
    if (!this.inFlight || this.line[0].number !== update.cmd) return null;
    this.inFlight = false;
    return this.line.shift();
  }

  /** The connection is gone: what was in flight has to be sent again. */
  interrupted() {
    this.inFlight = false;
  }

  /** Go on counting in a room where *last* was the number of the last command. */
  resumed(last) {
    this.last = Math.max(last, this.line[0]?.number || 0);
  }

  /** Return the first command of a kind that waits: the card or call that is on its way. */
  waiting(kind) {
    return this.line.find(({ command }) => command.t === kind)?.command;
  }

  /** Take back what is in line and was never sent; return whether there was any. */
  withdraw(kind) {
    const before = this.line.length;
    this.line = this.line.filter(({ command, number }) => number || command.t !== kind);
    return this.line.length < before;
  }

  /** Answer everything that waits with a refusal: there is nobody left to ask. */
  refuseAll(code) {
    this.inFlight = false;
    for (const { done, number } of this.line.splice(0)) done({ t: "refused", cmd: number, code });
  }
}

/** Tell whether *table* has gone beyond the place that *command* names. */
export function isPast(command, table) {
  const deal = table?.room.match?.deal;
  const name = { play: "trick", bid: "nth", next: "deal" }[command.t];
  if (!name || !deal) return false;
  const here = { trick: (deal.tricks || []).length + 1, nth: (deal.calls || []).length, deal: deal.number };
  return command.deal < deal.number || (command.deal === deal.number && command[name] < here[name]);
}
