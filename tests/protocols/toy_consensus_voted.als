-- The same with a mark for who has voted.
sig Value {}
sig Node { var vote: set Value }
var sig Voted in Node {}
sig Quorum { member: some Node }
fact { all q, r: Quorum | some q.member & r.member }
var sig Decided in Value {}
fact { no vote and no Decided and no Voted }
pred cast[n: Node, v: Value] { n not in Voted and Voted' = Voted + n and vote' = vote + n->v and Decided' = Decided }
pred decide[v: Value] { (some q: Quorum | q.member in vote.v) and Decided' = Decided + v and vote' = vote and Voted' = Voted }
fact { always ((some n: Node, v: Value | cast[n, v]) or (some v: Value | decide[v]) or (vote' = vote and Decided' = Decided and Voted' = Voted)) }
check OneValue { always lone Decided } for 3
