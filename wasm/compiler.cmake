# How everything is compiled and linked for WebAssembly.
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)  # the program loads no libraries
set(features -fwasm-exceptions -mbulk-memory -msign-ext -mnontrapping-fptoint)  # an engine that has the first has all of them
add_compile_options(${features} "SHELL:-include ${PROJECT_SOURCE_DIR}/wasm/ranges.h")
add_link_options(${features})
