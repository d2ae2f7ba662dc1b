-- Binary trees.
module tree

sig Node { left, right: lone Node }

fun children: Node -> Node { left + right }

pred Tree {
  one root: Node | Node in root.*children      -- one root reaches everything
  all n: Node | n !in n.^children and lone n.~children
  no left & right
}

pred Full { Tree and all n: Node | some n.left iff some n.right }
