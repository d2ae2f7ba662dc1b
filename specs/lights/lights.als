-- A traffic light, with its tests beside it in the form of the AUnit Analyzer: `val` states a valuation as a predicate, with a formula on
-- trial marked by @cmd; `@Test` runs it.
module lights

enum Colour { Red, Amber, Green }
sig Light { shows: set Colour }

pred sensible [l: Light] { some l.shows and (Green in l.shows implies one l.shows) }
fact AllSensible { all l: Light | sensible[l] }

val redAmber {
  some disj L0: Light {
    Light = L0
    shows = L0->Red + L0->Amber
    @cmd:{ sensible[L0] }
  }
}
@Test redAndAmber: run redAmber for 3 expect 1

val redGreen {
  some disj L0: Light {
    Light = L0
    shows = L0->Red + L0->Green
  }
}
@Test redAndGreen: run redGreen for 3 expect 0
