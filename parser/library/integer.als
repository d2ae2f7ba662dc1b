-- Arithmetic and order of the integers. An operand that is a set counts as the sum of its members; arithmetic wraps around.
module util/integer

fun add [n1, n2: Int]: Int { this/plus[n1, n2] }
fun plus [n1, n2: Int]: Int { n1 fun/add n2 }

fun sub [n1, n2: Int]: Int { this/minus[n1, n2] }
fun minus [n1, n2: Int]: Int { n1 fun/sub n2 }

fun mul [n1, n2: Int]: Int { n1 fun/mul n2 }

-- The quotient is truncated towards zero. The remainder has the sign of the dividend.
fun div [n1, n2: Int]: Int { n1 fun/div n2 }
fun rem [n1, n2: Int]: Int { n1 fun/rem n2 }

fun negate [n: Int]: Int { 0 fun/sub n }

pred eq [n1, n2: Int] { int[n1] = int[n2] }
pred gt [n1, n2: Int] { n1 > n2 }
pred lt [n1, n2: Int] { n1 < n2 }
pred gte [n1, n2: Int] { n1 >= n2 }
pred lte [n1, n2: Int] { n1 <= n2 }

pred zero [n: Int] { n = 0 }
pred pos [n: Int] { n > 0 }
pred neg [n: Int] { n < 0 }
pred nonpos [n: Int] { n <= 0 }
pred nonneg [n: Int] { n >= 0 }

fun signum [n: Int]: Int { n < 0 => (0 fun/sub 1) else (n > 0 => 1 else 0) }

-- The member of s with i predecessors in the order `next`; the number of predecessors of e.
fun int2elem [i: Int, next: univ -> univ, s: set univ]: lone s { { e: s | #(^next.e) = int i } }
fun elem2int [e: univ, next: univ -> univ]: lone Int { #(^next.e) }

fun max: one Int { fun/max }
fun min: one Int { fun/min }

fun next: Int -> Int { fun/next }
fun prev: Int -> Int { ~next }

fun max [es: set Int]: lone Int { es - es.^prev }
fun min [es: set Int]: lone Int { es - es.^next }

-- All smaller integers; all larger integers.
fun prevs [e: Int]: set Int { e.^prev }
fun nexts [e: Int]: set Int { e.^next }

fun larger [e1, e2: Int]: Int { let a = int[e1], b = int[e2] | a < b => b else a }
fun smaller [e1, e2: Int]: Int { let a = int[e1], b = int[e2] | a < b => a else b }
