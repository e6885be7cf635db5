/** The server's time, told from how long its answers took: the quickest of the last few errs least. */
export class ServerClock {
  samples = [];

  /** Learn from an answer that says *serverTime*; the other times are this browser's, in seconds. */
  answered(asked, heard, serverTime) {
    this.samples.push([heard - asked, serverTime - (asked + heard) / 2]);
    if (this.samples.length > 8) this.samples.shift();
  }

  /** Seconds by which the server's clock is ahead of this browser's. */
  get offset() {
    return this.samples.reduce((best, each) => (each[0] < best[0] ? each : best), [Infinity, 0])[1];
  }

  /** Return the seconds until *deadline*, never fewer than none; `null` without one. */
  left(deadline, now = monotonic()) {
    return deadline == null ? null : Math.max(0, deadline - (now + this.offset));
  }
}

/** Seconds that run evenly, wherever they begin. */
export const monotonic = () => performance.now() / 1000;
