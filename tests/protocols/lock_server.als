-- Clients link to servers that serve one at a time.
sig Client { var link: set Server }
sig Server {}
var sig Free in Server {}
fact { no link and Free = Server }
pred connect[c: Client, s: Server] { s in Free and link' = link + c->s and Free' = Free - s }
pred disconnect[c: Client, s: Server] { c->s in link and link' = link - c->s and Free' = Free + s }
pred wait { link' = link and Free' = Free }
fact { always (wait or some c: Client, s: Server | connect[c, s] or disconnect[c, s]) }
check Exclusive { always all s: Server | lone link.s } for 3
