-- Of values that may be proposed one is chosen at most (after "Consensus" of the TLA+ examples).
sig Value {}
var sig Chosen in Value {}
fact { no Chosen }
pred choose { no Chosen and one Chosen' }
fact { always (choose or Chosen' = Chosen) }
check OneValue { always lone Chosen } for 3
