-- A lock without a server: it travels in messages.
sig Node { var message: set Node }
var sig Has in Node {}
fact { no message and one Has }
pred send[a, b: Node] { a in Has and Has' = Has - a and message' = message + a->b }
pred receive[a, b: Node] { a->b in message and message' = message - a->b and Has' = Has + b }
fact { always some a, b: Node | send[a, b] or receive[a, b] }
check Exclusive { always lone Has } for 3
