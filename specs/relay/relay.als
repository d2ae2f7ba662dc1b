-- A relay of stations in a fixed order, on which a message travels.
module relay

open util/ordering[Station] as line

sig Station { sends: set Message }
sig Message { origin: one Station }

fact Forward {
  all m: Message | m.origin in sends.m
  all m: Message, s: sends.m - m.origin | line/gt[s, m.origin] and s.prev in sends.m
}

pred delivered [m: Message] { line/last in sends.m }
