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

val crossing {
  some disj L0, L1: Light {
    Light = L0 + L1
    shows = L0->Green + L1->Red
    @cmd:{ sensible[L0] and sensible[L1] }
  }
}
@Test oneGreenOneRed: run crossing for 3 expect 1

val noLights {
  no Light
  no shows
}
@Test noLightNeeded: run noLights for 3 expect 1

val oneDark {
  some disj L0, L1: Light {
    Light = L0 + L1
    shows = L1->Red
  }
}
@Test oneOfTwoIsDark: run oneDark for 3 expect 0
