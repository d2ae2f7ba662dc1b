// SYNTAX TEST "source.alloy" "paragraphs, operators and words of Alloy 6"
module lists/linked[exactly elem]
// <------ keyword.control.import.alloy
//     ^^^^^^^^^^^^ entity.name.namespace.alloy
//                  ^^^^^^^ keyword.control.command.alloy
private open util/ordering[Node] as order
// <------- storage.modifier.alloy
//      ^^^^ keyword.control.import.alloy
//           ^^^^^^^^^^^^^ entity.name.namespace.alloy
//                               ^^ keyword.control.import.alloy
//                                  ^^^^^ entity.name.namespace.alloy
abstract var sig Node, Leaf extends Tree/Base { var link: lone Node, disj keys: set Int }
// <-------- storage.modifier.alloy
//       ^^^ storage.modifier.alloy
//           ^^^ storage.type.alloy
//               ^^^^ entity.name.type.alloy
//                     ^^^^ entity.name.type.alloy
//                          ^^^^^^^ storage.modifier.alloy
//                                  ^^^^^^^^^ entity.other.inherited-class.alloy
//                                              ^^^ storage.modifier.alloy
//                                                  ^^^^ variable.other.alloy
//                                                        ^^^^ keyword.operator.wordlike.quantifier.alloy
//                                                                              ^^^ keyword.operator.wordlike.quantifier.alloy
//                                                                                  ^^^ support.type.alloy
one sig Root in Node + Leaf {} { some this.link }
// <--- storage.modifier.alloy
//           ^^ storage.modifier.alloy
//              ^^^^ entity.other.inherited-class.alloy
//                   ^ keyword.operator.set.alloy
//                               ^^^^ keyword.operator.wordlike.quantifier.alloy
//                                    ^^^^ variable.language.this.alloy
enum Colour { Red, Green }
// <---- storage.type.alloy
//   ^^^^^^ entity.name.type.alloy
//            ^^^ variable.other.enummember.alloy
//                 ^^^^^ variable.other.enummember.alloy
fact Behaviour { always (some n: Node | n.link' != n.link) and eventually once no link }
// <---- storage.type.alloy
//   ^^^^^^^^^ entity.name.function.alloy
//               ^^^^^^ keyword.operator.wordlike.temporal.alloy
//                                            ^ keyword.operator.prime.alloy
//                                              ^ keyword.operator.logical.alloy
//                                                         ^^^ keyword.operator.wordlike.logical.alloy
//                                                             ^^^^^^^^^^ keyword.operator.wordlike.temporal.alloy
//                                                                        ^^^^ keyword.operator.wordlike.temporal.alloy
pred Node.reaches[other: Node] { other in this.^link until (before historically other.link’ = none); after p }
// <---- storage.type.alloy
//   ^^^^ entity.name.type.alloy
//        ^^^^^^^ entity.name.function.alloy
//                                     ^^ keyword.operator.wordlike.relational.alloy
//                                             ^ keyword.operator.set.alloy
//                                                   ^^^^^ keyword.operator.wordlike.temporal.alloy
//                                                          ^^^^^^ keyword.operator.wordlike.temporal.alloy
//                                                                 ^^^^^^^^^^^^ keyword.operator.wordlike.temporal.alloy
//                                                                                        ^ keyword.operator.prime.alloy
//                                                                                          ^ keyword.operator.relational.alloy
//                                                                                            ^^^^ support.type.alloy
//                                                                                                 ^ keyword.operator.temporal.alloy
//                                                                                                   ^^^^^ keyword.operator.wordlike.temporal.alloy
fun sum2[a, b: Int]: Int { fun/add[a, 0x1F] << sum[b] }
//  ^^^^ entity.name.function.alloy
//                         ^^^^^^^ support.function.alloy
//                                    ^^^^ constant.numeric.alloy
//                                          ^^ keyword.operator.shift.alloy
//                                             ^^^ support.function.alloy
let twice[x] = x -> x <: x :> x ++ x
// <--- storage.type.alloy
//  ^^^^^ entity.name.function.macro.alloy
//               ^^ keyword.operator.relation.alloy
//                    ^^ keyword.operator.relation.alloy
//                              ^^ keyword.operator.relation.alloy
assert Meta { Node$ in sig$ and all f: Node$.subfields | f.value in "a\"b" }
// <------ storage.type.alloy
//     ^^^^ entity.name.function.alloy
//            ^^^^^ variable.other.meta.alloy
//                     ^^^^ support.type.meta.alloy
//                              ^^^ keyword.operator.wordlike.quantifier.alloy
//                                                                  ^^^^^^ string.quoted.double.alloy
//                                                                    ^^ constant.character.escape.alloy
small: run reaches for 3 but exactly 2 Node, 1.. steps expect 1
// <----- entity.name.label.alloy
//     ^^^ keyword.control.command.alloy
//         ^^^^^^^ entity.name.function.alloy
//                 ^^^ keyword.control.command.alloy
//                     ^ constant.numeric.alloy
//                       ^^^ keyword.control.command.alloy
//                           ^^^^^^^ keyword.control.command.alloy
//                                               ^^^^^ keyword.control.command.alloy
//                                                     ^^^^^^ keyword.control.command.alloy
check { a iff b implies c else d } for 4
// <----- keyword.control.command.alloy
//        ^^^ keyword.operator.wordlike.logical.alloy
//              ^^^^^^^ keyword.operator.wordlike.logical.alloy
//                        ^^^^ keyword.operator.wordlike.logical.alloy
@cmd:{ p }
// <---- storage.type.annotation.alloy
p /**/ q -- rest /* no block
//^^^^ comment.block.empty.alloy
//     ^ variable.other.alloy
//       ^^^^^^^^^^^^^^^^^^^ comment.line.double-dash.alloy
/* two
   lines always */ some inside and notAlways5 -> seq/Int
// <------------ comment.block.alloy
//                 ^^^^ keyword.operator.wordlike.quantifier.alloy
//                      ^^^^^^ variable.other.alloy
//                                 ^^^^^^^^^^ variable.other.alloy
//                                               ^^^^^^^ support.type.alloy
5abc
// <---- invalid.illegal.number.alloy
