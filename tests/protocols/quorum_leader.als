-- A leader is elected by a quorum of votes; each node votes once.
sig Node { var vote: set Node }
sig Quorum { member: some Node }
fact { all q, r: Quorum | some q.member & r.member }
var sig Leader in Node {}
fact { no vote and no Leader }
pred cast[n, m: Node] { no n.vote and vote' = vote + n->m and Leader' = Leader }
pred elect[l: Node] { some q: Quorum | q.member in vote.l
  Leader' = Leader + l and vote' = vote }
fact { always ((some n, m: Node | cast[n, m]) or (some l: Node | elect[l]) or (vote' = vote and Leader' = Leader)) }
check OneLeader { always lone Leader } for 3
