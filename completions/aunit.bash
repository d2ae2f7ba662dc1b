# Completion of aunit's commands, options, files, and of what the models at hand hold, for bash.
# `aunit __complete-bash` splits and quotes: nothing of the line is evaluated here.
_aunit() {
  local candidate program=$1
  [[ $program != '~/'* ]] || program=$HOME/${program#'~/'}
  COMPREPLY=()
  while IFS= read -r candidate; do
    COMPREPLY+=("$candidate")
  done < <("$program" __complete-bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
  # Folders and `--option=` go on.
  [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *[/=] ]] || compopt -o nospace
}
complete -o nosort -F _aunit aunit
