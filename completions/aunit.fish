# Completes aunit's commands, options, files, and names from models, for fish.
# `aunit __complete-line` splits the line. This script evaluates no part of the line.
function __aunit_continuations
    set -l program (string replace -r '^~/' "$HOME/" -- (commandline -opc)[1])
    $program __complete-line (commandline -cp | string collect) 2>/dev/null
end
complete -c aunit -f -a '(__aunit_continuations)'
