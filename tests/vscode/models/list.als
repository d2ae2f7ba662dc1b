-- Singly linked lists.
module list

sig Node { link: set Node }

fact PartialFunction { all n: Node | lone n.link }

pred NoDirectedCycles { all n: Node | n !in n.^link }

run NoDirectedCycles for exactly 3 Node
