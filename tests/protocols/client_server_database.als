-- The same, with a database between them.
sig Node, Request, Ticket {}
sig Response { matches: set Request }
one sig Net {
  var requests: Node -> Request, var database: Ticket -> Request, var pending: Ticket -> Node,
  var answers: Ticket -> Response, var responses: Node -> Response
}
fact { no requests and no database and no pending and no answers and no responses }
pred ask[n: Node, r: Request] { requests' = requests + Net->n->r
  database' = database and pending' = pending and answers' = answers and responses' = responses }
pred forward[n: Node, r: Request, t: Ticket] { Net->n->r in requests and no t.(Net.pending)
  database' = database + Net->t->r and pending' = pending + Net->t->n and requests' = requests and answers' = answers and responses' = responses }
pred process[r: Request, t: Ticket, p: Response] { Net->t->r in database and r in p.matches and answers' = answers + Net->t->p
  requests' = requests and database' = database and pending' = pending and responses' = responses }
pred reply[n: Node, t: Ticket, p: Response] { Net->t->p in answers and Net->t->n in pending and responses' = responses + Net->n->p
  requests' = requests and database' = database and pending' = pending and answers' = answers }
fact { always some n: Node, r: Request, t: Ticket, p: Response | ask[n, r] or forward[n, r, t] or process[r, t, p] or reply[n, t, p] }
check Answered { always all n: Node, p: Response | Net->n->p in responses implies some p.matches & n.(Net.requests) } for 2
