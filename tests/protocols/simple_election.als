-- Acceptors promise one proposer each; who has a quorum is elected.
sig Acceptor { var promise: set Proposer }
sig Proposer {}
sig Quorum { member: some Acceptor }
fact { all q, r: Quorum | some q.member & r.member }
var sig Elected in Proposer {}
fact { no promise and no Elected }
pred answer[a: Acceptor, p: Proposer] { no a.promise and promise' = promise + a->p and Elected' = Elected }
pred elect[p: Proposer] { (some q: Quorum | q.member in promise.p) and Elected' = Elected + p and promise' = promise }
fact { always some a: Acceptor, p: Proposer | answer[a, p] or elect[p] }
check OneElected { always lone Elected } for 3
