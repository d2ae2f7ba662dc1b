-- Two-phase commit with a transaction manager (after "TwoPhase" of the TLA+ examples).
sig Manager {}
one sig Coordinator {}
var sig Working, Prepared, Committed, Aborted, Announced, Known in Manager {}
var sig Open, SaysCommit, SaysAbort in Coordinator {}
fact { Working = Manager and no Prepared and no Committed and no Aborted and no Announced and no Known
       Open = Coordinator and no SaysCommit and no SaysAbort }
pred managersStay { Working' = Working and Prepared' = Prepared and Committed' = Committed and Aborted' = Aborted }
pred coordinatorStays { Open' = Open and SaysCommit' = SaysCommit and SaysAbort' = SaysAbort and Known' = Known }
pred hear[m: Manager] { some Open and m in Announced and Known' = Known + m and Open' = Open
  SaysCommit' = SaysCommit and SaysAbort' = SaysAbort and Announced' = Announced and managersStay }
pred decideCommit { some Open and Known = Manager and no Open' and SaysCommit' = Coordinator and SaysAbort' = SaysAbort
  Known' = Known and Announced' = Announced and managersStay }
pred decideAbort { some Open and no Open' and SaysAbort' = Coordinator and SaysCommit' = SaysCommit
  Known' = Known and Announced' = Announced and managersStay }
pred prepare[m: Manager] { m in Working and Working' = Working - m and Prepared' = Prepared + m and Committed' = Committed
  Aborted' = Aborted and Announced' = Announced + m and coordinatorStays }
pred giveUp[m: Manager] { m in Working and Working' = Working - m and Aborted' = Aborted + m and Prepared' = Prepared
  Committed' = Committed and Announced' = Announced and coordinatorStays }
pred commit[m: Manager] { some SaysCommit and Working' = Working - m and Prepared' = Prepared - m and Committed' = Committed + m
  Aborted' = Aborted - m and Announced' = Announced and coordinatorStays }
pred abort[m: Manager] { some SaysAbort and Working' = Working - m and Prepared' = Prepared - m and Aborted' = Aborted + m
  Committed' = Committed - m and Announced' = Announced and coordinatorStays }
fact { always (decideCommit or decideAbort or some m: Manager | hear[m] or prepare[m] or giveUp[m] or commit[m] or abort[m]) }
check Consistent { always (no Committed or no Aborted) } for 3
