-- Integers: balances and transfers.
module accounts

open util/integer

sig Account { balance, limit: Int }

fact Limits { all a: Account | a.balance.plus[a.limit] >= 0 and a.limit >= 0 }

fun total: Int { sum a: Account | a.balance }

pred canPay [a: Account, amount: Int] { amount > 0 and a.balance.minus[amount] >= negate[a.limit] }
pred solvent { all a: Account | a.balance >= 0 }
