-- A store of keys and values with transactions. Each works on its own copy; of two that wrote the same key and overlap, the one
-- that commits first wins.
module store

sig Key {}
sig Value {}
sig Tx {
  var view:  Key -> lone Value,               -- its copy
  var wrote: set Key,
  var lost:  set Key                          -- committed by others since it began
}
var sig Open in Tx {}
one sig Store { var data: Key -> lone Value }

pred begin [t: Tx] {
  t not in Open
  Open' = Open + t
  view' = view + t -> Store.data
  wrote' = wrote and lost' = lost and data' = data
}

pred put [t: Tx, k: Key, v: Value] {
  t in Open
  view' = view - t -> k -> Value + t -> k -> v
  wrote' = wrote + t -> k
  lost' = lost and data' = data and Open' = Open
}

pred drop [t: Tx, k: Key] {
  t in Open
  some k.(t.view)
  view' = view - t -> k -> Value
  wrote' = wrote + t -> k
  lost' = lost and data' = data and Open' = Open
}

pred close [t: Tx] {
  Open' = Open - t
  view' = view - t -> Key -> Value
  wrote' = wrote - t -> Key
}

pred commit [t: Tx] {
  t in Open
  no t.wrote & t.lost
  close[t]
  data' = data - Store -> t.wrote -> Value + Store -> (t.wrote <: t.view)
  lost' = (Open - t) <: (lost + Open -> t.wrote)
}

pred abort [t: Tx] {
  t in Open
  close[t]
  data' = data
  lost' = lost - t -> Key
}

pred idle { data' = data and view' = view and wrote' = wrote and lost' = lost and Open' = Open }

fact Behaviour {
  no data and no view and no wrote and no lost and no Open
  always (idle or some t: Tx |
    begin[t] or commit[t] or abort[t] or some k: Key | drop[t, k] or some v: Value | put[t, k, v])
}

assert NothingIsLost {
  always all disj t, u: Open | some t.wrote & u.wrote and commit[t] implies after not commit[u]
}
check NothingIsLost for 2 but 6 steps
