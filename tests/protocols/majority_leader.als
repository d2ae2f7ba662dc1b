-- Each voter has a set of votes; a leader has a majority set in it.
sig Node { var vote: set Node }
sig Majority { member: some Node }
fact { all m, n: Majority | some m.member & n.member }
var sig Leader in Node {}
fact { no vote and no Leader }
pred cast[v, n: Node] { all x: Node | v->x not in vote
  vote' = vote + v->n and Leader' = Leader }
pred elect[n: Node, m: Majority] { m.member in vote.n and Leader' = Leader + n and vote' = vote }
fact { always ((some v, n: Node | cast[v, n]) or some n: Node, m: Majority | elect[n, m]) }
check OneLeader { always lone Leader } for 3
