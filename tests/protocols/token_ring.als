-- A token goes round a ring; who has it may work.
sig Node { next: one Node }
fact { all n: Node | Node in n.^next }
var sig Token, Works in Node {}
fact { one Token and no Works }
pred begin[n: Node] { n in Token and Works' = Works + n and Token' = Token }
pred end[n: Node] { n in Works and Works' = Works - n and Token' = Token }
pred pass[n: Node] { n in Token and n not in Works and Token' = Token - n + n.next and Works' = Works }
fact { always some n: Node | begin[n] or end[n] or pass[n] }
check Exclusive { always lone Works } for 3
