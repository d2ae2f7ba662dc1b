-- What the log of etcd's raft shows of the protocol: terms, votes, lengths of logs, what is committed and by whom it was acknowledged.
module etcdraft
open util/integer

sig Server { var term, commit, last, acked: lone Int }
var sig Votes in Server {}
var lone sig Leader in Server {}

fun most [a, b: Int]: Int { a >= b implies a else b }
fun least [a, b: Int]: Int { a <= b implies a else b }

pred known [s: Server, t, c, l: Int] { s.term = t and s.commit = c and s.last = l }
pred becomes [s: Server, t, c, l: Int] { term' = term ++ s->t and commit' = commit ++ s->c and last' = last ++ s->l }
pred elected { Votes' = Votes and Leader' = Leader and acked' = acked }
pred nothing { term' = term and commit' = commit and last' = last and elected }
pred majority [some_, all_: set Server] { #(some_ & all_) > #(all_ - some_) }

pred init [s: Server, t, c, l: Int] { (some s.term implies t >= s.term) and c <= l and becomes[s, t, c, l] and elected }
pred follow [s: Server, t, c, l: Int] {
  t >= s.term and s.commit = c and s.last = l
  becomes[s, t, c, l]
  Leader' = (t > s.term implies Leader - s else Leader) and Votes' = Votes and acked' = acked
}
-- The first configuration is in a log from which a server starts; later changes are applied from what is committed.
pred configure [s: Server, t, c, l: Int] {
  s.term = t and c <= l
  s.commit != 0 implies known[s, t, c, l]
  becomes[s, t, c, l] and elected
}
pred says [s: Server, t, c, l: Int] { known[s, t, c, l] and nothing }
pred stand [s: Server, t, c, l: Int] {
  t = plus[s.term, 1] and s.commit = c and s.last = l
  becomes[s, t, c, l]
  no Votes' and Leader' = Leader - s and acked' = acked
}
pred votedFor [s, by: Server] { Votes' = Votes + by and Leader' = Leader and acked' = acked and term' = term and commit' = commit and last' = last }
pred lead [s: Server, voters: set Server] {
  majority[Votes, voters]
  Leader' = s and no acked' and Votes' = Votes and term' = term and commit' = commit and last' = last
}
pred replicate [s: Server, t, c, l: Int] { s = Leader and known[s, t, c, l] and becomes[s, t, c, plus[l, 1]] and elected }
-- What begins before the end of what is committed, or behind the end of the log, is not taken.
pred append [s: Server, t, c, l, index, entries, leaders: Int] {
  known[s, t, c, l]
  (index >= c and l >= index)
    implies becomes[s, t, most[c, least[leaders, plus[index, entries]]], most[l, plus[index, entries]]]
    else becomes[s, t, c, l]
  elected
}
pred heartbeat [s: Server, t, c, l, committed: Int] { known[s, t, c, l] and becomes[s, t, most[c, committed], l] and elected }
pred acknowledged [s, by: Server, index: Int] {
  s = Leader
  acked' = acked ++ by->(some by.acked implies most[by.acked, index] else index)
  Votes' = Votes and Leader' = Leader and term' = term and commit' = commit and last' = last
}
pred committed [s: Server, t, c, l: Int, voters: set Server] {
  s = Leader and s.term = t and s.last = l and c >= s.commit and c <= l
  c > s.commit implies majority[{ v: Server | v.acked >= c }, voters]
  becomes[s, t, c, l] and elected
}

fact Start { no term and no commit and no last and no acked and no Votes and no Leader }
