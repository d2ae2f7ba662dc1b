-- Two-phase commit with failures: votes, then go.
sig Node {}
var sig Yes, No, Alive, GoCommit, GoAbort, Committed, Aborted, Failed in Node {}
one sig Flag {}
var sig AbortFlag in Flag {}
fact { no Yes and no No and Alive = Node and no GoCommit and no GoAbort and no Committed and no Aborted and no AbortFlag and no Failed }
pred voteYes[n: Node] { n in Alive and n not in No + Committed + Aborted and Yes' = Yes + n
  No' = No and Alive' = Alive and GoCommit' = GoCommit and GoAbort' = GoAbort and Committed' = Committed and Aborted' = Aborted and AbortFlag' = AbortFlag }
pred voteNo[n: Node] { n in Alive and n not in Yes + Committed + Aborted and No' = No + n and AbortFlag' = Flag and Aborted' = Aborted + n
  Yes' = Yes and Alive' = Alive and GoCommit' = GoCommit and GoAbort' = GoAbort and Committed' = Committed }
pred fail[n: Node] { n in Alive and Alive' = Alive - n and AbortFlag' = Flag
  Yes' = Yes and No' = No and GoCommit' = GoCommit and GoAbort' = GoAbort and Committed' = Committed and Aborted' = Aborted }
pred goCommit { no GoCommit and no GoAbort and Node in Yes and GoCommit' = Node
  Yes' = Yes and No' = No and Alive' = Alive and GoAbort' = GoAbort and Committed' = Committed and Aborted' = Aborted and AbortFlag' = AbortFlag }
pred goAbort { no GoCommit and no GoAbort and (some n: Node | n in No or n not in Alive) and GoAbort' = Node
  Yes' = Yes and No' = No and Alive' = Alive and GoCommit' = GoCommit and Committed' = Committed and Aborted' = Aborted and AbortFlag' = AbortFlag }
pred commit[n: Node] { n in Alive and n in GoCommit and Committed' = Committed + n
  Yes' = Yes and No' = No and Alive' = Alive and GoCommit' = GoCommit and GoAbort' = GoAbort and Aborted' = Aborted and AbortFlag' = AbortFlag }
pred abort[n: Node] { n in Alive and n in GoAbort and Aborted' = Aborted + n
  Yes' = Yes and No' = No and Alive' = Alive and GoCommit' = GoCommit and GoAbort' = GoAbort and Committed' = Committed and AbortFlag' = AbortFlag }
fact { always (goCommit or goAbort or some n: Node | voteYes[n] or voteNo[n] or fail[n] or commit[n] or abort[n]) }
check Consistent { always {
  no Committed or no Aborted
  some Committed implies Node in Yes
  some Aborted implies some AbortFlag
} } for 3
