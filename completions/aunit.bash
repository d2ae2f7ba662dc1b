# Completes aunit's commands, options, files, and names from models, for bash.
# `aunit __complete-bash` splits the line and quotes its words. This script evaluates no part of the line.
_aunit() {
  local candidate program=$1
  [[ $program != '~/'* ]] || program=$HOME/${program#'~/'}
  COMPREPLY=()
  while IFS= read -r candidate; do
    COMPREPLY+=("$candidate")
  done < <("$program" __complete-bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
  # No blank follows a folder or `--option=`.
  [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *[/=] ]] || compopt -o nospace
}
complete -o nosort -F _aunit aunit
