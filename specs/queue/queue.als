-- A bounded queue as a sequence.
module queue

sig Item {}
one sig Queue { items: seq Item }

pred noDuplicates { not Queue.items.hasDups }
fun front: lone Item { Queue.items.first }
fun waitingBefore [i: Item]: Int { Queue.items.idxOf[i] }

pred serve [old, new: seq Item] { new = old.rest }
