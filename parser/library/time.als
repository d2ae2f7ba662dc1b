-- Time as an ordered signature, for models that have states without `var`: relations that change, and actions in sequence or repeated.
-- An action is a predicate over two times. A condition is a predicate over one time.
open util/ordering[Time]

sig Time {}

let dynamic[x] = x one-> Time
let dynamicSet[x] = x -> Time

let then[a, b, t, t"] { some x: Time | a[t, x] and b[x, t"] }

-- whileK: at most K repetitions of the body; the condition is false at the end.
let while = while3
let while9[cond, body, t, t"] { some x: Time | (cond[t] => body[t, x] else t = x) and while8[cond, body, x, t"] }
let while8[cond, body, t, t"] { some x: Time | (cond[t] => body[t, x] else t = x) and while7[cond, body, x, t"] }
let while7[cond, body, t, t"] { some x: Time | (cond[t] => body[t, x] else t = x) and while6[cond, body, x, t"] }
let while6[cond, body, t, t"] { some x: Time | (cond[t] => body[t, x] else t = x) and while5[cond, body, x, t"] }
let while5[cond, body, t, t"] { some x: Time | (cond[t] => body[t, x] else t = x) and while4[cond, body, x, t"] }
let while4[cond, body, t, t"] { some x: Time | (cond[t] => body[t, x] else t = x) and while3[cond, body, x, t"] }
let while3[cond, body, t, t"] { some x: Time | (cond[t] => body[t, x] else t = x) and while2[cond, body, x, t"] }
let while2[cond, body, t, t"] { some x: Time | (cond[t] => body[t, x] else t = x) and while1[cond, body, x, t"] }
let while1[cond, body, t, t"] { some x: Time | (cond[t] => body[t, x] else t = x) and while0[cond, body, x, t"] }
let while0[cond, body, t, t"] { not cond[t] and t = t" }
