#pragma once

namespace aunit::cli {

/// Asks the system for pages of 2 MB. A command touches much new memory, and would cause a page fault for each 4 kB of it. Does
/// nothing in builds without mimalloc. Call it before other threads start.
void prepareAllocator();

}  // namespace aunit::cli
