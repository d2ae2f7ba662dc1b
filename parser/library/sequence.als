-- Sequences as atoms. An operation is a predicate over its arguments and its result; it is true only if there is an atom for the result.
module util/sequence[elem]

open util/ordering[SeqIdx] as ord

sig SeqIdx {}

-- The occupied indices have no gaps.
sig Seq {
  seqElems: SeqIdx -> lone elem
} {
  all i: SeqIdx - ord/first | some i.seqElems => some ord/prev[i].seqElems
}

fact canonicalizeSeqs { no disj s1, s2: Seq | s1.seqElems = s2.seqElems }

pred noDuplicates { no s: Seq | s.hasDups }

-- Every sequence that fits into the indices exists; every such sequence without duplicates exists.
pred allExist {
  some s: Seq | s.isEmpty
  all s: Seq | SeqIdx !in s.inds => (all e: elem | some extended: Seq | s.add[e, extended])
}
pred allExistNoDuplicates {
  some s: Seq | s.isEmpty
  all s: Seq {
    not s.hasDups
    SeqIdx !in s.inds => (all e: elem - s.elems | some extended: Seq | s.add[e, extended])
  }
}

fun at [s: Seq, i: SeqIdx]: lone elem { i.(s.seqElems) }
fun elems [s: Seq]: set elem { SeqIdx.(s.seqElems) }
fun first [s: Seq]: lone elem { s.at[ord/first] }
fun last [s: Seq]: lone elem { s.at[s.lastIdx] }

pred rest [s, r: Seq] {
  not s.isEmpty
  all i: SeqIdx | r.at[i] = s.at[ord/next[i]]
}
pred isEmpty [s: Seq] { no s.elems }
pred hasDups [s: Seq] { #(s.elems) < #(s.inds) }

fun inds [s: Seq]: set SeqIdx { s.seqElems.elem }
fun lastIdx [s: Seq]: lone SeqIdx { ord/max[s.inds] }
fun afterLastIdx [s: Seq]: lone SeqIdx { ord/min[SeqIdx - s.inds] }
fun idxOf [s: Seq, e: elem]: lone SeqIdx { ord/min[s.indsOf[e]] }
fun lastIdxOf [s: Seq, e: elem]: lone SeqIdx { ord/max[s.indsOf[e]] }
fun indsOf [s: Seq, e: elem]: set SeqIdx { (s.seqElems).e }

pred startsWith [s, prefix: Seq] { all i: prefix.inds | s.at[i] = prefix.at[i] }

pred add [s: Seq, e: elem, added: Seq] {
  added.startsWith[s]
  added.at[s.afterLastIdx] = e
  #added.inds = #s.inds fun/add 1
}
pred setAt [s: Seq, idx: SeqIdx, e: elem, setted: Seq] { setted.seqElems = s.seqElems ++ idx -> e }
pred insert [s: Seq, idx: SeqIdx, e: elem, inserted: Seq] {
  inserted.at[idx] = e
  all i: ord/prevs[idx] | inserted.at[i] = s.at[i]
  all i: ord/nexts[idx] | inserted.at[i] = s.at[ord/prev[i]]
  #inserted.inds = #s.inds fun/add 1
}

-- dest contains source, from the index destStart on.
pred copy [source, dest: Seq, destStart: SeqIdx] {
  all sourceIdx: source.inds | some destIdx: SeqIdx {
    ord/gte[destIdx, destStart]
    dest.at[destIdx] = source.at[sourceIdx]
    #ord/prevs[sourceIdx] = #(ord/prevs[destIdx] - ord/prevs[destStart])
  }
}
pred append [s1, s2, appended: Seq] {
  appended.startsWith[s1]
  copy[s2, appended, s1.afterLastIdx]
  #appended.inds = #s1.inds fun/add #s2.inds
}
pred subseq [s, sub: Seq, from, to: SeqIdx] {
  ord/lte[from, to]
  copy[sub, s, from]
  #sub.inds = #(to + ord/prevs[to] - ord/prevs[from])
}

-- The first and the last index atom, used or not.
fun firstIdx: SeqIdx { ord/first }
fun finalIdx: SeqIdx { ord/last }
