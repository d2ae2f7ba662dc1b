import { Refused } from './aunit_replay.mjs';

const bug = process.env.LOCKS_BUG;

export class Driver {
  refusals = [Refused];
  init() { this.queue = []; this.renewed = false; if (bug === 'begins') this.queue.push('nobody'); }
  has(c) { if (this.queue[0] !== c) throw new Refused(); }
  next() {
    this.renewed = false;
    this.queue.shift();
    if (bug === 'throws' && this.queue.length > 1) throw new Error('planted');
    if (bug === 'last' && this.queue.length > 1) this.queue.unshift(this.queue.pop());  // the last who waits comes first
  }
  acquire(c) { if (this.queue.includes(c)) return false; this.queue.push(c); }
  release(c) { this.has(c); this.next(); }
  cancel(c) { if (this.queue.indexOf(c) < 1) return false; this.queue.splice(this.queue.indexOf(c), 1); }
  renew(c) { this.has(c); if (this.renewed) return false; this.renewed = true; }
  expire() { if (this.queue.length === 0) return false; if (this.renewed) this.renewed = false; else this.next(); }
  state() { return { queue: this.queue, Renewed: this.renewed ? this.queue[0] : null }; }
}
