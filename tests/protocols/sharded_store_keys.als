-- No key is lost while keys move between nodes.
sig Key {}
sig Node { var owner: set Key, var transfer: set Key }
fact { no transfer and (all k: Key | one owner.k) }
pred reshard[from, to: Node, k: Key] { k in from.owner and owner' = owner - from->k and transfer' = transfer + to->k }
pred receive[n: Node, k: Key] { n->k in transfer and transfer' = transfer - n->k and owner' = owner + n->k }
fact { always some n, m: Node, k: Key | reshard[n, m, k] or receive[n, k] }
check NoKeyIsLost { always all k: Key | some owner.k + transfer.k } for 3
