-- All of a quorum must have voted the same, and nobody votes twice; who decides looks at one quorum.
sig Value {}
sig Node { var vote: set Value, var decision: set Value }
sig Quorum { member: some Node }
fact { all q, r: Quorum | some q.member & r.member }
fact { no vote and no decision }
pred cast[n: Node, v: Value] { no n.vote and vote' = vote + n->v and decision' = decision }
pred decide[n: Node, v: Value] { (some q: Quorum | q.member in vote.v) and decision' = decision + n->v and vote' = vote }
fact { always some n: Node, v: Value | cast[n, v] or decide[n, v] }
check Agreement { always lone Node.decision } for 3
