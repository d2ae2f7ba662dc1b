-- The same lock as automata: what is sent is a state of the link.
sig Node {}
one sig Server {}
var sig Asked, Sent, Held, Returned in Node {}
var sig Ready in Server {}
fact { no Asked and no Sent and no Held and no Returned and Ready = Server }
pred ask[n: Node] { n not in Held and Asked' = Asked + n and Sent' = Sent and Held' = Held and Returned' = Returned and Ready' = Ready }
pred serve[n: Node] {
  some Ready and n in Asked and no Ready' and Asked' = Asked - n and Sent' = Sent + n and Held' = Held and Returned' = Returned
}
pred take[n: Node] { n in Sent and Sent' = Sent - n and Held' = Held + n and Asked' = Asked and Returned' = Returned and Ready' = Ready }
pred giveBack[n: Node] { n in Held and Held' = Held - n and Returned' = Returned + n and Asked' = Asked and Sent' = Sent and Ready' = Ready }
pred collect[n: Node] { n in Returned and Returned' = Returned - n and Ready' = Server and Asked' = Asked and Sent' = Sent and Held' = Held }
fact { always some n: Node | ask[n] or serve[n] or take[n] or giveBack[n] or collect[n] }
check Exclusive { always lone Held } for 3
