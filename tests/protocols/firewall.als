-- Only who was sent to from within may send to within.
sig Node {}
sig Inside in Node {}
one sig Wall { var sent: Node -> Node, var allowed: set Node }
fact { no sent and no allowed }
pred outwards[a, b: Node] { a in Inside and b not in Inside and sent' = sent + Wall->a->b and allowed' = allowed + Wall->b }
pred inwards[a, b: Node] { a not in Inside and b in Inside and a in Wall.allowed and sent' = sent + Wall->a->b and allowed' = allowed }
fact { always some a, b: Node | outwards[a, b] or inwards[a, b] }
check Asked { always all a: Node - Inside, b: Inside | Wall->a->b in sent implies some i: Inside | Wall->i->a in sent } for 3
