// Two-phase commit: a coordinator asks workers for their votes, and what it decides holds for all of them.
module commit

sig Worker {}
enum Word { Commit, Abort }
var sig Ready, Committed, Aborted in Worker {}
var sig Heard in Ready {}          // whose vote the coordinator has heard
var lone sig Decided in Word {}

pred vote [w: Worker] {
  w not in Ready + Aborted
  Ready' = Ready + w
  Heard' = Heard and Committed' = Committed and Aborted' = Aborted and Decided' = Decided
}

pred refuse [w: Worker] {
  w not in Ready + Aborted
  Aborted' = Aborted + w
  Ready' = Ready and Heard' = Heard and Committed' = Committed and Decided' = Decided
}

pred hear [w: Worker] {
  no Decided
  w in Ready - Heard
  Heard' = Heard + w
  Ready' = Ready and Committed' = Committed and Aborted' = Aborted and Decided' = Decided
}

pred decide [d: Word] {
  no Decided
  d = Commit implies Heard = Worker
  Decided' = d
  Ready' = Ready and Heard' = Heard and Committed' = Committed and Aborted' = Aborted
}

pred commit [w: Worker] {
  Decided = Commit
  w in Ready - Committed
  Committed' = Committed + w
  Ready' = Ready and Heard' = Heard and Aborted' = Aborted and Decided' = Decided
}

pred abort [w: Worker] {
  Decided = Abort
  w in Ready - Aborted
  Aborted' = Aborted + w
  Ready' = Ready and Heard' = Heard and Committed' = Committed and Decided' = Decided
}

fact Behaviour {
  no Ready and no Committed and no Aborted and no Decided
  always (
    (some w: Worker | vote[w] or refuse[w] or hear[w] or commit[w] or abort[w]) or
    (some d: Word | decide[d]) or
    Ready' = Ready and Heard' = Heard and Committed' = Committed and Aborted' = Aborted and Decided' = Decided)
}

assert Agreement { always not (some Committed and some Aborted) }
check Agreement for 3 but 8 steps expect 0
