-- Properties of graphs: binary relations on one signature.
module util/graph[node]

open util/relation as rel

pred undirected [r: node -> node] { symmetric[r] }
pred noSelfLoops [r: node -> node] { irreflexive[r] }

pred weaklyConnected [r: node -> node] { all n1, n2: node | n1 in n2.*(r + ~r) }
pred stronglyConnected [r: node -> node] { all n1, n2: node | n1 in n2.*r }
pred rootedAt [r: node -> node, root: node] { node in root.*r }

pred ring [r: node -> node] { all n: node | one n.r and rootedAt[r, n] }
pred dag [r: node -> node] { acyclic[r, node] }
pred forest [r: node -> node] { dag[r] and all n: node | lone r.n }
pred tree [r: node -> node] { forest[r] and lone n: node | no r.n }
pred treeRootedAt [r: node -> node, root: node] { forest[r] and rootedAt[r, root] }

-- Nodes without incoming edges; nodes without outgoing edges; nodes with outgoing edges.
fun roots [r: node -> node]: set node { node - node.^r }
fun leaves [r: node -> node]: set node { node - node.^(~r) }
fun innerNodes [r: node -> node]: set node { node - leaves[r] }
