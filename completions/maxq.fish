# fish completion for maxq: commands, games and options as the program's own
# help names them.

function __maxq_commands
    maxq help 2>/dev/null | string replace -rf '^  ([a-z]+)  +(.*)' '$1\t$2'
end

function __maxq_games
    maxq help 2>/dev/null | string replace -rf '^Games: ' '' | string split ', '
end

function __maxq_languages
    maxq help 2>/dev/null | string replace -rf '.*\[--lang ([a-z|]+)\].*' '$1' | string split '|'
end

# The words before the one that is typed, without options.
function __maxq_words
    string match -v -- '-*' (commandline -opc)[2..-1]
end

function __maxq_options
    set -l words (__maxq_words)
    set -l command $words[1]
    if test "$command" = bench; and contains -- "$words[2]" search estimate server
        set -a command $words[2]
    end
    maxq $command --help 2>/dev/null |
        string replace -rf '^ +(?:-., )?(--[a-z-]+)\S* *(.*)' '$1\t$2'
end

complete -c maxq -f
complete -c maxq -n 'test (count (__maxq_words)) -eq 0' -a '(__maxq_commands)'
complete -c maxq -n 'test (count (__maxq_words)) -gt 0; and string match -q -- "-*" (commandline -ct)' -a '(__maxq_options)'
complete -c maxq -n '__fish_seen_subcommand_from arena bench odds play rules simulate' -a '(__maxq_games)'
complete -c maxq -n '__fish_seen_subcommand_from bench' -a 'search estimate server'
complete -c maxq -n '__fish_seen_subcommand_from data' -a 'check show export'
complete -c maxq -n '__fish_seen_subcommand_from analyze replay scenario data' -F
complete -c maxq -l lang -x -a '(__maxq_languages)'
