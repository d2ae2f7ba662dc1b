#include "strength/report.h"

namespace aunit::strength {

void Counts::add(Fate fate) {
  switch (fate) {
    case Fate::killed: ++killed; break;
    case Fate::survived: ++survived; break;
    case Fate::equivalent: ++equivalent; break;
    case Fate::unknown: ++unknown; break;
    case Fate::ignored: ++ignored; break;
    case Fate::pending: ++pending; break;
  }
}

}  // namespace aunit::strength
