-- Keys with values move between nodes in messages; no key is at two.
sig Key, Value {}
sig Node { var table: Key -> Value, var owner: set Key, var transfer: Key -> Value }
fact { no table and no transfer and (all k: Key | lone owner.k) }
pred reshard[from, to: Node, k: Key, v: Value] {
  k->v in from.table and table' = table - from->k->v and owner' = owner - from->k and transfer' = transfer + to->k->v
}
pred receive[n: Node, k: Key, v: Value] {
  n->k->v in transfer and transfer' = transfer - n->k->v and table' = table + n->k->v and owner' = owner + n->k
}
pred put[n: Node, k: Key, v: Value] {
  k in n.owner and transfer' = transfer and owner' = owner and table' = table - n->k->Value + n->k->v
}
fact { always some n, m: Node, k: Key, v: Value | reshard[n, m, k, v] or receive[n, k, v] or put[n, k, v] }
check OnePlace { always all k: Key | lone n: Node | some n.table[k] } for 2
