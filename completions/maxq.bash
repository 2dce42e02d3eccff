# bash completion for maxq

_maxq_games() {
    maxq help 2>/dev/null | sed -n 's/^Games: //p' | tr -d ,
}

_maxq_options() {
    case $1 in
    analyze) echo "--budget --seed --jobs --json --csv --html" ;;
    arena)
        echo "--bots --bot --limit --games --players --iterations --ms --threads --seed"
        echo "--sprt --resume --jobs --json --csv --html"
        ;;
    bench) echo "--players --events --iterations --threads --games --bot --quick --tables --json" ;;
    bridge) echo "--data" ;;
    data) echo "--data --json" ;;
    odds) echo "--position --seat --json --csv --data" ;;
    play) echo "--players --seats --seed --dice --plain --resume --save --data" ;;
    replay) echo "--verify --at --json" ;;
    scenario) echo "--coverage --json --stop" ;;
    simulate)
        echo "--games --bots --bot --players --iterations --seed --jobs"
        echo "--json --csv --html"
        ;;
    esac
    echo "--help --lang"
}

# Words that may stand where no option does.
_maxq_words() {
    case $1 in
    arena | odds | play | rules | simulate) _maxq_games ;;
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
    --lang) echo "en de" ;;
    --dice) echo "ask seed" ;;
    --bots) echo "easy normal hard expert greedy random search greedy,random" ;;
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
    --save | --data | --resume | --html)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    esac
    if words=$(_maxq_values "$previous"); then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        return
    fi
    case $current in
    -*) words=$(_maxq_options "$command") ;;
    *) words=$(_maxq_words "$command" "$previous") ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    if [ "${#COMPREPLY[@]}" -eq 0 ]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
}

complete -F _maxq maxq
