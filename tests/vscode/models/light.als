-- Over time: a light is switched on, and off again.
var sig Lit in Light {}
sig Light {}

fact Steps { always one l: Light | l in Lit iff l not in Lit' }

run { no Lit and eventually some Lit } for exactly 2 Light
