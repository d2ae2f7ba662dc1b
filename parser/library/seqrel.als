-- Sequences as relations from ordered index atoms. Nothing forces a relation to be a sequence: see isSeq.
module util/seqrel[elem]

open util/integer
open util/ordering[SeqIdx] as ord

sig SeqIdx {}

pred isSeq [s: SeqIdx -> elem] {
  s in SeqIdx -> lone elem
  s.inds - ord/next[s.inds] in ord/first
}

fun elems [s: SeqIdx -> elem]: set elem { SeqIdx.s }
fun first [s: SeqIdx -> elem]: lone elem { s[ord/first] }
fun last [s: SeqIdx -> elem]: lone elem { s[lastIdx[s]] }
fun rest [s: SeqIdx -> elem]: SeqIdx -> elem { (ord/next).s }
fun butlast [s: SeqIdx -> elem]: SeqIdx -> elem { (SeqIdx - lastIdx[s]) <: s }

pred isEmpty [s: SeqIdx -> elem] { no s }
pred hasDups [s: SeqIdx -> elem] { #elems[s] < #inds[s] }

fun inds [s: SeqIdx -> elem]: set SeqIdx { s.elem }
fun lastIdx [s: SeqIdx -> elem]: lone SeqIdx { ord/max[inds[s]] }
fun afterLastIdx [s: SeqIdx -> elem]: lone SeqIdx { ord/min[SeqIdx - inds[s]] }
fun idxOf [s: SeqIdx -> elem, e: elem]: lone SeqIdx { ord/min[indsOf[s, e]] }
fun lastIdxOf [s: SeqIdx -> elem, e: elem]: lone SeqIdx { ord/max[indsOf[s, e]] }
fun indsOf [s: SeqIdx -> elem, e: elem]: set SeqIdx { s.e }

fun add [s: SeqIdx -> elem, e: elem]: SeqIdx -> elem { setAt[s, afterLastIdx[s], e] }
fun setAt [s: SeqIdx -> elem, i: SeqIdx, e: elem]: SeqIdx -> elem { s ++ i -> e }

-- insert moves the elements from index i on to the right. delete moves the elements after index i to the left.
fun insert [s: SeqIdx -> elem, i: SeqIdx, e: elem]: SeqIdx -> elem {
  (ord/prevs[i] <: s) + (i -> e) + ((ord/prev).((i + ord/nexts[i]) <: s))
}
fun delete [s: SeqIdx -> elem, i: SeqIdx]: SeqIdx -> elem {
  (ord/prevs[i] <: s) + ((ord/next).(ord/nexts[i] <: s))
}

-- append and subseq count index atoms: elements that would be after the last index atom are lost.
fun append [s1, s2: SeqIdx -> elem]: SeqIdx -> elem {
  let shift = { j, i: SeqIdx | #ord/prevs[j] = #ord/prevs[i] fun/add #ord/prevs[lastIdx[s1]] fun/add 1 } | s1 + shift.s2
}
fun subseq [s: SeqIdx -> elem, from, to: SeqIdx]: SeqIdx -> elem {
  let shift = { j, i: SeqIdx | #ord/prevs[j] = #ord/prevs[i] fun/sub #ord/prevs[from] } | shift.((SeqIdx - ord/nexts[to]) <: s)
}

-- The first and the last index atom, used or not.
fun firstIdx: SeqIdx { ord/first }
fun finalIdx: SeqIdx { ord/last }
