# How everything is compiled and linked for WebAssembly.
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)  # nothing is loaded into it
add_compile_options(-fwasm-exceptions "SHELL:-include ${PROJECT_SOURCE_DIR}/wasm/ranges.h")
add_link_options(-fwasm-exceptions)
