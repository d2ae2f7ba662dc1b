-- A total order on the atoms of a signature. The scope of the signature becomes exact.
module util/ordering[exactly elem]

private one sig Ord {
  First: set elem,
  Next: elem -> elem
} {
  pred/totalOrder[elem, First, Next]
}

-- The first and the last atom; the atom before and the atom after each atom.
fun first: one elem { Ord.First }
fun last: one elem { elem - (Ord.Next).elem }
fun prev: elem -> elem { ~(Ord.Next) }
fun next: elem -> elem { Ord.Next }

-- All atoms before e; all atoms after e.
fun prevs [e: elem]: set elem { e.^(~(Ord.Next)) }
fun nexts [e: elem]: set elem { e.^(Ord.Next) }

pred lt [e1, e2: elem] { e1 in prevs[e2] }
pred gt [e1, e2: elem] { e1 in nexts[e2] }
pred lte [e1, e2: elem] { e1 = e2 or lt[e1, e2] }
pred gte [e1, e2: elem] { e1 = e2 or gt[e1, e2] }

fun larger [e1, e2: elem]: elem { lt[e1, e2] => e2 else e1 }
fun smaller [e1, e2: elem]: elem { lt[e1, e2] => e1 else e2 }

fun max [es: set elem]: lone elem { es - es.^(~(Ord.Next)) }
fun min [es: set elem]: lone elem { es - es.^(Ord.Next) }

assert correct {
  let follows = Ord.Next, precedes = ~follows {
    all e: elem | lone e.follows and lone e.precedes and e not in e.^follows
    all disj a, b: elem | a in b.^follows or a in b.^precedes
    all a, b, c: elem | b in a.^follows and c in b.^follows => c in a.^follows
    one first and one last
    no first.precedes
    no last.follows
    all e: elem - first | one e.precedes
    all e: elem - last | one e.follows
    all e: elem | e = first or e in first.^follows
  }
}

run {} for exactly 0 elem expect 0
run {} for exactly 1 elem expect 1
run {} for exactly 2 elem expect 1
run {} for exactly 3 elem expect 1
run {} for exactly 4 elem expect 1
check correct for exactly 0 elem
check correct for exactly 1 elem
check correct for exactly 2 elem
check correct for exactly 3 elem
check correct for exactly 4 elem
check correct for exactly 5 elem
