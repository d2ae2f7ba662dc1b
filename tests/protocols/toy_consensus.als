-- Nodes vote for values; a value with a quorum is decided.
sig Value {}
sig Node { var vote: set Value }
sig Quorum { member: some Node }
fact { all q, r: Quorum | some q.member & r.member }
var sig Decided in Value {}
fact { no vote and no Decided }
pred cast[n: Node, v: Value] { no n.vote and vote' = vote + n->v and Decided' = Decided }
pred decide[v: Value] { (some q: Quorum | q.member in vote.v) and Decided' = Decided + v and vote' = vote }
fact { always ((some n: Node, v: Value | cast[n, v]) or (some v: Value | decide[v]) or (vote' = vote and Decided' = Decided)) }
check OneValue { always lone Decided } for 3
