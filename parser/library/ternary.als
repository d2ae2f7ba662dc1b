-- Columns of ternary relations: selects them, and changes their order.
module util/ternary

fun dom [r: univ -> univ -> univ]: set ((r.univ).univ) { (r.univ).univ }
fun ran [r: univ -> univ -> univ]: set (univ.(univ.r)) { univ.(univ.r) }
fun mid [r: univ -> univ -> univ]: set (univ.(r.univ)) { univ.(r.univ) }

fun select12 [r: univ -> univ -> univ]: r.univ { r.univ }
fun select13 [r: univ -> univ -> univ]: ((r.univ).univ) -> (univ.(univ.r)) {
  { x: (r.univ).univ, z: univ.(univ.r) | some (x.r).z }
}
fun select23 [r: univ -> univ -> univ]: univ.r { univ.r }

fun flip12 [r: univ -> univ -> univ]: (univ.(r.univ)) -> ((r.univ).univ) -> (univ.(univ.r)) {
  { y: univ.(r.univ), x: (r.univ).univ, z: univ.(univ.r) | x -> y -> z in r }
}
fun flip13 [r: univ -> univ -> univ]: (univ.(univ.r)) -> (univ.(r.univ)) -> ((r.univ).univ) {
  { z: univ.(univ.r), y: univ.(r.univ), x: (r.univ).univ | x -> y -> z in r }
}
fun flip23 [r: univ -> univ -> univ]: ((r.univ).univ) -> (univ.(univ.r)) -> (univ.(r.univ)) {
  { x: (r.univ).univ, z: univ.(univ.r), y: univ.(r.univ) | x -> y -> z in r }
}
