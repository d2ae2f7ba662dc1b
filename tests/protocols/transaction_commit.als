-- Resource managers commit together or abort (after "TCommit" of the TLA+ examples).
sig Manager {}
var sig Working, Prepared, Committed, Aborted in Manager {}
fact { Working = Manager and no Prepared and no Committed and no Aborted }
pred prepare[m: Manager] {
  m in Working and Working' = Working - m and Prepared' = Prepared + m and Committed' = Committed and Aborted' = Aborted
}
pred commit[m: Manager] {
  m in Prepared and Manager in Prepared + Committed
  Prepared' = Prepared - m and Committed' = Committed + m and Working' = Working and Aborted' = Aborted
}
pred abort[m: Manager] {
  m in Working + Prepared and no Committed
  Working' = Working - m and Prepared' = Prepared - m and Aborted' = Aborted + m and Committed' = Committed
}
pred wait { Working' = Working and Prepared' = Prepared and Committed' = Committed and Aborted' = Aborted }
fact { always (wait or some m: Manager | prepare[m] or commit[m] or abort[m]) }
check Consistent { always (no Committed or no Aborted) } for 3
