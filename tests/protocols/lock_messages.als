-- A lock that travels in messages: request, grant, release.
sig Node {}
one sig Server {}
var sig Idle in Server {}
var sig Requests, Grants, Releases, Holders in Node {}
fact { Idle = Server and no Requests and no Grants and no Releases and no Holders }
pred request[n: Node] { Requests' = Requests + n and Grants' = Grants and Releases' = Releases and Holders' = Holders and Idle' = Idle }
pred grant[n: Node] {
  some Idle and n in Requests and no Idle'
  Requests' = Requests - n and Grants' = Grants + n and Releases' = Releases and Holders' = Holders
}
pred acquire[n: Node] {
  n in Grants and Grants' = Grants - n and Holders' = Holders + n
  Requests' = Requests and Releases' = Releases and Idle' = Idle
}
pred release[n: Node] {
  n in Holders and Holders' = Holders - n and Releases' = Releases + n
  Requests' = Requests and Grants' = Grants and Idle' = Idle
}
pred receive[n: Node] {
  n in Releases and Releases' = Releases - n and Idle' = Server
  Requests' = Requests and Grants' = Grants and Holders' = Holders
}
fact { always some n: Node | request[n] or grant[n] or acquire[n] or release[n] or receive[n] }
check Exclusive { always lone Holders } for 3
