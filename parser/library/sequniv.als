-- Sequences as relations from the integers 0, 1, ... of seq/Int: what the keyword `seq` declares.
module util/sequniv

open util/integer as ui

pred isSeq [s: Int -> univ] {
  s in seq/Int -> lone univ
  s.inds - ui/next[s.inds] in 0
}

fun elems [s: Int -> univ]: set (Int.s) { seq/Int.s }
fun first [s: Int -> univ]: lone (Int.s) { s[0] }
fun last [s: Int -> univ]: lone (Int.s) { s[lastIdx[s]] }
fun rest [s: Int -> univ]: s { seq/Int <: ((ui/next).s) }
fun butlast [s: Int -> univ]: s { (seq/Int - lastIdx[s]) <: s }

pred isEmpty [s: Int -> univ] { no s }
pred hasDups [s: Int -> univ] { #elems[s] < #inds[s] }

fun inds [s: Int -> univ]: set Int { s.univ }
fun lastIdx [s: Int -> univ]: lone Int { ui/max[inds[s]] }
fun afterLastIdx [s: Int -> univ]: lone Int { ui/min[seq/Int - inds[s]] }
fun idxOf [s: Int -> univ, e: univ]: lone Int { ui/min[indsOf[s, e]] }
fun lastIdxOf [s: Int -> univ, e: univ]: lone Int { ui/max[indsOf[s, e]] }
fun indsOf [s: Int -> univ, e: univ]: set Int { s.e }

fun add [s: Int -> univ, e: univ]: s + (seq/Int -> e) { setAt[s, afterLastIdx[s], e] }
fun setAt [s: Int -> univ, i: Int, e: univ]: s + (seq/Int -> e) { s ++ i -> e }

-- insert moves the elements from index i on to the right. delete moves the elements after index i to the left.
fun insert [s: Int -> univ, i: Int, e: univ]: s + (seq/Int -> e) {
  seq/Int <: ((ui/prevs[i] <: s) + (i -> e) + (ui/prev).((i + ui/nexts[i]) <: s))
}
fun delete [s: Int -> univ, i: Int]: s {
  (ui/prevs[i] <: s) + (ui/next).(ui/nexts[i] <: s)
}

fun append [s1, s2: Int -> univ]: s1 + s2 {
  let shift = { j, i: seq/Int | int[j] = ui/add[int[i], ui/add[int[lastIdx[s1]], 1]] } | no s1 => s2 else (s1 + shift.s2)
}
fun subseq [s: Int -> univ, from, to: Int]: s {
  let shift = { j, i: seq/Int | int[j] = ui/sub[int[i], int[from]] } | shift.((seq/Int - ui/nexts[to]) <: s)
}
