-- Mutual exclusion by replies of all others.
sig Node { var requested: set Node, var replied: set Node }
var sig Holds in Node {}
fact { no requested and no replied and no Holds }
-- a->b in requested: b has asked a; a->b in replied: b has answered a
pred request[a, b: Node] { a != b and a->b not in requested and requested' = requested + a->b and replied' = replied and Holds' = Holds }
pred reply[a, b: Node] {
  a != b and a not in Holds and b->a not in replied and a->b in requested
  a->b not in replied
  requested' = requested - a->b and replied' = replied + b->a and Holds' = Holds
}
pred enter[a: Node] { all b: Node - a | a->b in replied
  Holds' = Holds + a and requested' = requested and replied' = replied }
pred leave[a: Node] { a in Holds and Holds' = Holds - a and replied' = replied - a->Node and requested' = requested }
fact { always ((some a, b: Node | request[a, b] or reply[a, b]) or some a: Node | enter[a] or leave[a]) }
check Exclusive { always lone Holds } for 3
