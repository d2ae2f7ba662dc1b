// A lease: one client at a time may write, and only until its lease ends.
module lease

sig Client {}
var sig Waiting in Client {}
var lone sig Holder in Client {}

pred request [c: Client] {
  c not in Waiting + Holder
  Waiting' = Waiting + c
  Holder' = Holder
}

pred grant [c: Client] {
  c in Waiting
  no Holder
  Waiting' = Waiting - c
  Holder' = c
}

pred write [c: Client] {
  c in Holder
  Waiting' = Waiting
  Holder' = Holder
}

pred ends { no Holder' and Waiting' = Waiting }
pred release [c: Client] { c in Holder and ends }
pred expire [c: Client] { c in Holder and ends }

fact Behaviour {
  no Waiting + Holder
  always (some c: Client | request[c] or grant[c] or write[c] or release[c] or expire[c])
}
