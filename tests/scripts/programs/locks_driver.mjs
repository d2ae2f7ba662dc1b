import { Refused } from './aunit_replay.mjs';

const bug = process.env.LOCKS_BUG !== undefined;  // the last who waits comes first

export class Driver {
  refusals = [Refused];
  init() { this.queue = []; this.renewed = false; }
  has(c) { if (this.queue[0] !== c) throw new Refused(); }
  next() { this.renewed = false; this.queue.shift(); if (bug && this.queue.length > 1) this.queue.unshift(this.queue.pop()); }
  acquire(c) { if (this.queue.includes(c)) return false; this.queue.push(c); }
  release(c) { this.has(c); this.next(); }
  cancel(c) { if (this.queue.indexOf(c) < 1) return false; this.queue.splice(this.queue.indexOf(c), 1); }
  renew(c) { this.has(c); if (this.renewed) return false; this.renewed = true; }
  expire() { if (this.queue.length === 0) return false; if (this.renewed) this.renewed = false; else this.next(); }
  state() { return { queue: this.queue, Renewed: this.renewed ? this.queue[0] : null }; }
}
