-- Requests for votes, votes, a leader by a quorum; without decisions.
sig Node { var asked: set Node, var votes: set Node }
sig Quorum { member: some Node }
fact { all q, r: Quorum | some q.member & r.member }
var sig Voted, Leader in Node {}
fact { no asked and no votes and no Voted and no Leader }
pred ask[n, m: Node] { asked' = asked + n->m and votes' = votes and Voted' = Voted and Leader' = Leader }
pred cast[n, m: Node] { m->n in asked and n not in Voted and votes' = votes + m->n and Voted' = Voted + n and asked' = asked and Leader' = Leader }
pred lead[n: Node] { (some q: Quorum | q.member in n.votes) and Leader' = Leader + n and asked' = asked and votes' = votes and Voted' = Voted }
fact { always ((some n, m: Node | ask[n, m] or cast[n, m]) or some n: Node | lead[n]) }
check OneLeader { always lone Leader } for 3
