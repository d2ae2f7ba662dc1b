-- Switches learn where senders are from what passes; what is learnt of a host leads to nowhere twice.
sig Node { link: set Node, var pending: Node -> Node, var table: Node -> Node }
-- n.pending: source and last hop; n.table: to which neighbour what is for a host goes
fact { link = ~link and no iden & link }
fact { no pending and no table }
pred begin[n, m: Node] { pending' = pending + n->n->m and table' = table }
pred forward[n, s, m: Node] {
  n->s->m in pending and m in n.link
  pending' = pending - n->s->m + m->s->n
  table' = table + (no m.table[s] and m != s => m->s->n else none->none->none)
}
fact { always some n, s, m: Node | begin[n, m] or forward[n, s, m] }
check OneWay { always all n, s: Node | lone n.table[s] } for 3
