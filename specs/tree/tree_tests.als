-- The predicate style: a predicate fixes every signature and field with the names that it quantifies, then says what has to hold;
-- `expect` says whether it should. Suites made for AUnit, MuAlloy, ARepair and AlloyFL look like this.
open tree

pred single {
  some disj N0: Node {
    Node = N0
    no left
    no right
    Full[]
  }
}
run single for 3 expect 1

pred leftOnly {
  some disj N0, N1: Node {
    Node = N0 + N1
    left = N0->N1
    no right
    Tree[]
  }
}
run leftOnly for 3 expect 1

pred leftOnlyIsNotFull {
  some disj N0, N1: Node {
    Node = N0 + N1
    left = N0->N1
    no right
    Full[]
  }
}
run leftOnlyIsNotFull for 3 expect 0

pred sharedChild {
  some disj N0, N1: Node {
    Node = N0 + N1
    left = N0->N1
    right = N0->N1
    Tree[]
  }
}
run sharedChild for 3 expect 0

pred twoChildren {
  some disj N0, N1, N2: Node {
    Node = N0 + N1 + N2
    left = N0->N1
    right = N0->N2
    Full[]
  }
}
run twoChildren for 3 expect 1

pred rightOnlyIsNotFull {
  some disj N0, N1: Node {
    Node = N0 + N1
    no left
    right = N0->N1
    Full[]
  }
}
run rightOnlyIsNotFull for 3 expect 0

pred ownChild {
  some disj N0, N1: Node {
    Node = N0 + N1
    left = N0->N1
    right = N0->N0
    Tree[]
  }
}
run ownChild for 3 expect 0

pred twoParents {
  some disj N0, N1, N2: Node {
    Node = N0 + N1 + N2
    left = N0->N1
    right = N0->N2 + N1->N2
    Tree[]
  }
}
run twoParents for 3 expect 0

pred noNodes {               -- is a valuation, but no tree
  no Node
  no left
  no right
  !Tree[]
  !Full[]
}
run noNodes for 3 expect 1

pred twoLefts {              -- breaks a declaration: left is `lone`
  some disj N0, N1, N2: Node {
    Node = N0 + N1 + N2
    left = N0->N1 + N0->N2
    no right
  }
}
run twoLefts for 3 expect 0

pred descendants {
  some disj N0, N1, N2: Node {
    Node = N0 + N1 + N2
    left = N0->N1
    right = N1->N2
    N0.^children = N1 + N2
    !Full[]
  }
}
run descendants for 3 expect 1

pred twoBranches {           -- children are what is directly below
  some disj N0, N1, N2, N3, N4: Node {
    Node = N0 + N1 + N2 + N3 + N4
    left = N0->N1 + N1->N2
    right = N0->N3 + N3->N4
    children = N0->N1 + N1->N2 + N0->N3 + N3->N4
    Tree[]
  }
}
run twoBranches for 5 expect 1

pred someRightChild {        -- leaves `right` open: the solver completes the valuation, and the report says so
  some disj N0, N1, N2: Node {
    Node = N0 + N1 + N2
    left = N0->N1
    Full[]
  }
}
run someRightChild for 3 expect 1
