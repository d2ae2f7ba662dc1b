-- Responses answer requests that were made.
sig Node, Request {}
sig Response { matches: set Request }
sig Channel {}
one sig Net extends Channel { var requests: Node -> Request, var responses: Node -> Response, var received: Node -> Response }
fact { no requests and no responses and no received }
pred ask[n: Node, r: Request] { requests' = requests + Net->n->r and responses' = responses and received' = received }
pred answer[n: Node, r: Request, p: Response] {
  Net->n->r in requests and r in p.matches and responses' = responses + Net->n->p and requests' = requests and received' = received
}
pred receive[n: Node, p: Response] { Net->n->p in responses and received' = received + Net->n->p and requests' = requests and responses' = responses }
fact { always some n: Node, r: Request, p: Response | ask[n, r] or answer[n, r, p] or receive[n, p] }
check Answered { always all n: Node, p: Response | Net->n->p in received implies some p.matches & n.(Net.requests) } for 3
