-- Role-based access control.
module access

sig User { roles: set Role }
sig Role { inherits: set Role, permits: set Permission }
sig Permission {}
sig Separated in Role {}     -- roles that nobody may hold together

fact Hierarchy { no r: Role | r in r.^inherits }
fact SeparationOfDuty { all u: User | lone u.allRoles & Separated }

fun allRoles [u: User]: set Role { u.roles.*inherits }
pred may [u: User, p: Permission] { p in u.allRoles.permits }

assert InheritedRolesGiveTheirPermissions {
  all u: User, r: u.roles, p: r.^inherits.permits | may[u, p]
}
check InheritedRolesGiveTheirPermissions for 4

assert EverybodyMaySomething { all u: User | some p: Permission | may[u, p] }
check EverybodyMaySomething for 3
