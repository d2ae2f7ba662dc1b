-- Mutual exclusion with one token. The state changes: `var`.
module mutex

sig Process {}
var sig Waiting in Process {}
var lone sig Critical in Process {}

pred request [p: Process] {
  p not in Waiting + Critical
  Waiting' = Waiting + p
  Critical' = Critical
}
pred enter [p: Process] {
  p in Waiting
  no Critical
  Waiting' = Waiting - p
  Critical' = p
}
pred leave [p: Process] {
  p in Critical
  Waiting' = Waiting
  no Critical'
}
pred idle { Waiting' = Waiting and Critical' = Critical }

fact Behaviour {
  no Waiting + Critical
  always (idle or some p: Process | request[p] or enter[p] or leave[p])
}

pred responsive { all p: Process | always (p in Waiting implies eventually p in Critical) }
pred alternating { always (all p: Critical | before once p in Waiting) }
