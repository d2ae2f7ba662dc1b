# Sourced by scripts that build for other machines: compiles the libraries that aunit is linked with, from Debian's sources. They must source it in the
# checkout's folder, after scripts/steps.sh.

library_sources=$PWD/build/library-sources
library_packages=(antlr4-cpp-runtime cadical fmtlib minisat2 pugixml zlib)

# Gets the sources from the mirror of this machine's packages, with package lists of its own. Not all mirrors of security updates have sources.
fetch_libraries() {
  local apt=$library_sources/apt name
  mkdir -p "$apt/lists/partial" "$apt/cache"
  apt-get indextargets --format 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(REPO_URI) $(RELEASE) main' \
    'Identifier: Packages' 'Origin: Debian' 'Component: main' | grep -v -e '-security' | sort -u >"$apt/sources.list"
  local options=(-o Dir::Etc::SourceList="$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o Dir::State::Lists="$apt/lists" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=)
  apt-get "${options[@]}" update
  cd "$library_sources"
  apt-get "${options[@]}" --download-only source "${library_packages[@]}"
  for name in "${library_packages[@]}"; do
    rm -rf "$name"
    dpkg-source --no-check -x "$name"_*.dsc "$name"
  done
}

# libraries FOLDER CMAKE...: compiles the libraries with this cmake command and installs them in FOLDER/root, unless they are there.
libraries() {
  local folder=$1
  shift
  need cmake ninja-build ccache dpkg-dev debian-archive-keyring nlohmann-json3-dev libcli11-dev libtomlplusplus-dev libxxhash-dev
  [ ! "$folder/done" -nt platforms/libraries/CMakeLists.txt ] || return 0
  [ -d "$library_sources/${library_packages[-1]}" ] || (step "fetching the sources of libraries" fetch_libraries)
  step "configuring libraries" "$@" -G Ninja -S platforms/libraries -B "$folder/build" -DSOURCES="$library_sources" \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$folder/root"
  step "building libraries" cmake --build "$folder/build" --target install
  touch "$folder/done"
}
