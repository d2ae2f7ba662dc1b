# Completion of aunit's commands, options, files, and of what the models at hand hold, for fish.
# `aunit __complete-line` splits the line: nothing of it is evaluated here.
function __aunit_continuations
    set -l program (string replace -r '^~/' "$HOME/" -- (commandline -opc)[1])
    $program __complete-line (commandline -cp | string collect) 2>/dev/null
end
complete -c aunit -f -a '(__aunit_continuations)'
