-- The leader by a quorum decides a value.
sig Value {}
sig Node { var asked: set Node, var votes: set Node, var decided: set Value }
sig Quorum { member: some Node }
fact { all q, r: Quorum | some q.member & r.member }
var sig Voted, Leader in Node {}
fact { no asked and no votes and no Voted and no Leader and no decided }
pred ask[n, m: Node] { asked' = asked + n->m and votes' = votes and Voted' = Voted and Leader' = Leader and decided' = decided }
pred cast[n, m: Node] { m->n in asked and n not in Voted and votes' = votes + m->n and Voted' = Voted + n
  asked' = asked and Leader' = Leader and decided' = decided }
pred lead[n: Node] { (some q: Quorum | q.member in n.votes) and no Leader and Leader' = Leader + n
  asked' = asked and votes' = votes and Voted' = Voted and decided' = decided }
pred decide[n: Node, v: Value] { n in Leader and no n.decided and decided' = decided + n->v
  asked' = asked and votes' = votes and Voted' = Voted and Leader' = Leader }
fact { always ((some n, m: Node | ask[n, m] or cast[n, m]) or (some n: Node | lead[n]) or some n: Node, v: Value | decide[n, v]) }
check OneValue { always lone Node.decided } for 3
