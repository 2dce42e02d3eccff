# bash completion for maxq

_maxq_games() {
    maxq help 2>/dev/null | sed -n 's/^Games: //p' | tr -d ,
}

# The options of a command, and of a verb of it, as its help names them.
_maxq_options() {
    maxq "$@" --help 2>/dev/null |
        sed -nE 's/^ +(-., )?(--[a-z-]+).*/\2/p'
}

# Words that may stand where no option does.
_maxq_words() {
    case $1 in
    arena | odds | play | rules | simulate | train) _maxq_games ;;
    bench)
        _maxq_games
        echo "search estimate server"
        ;;
    data)
        case $2 in
        data) echo "check show export" ;;
        show) _maxq_games ;;
        esac
        ;;
    esac
}

_maxq_values() {
    case $1 in
    --lang) maxq help 2>/dev/null | sed -n 's/.*\[--lang \([a-z|]*\)\].*/\1/p' | tr '|' ' ' ;;
    --dice) echo "ask seed" ;;
    --theme) echo "dark light mono" ;;
    --bots) echo "easy normal hard expert greedy random search net instinct greedy,random" ;;
    --seats) echo "me me,easy me,normal me,hard me,expert me,greedy,random" ;;
    --players | -p) echo "2 3 4 5" ;;
    *) return 1 ;;
    esac
}

_maxq() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} words

    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$(maxq help 2>/dev/null | sed -n 's/^  \([a-z]*\)  .*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$words help --lang --version" -- "$current")
        return
    fi
    case $previous in
    --save | --data | --resume | --again | --html | --matches | --out)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    esac
    if words=$(_maxq_values "$previous"); then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        return
    fi
    case $current in
    -*)
        words=$(_maxq_options "$command")
        if [ "$command" = bench ] && [ "$COMP_CWORD" -gt 2 ]; then
            words=$(_maxq_options bench "${COMP_WORDS[2]}")
        fi
        ;;
    *) words=$(_maxq_words "$command" "$previous") ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    if [ "${#COMPREPLY[@]}" -eq 0 ]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
}

complete -F _maxq maxq
