-- A lock service: one lock, clients that wait for it in a queue, leases that run out.
module locks

sig Client {}
one sig Server { var queue: seq Client }     -- the first has the lock, the others wait
var sig Renewed in Client {}                 -- holders who asked for more time

pred acquire [c: Client] {
  c not in Server.queue.elems
  Server.queue' = Server.queue.add[c]
  Renewed' = Renewed
}

pred release [c: Client] {
  some Server.queue and c = Server.queue.first
  Server.queue' = Server.queue.rest
  Renewed' = Renewed - c
}

-- who waits gives up
pred cancel [c: Client] {
  c in Server.queue.rest.elems
  Server.queue' = Server.queue.delete[Server.queue.idxOf[c]]
  Renewed' = Renewed
}

pred renew [c: Client] {
  some Server.queue and c = Server.queue.first
  c not in Renewed
  Server.queue' = Server.queue
  Renewed' = Renewed + c
}

-- the time is up: who asked for more keeps the lock this once, else the next one gets it
pred expire {
  some Server.queue
  Server.queue.first in Renewed implies Server.queue' = Server.queue and Renewed' = Renewed - Server.queue.first
  else Server.queue' = Server.queue.rest and Renewed' = Renewed
}

pred idle { queue' = queue and Renewed' = Renewed }

fact Behaviour {
  no Server.queue and no Renewed
  always (idle or expire or some c: Client | acquire[c] or release[c] or cancel[c] or renew[c])
}

assert NobodyWaitsTwice { always not Server.queue.hasDups }
assert OnlyTheHolderRenews { always Renewed in Server.queue.first }
check NobodyWaitsTwice for 3 but 3 seq, 3 int
check OnlyTheHolderRenews for 3 but 3 seq, 3 int
