# How everything is compiled and linked for WebAssembly.
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)  # nothing is loaded into it
set(features -fwasm-exceptions -mbulk-memory -msign-ext -mnontrapping-fptoint)  # of every engine that has the first
add_compile_options(${features} "SHELL:-include ${PROJECT_SOURCE_DIR}/wasm/ranges.h")
add_link_options(${features})
