# Sourced by the scripts of this folder: they show which step is running, and how long it took.

# step TITLE COMMAND...
# Runs the command with its output in a log, which is shown if the command fails. Standard error names the running step: on a terminal in one line that
# is rewritten (with the last `12/170` in the log), elsewhere in a plain line; at the end with the seconds that it took. If STEPS is set to a file, the
# file gets a line: seconds, processor seconds, title.
step() {
  local title=$1 begun=$SECONDS status=0 watcher="" log TIMEFORMAT='%R %U %S' wall user system
  shift
  log=$(mktemp)
  if [ -t 2 ]; then
    watch_log "$title" "$log" &
    watcher=$!
  else
    echo "$title ..." >&2
  fi
  { time "$@" >"$log" 2>&1; } 2>"$log.time" || status=$?
  read -r wall user system <"$log.time"
  [ -z "${STEPS:-}" ] || awk "BEGIN { printf \"%7.0f %7.0f  %s\n\", $wall, $user + $system, ARGV[1] }" "$title" >>"$STEPS"
  if [ -n "$watcher" ]; then
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
    printf '\r\033[K' >&2
  fi
  if [ $status -ne 0 ]; then
    grep -vE '^ *(Start +[0-9]+:|[0-9]+/[0-9]+ Test .* Passed |\[[0-9]+/[0-9]+\] (Building|Linking) )' "$log" >&2 || true
    echo "$title: failed after $((SECONDS - begun)) s" >&2
  else
    echo "$title: $((SECONDS - begun)) s" >&2
  fi
  rm -f "$log" "$log.time"
  return $status
}

# The line that `step` shows while it waits: title, the last `done/all` of the log, seconds.
watch_log() {
  local begun=$SECONDS count
  while sleep 0.5; do
    count=$(tail -c 400 "$2" 2>/dev/null | grep -oE '[0-9]+/[0-9]+' | tail -n 1)
    printf '\r\033[K%s ... %s %s s' "$1" "$count" $((SECONDS - begun)) >&2
  done
}

# need PACKAGE...: installs the missing ones of these packages with apt.
need() {
  local missing=() package sudo=""
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -ne 0 ] || return 0
  [ "$(id -u)" -eq 0 ] || sudo=sudo
  step "fetching the list of packages" $sudo apt-get update
  step "installing ${#missing[@]} packages" $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
}
