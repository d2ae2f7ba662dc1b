# The resolver: syntax trees to a resolved model.
set(resolver_sources
  front_end.cpp command_text.cpp implicit.cpp uses.cpp
  alloy/commands.cpp alloy/completion.cpp alloy/declarations.cpp alloy/declared_names.cpp alloy/layout/format.cpp alloy/formula_lints.cpp alloy/lints.cpp alloy/logs.cpp alloy/meta.cpp alloy/names.cpp alloy/prompt.cpp
  alloy/reasons.cpp alloy/tests.cpp alloy/typed_tree.cpp alloy/typed_tree_calls.cpp alloy/typed_tree_resolve.cpp alloy/valuations.cpp
  alloy/world.cpp)
