-- Singly linked, acyclic lists: the model of the AUnit paper, figure 1.
module list

sig Node { link: set Node }

fact PartialFunction { all n: Node | lone n.link }

pred NoDirectedCycles { all n: Node | n !in n.^link }

run NoDirectedCycles
