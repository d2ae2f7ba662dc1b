# Sourced, after steps.sh, by the scripts that test with packages from npm.

# skip TITLE REASON: reports that nothing was tested.
skip() {
  [ -z "${required:=${CI:-}}" ] || { echo "FAILED: the $1 tests could not run: $2" >&2; exit 1; }
  echo "SKIPPED: the $1 tests, nothing was tested: $2" >&2
  exit 0
}

# node_tools TITLE OPTION TOOL:PACKAGE...: checks that the tools exist. With --install as OPTION, installs missing ones from Debian's packages;
# otherwise the tests are skipped.
node_tools() {
  local title=$1 option=$2 missing=() tool
  shift 2
  if [ "$option" = --install ]; then
    required=yes
    # A tool that is installed already is used, whatever its source.
    for tool in "$@"; do
      command -v "${tool%:*}" >/dev/null || missing+=("${tool#*:}")
    done
    [ ${#missing[@]} -eq 0 ] || need "${missing[@]}" || skip "$title" "apt could not install ${missing[*]}"
  fi
  for tool in "$@"; do
    command -v "${tool%:*}" >/dev/null || skip "$title" "${tool%:*} is missing (the option --install gets it)"
  done
}

# node_packages TITLE: installs the packages in package-lock.json of the current folder.
node_packages() {
  [ -d node_modules ] && [ ! package-lock.json -nt node_modules/.package-lock.json ] ||
    step "fetching the $1 tests' packages" npm ci --ignore-scripts --no-audit --no-fund || skip "$1" "npm could not install what they need"
}
