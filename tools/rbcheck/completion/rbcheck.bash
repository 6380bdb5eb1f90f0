# Completion of rbcheck, rbreplay, rbexp, rbbuild, rbcc and rbc++ in bash.
# Printed by `rbcheck --completion=bash`; docs/installation.md says how to use it.

# Sets `options` of rbcheck; for option $1 `kind` and `words` of its values, of
# which $2 is typed.
_rbcheck_options() {
  kind=none words=
@OPTIONS@
}

# The options of another tool, from its own help.
_rbcheck_help() {
  options=$("$1" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*=?' | sort -u)
}

# Offers values for option $1; what is typed of them is $2, and before that $3.
_rbcheck_values() {
  local options kind words typed=$2
  _rbcheck_options "$1" "$2"
  case $kind in
  files) COMPREPLY=($(compgen -P "$3" -f -- "$typed")) ;;
  list)
    local done=
    [[ $typed == *,* ]] && done=${typed%,*},
    COMPREPLY=($(compgen -P "$3$done" -W "$words" -- "${typed#"$done"}")) ;;
  words) COMPREPLY=($(compgen -P "$3" -W "$words" -- "$typed")) ;;
  *) COMPREPLY=() ;;
  esac
}

_rbcheck() {
  local IFS=$' \t\n' tool=${1##*/} options kind words
  local line=${COMP_LINE:0:COMP_POINT}
  local word=${line##*[[:space:]]} before=${line%[[:space:]]*}
  before=${before%"${before##*[![:space:]]}"}
  before=${before##*[[:space:]]}
  COMPREPLY=()
  if [[ $tool == rbcheck ]]; then
    _rbcheck_options "$before" ""
    if [[ " $line" == *' -- '* ]]; then # arguments of the program
      COMPREPLY=($(compgen -f -- "$word"))
    elif [[ $word == --*=* ]]; then
      _rbcheck_values "${word%%=*}" "${word#*=}" "${word%%=*}="
    elif [[ $word == -[!-]?* ]]; then
      _rbcheck_values "${word:0:2}" "${word:2}" "${word:0:2}"
    elif [[ $kind != none ]]; then
      _rbcheck_values "$before" "$word" ''
    elif [[ $word == -* ]]; then
      COMPREPLY=($(compgen -W "$options" -- "$word"))
    else
      COMPREPLY=($(compgen -f -- "$word"))
    fi
  elif [[ $word == --*=* ]]; then
    COMPREPLY=($(compgen -P "${word%%=*}=" -f -- "${word#*=}"))
  elif [[ $word == -* ]]; then
    _rbcheck_help "$1"
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ $tool == rbbuild && $before == "$1" ]]; then # a command
    COMPREPLY=($(compgen -c -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
  # More follows a folder, and a word that ends so.
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:] ]]; then
    compopt -o nospace 2>/dev/null
  fi
  # Readline replaces only what follows the last character that breaks words.
  local kept= each
  for each in = :; do
    [[ $COMP_WORDBREAKS == *"$each"* && $word == *"$each"* ]] || continue
    each=${word%"${word##*"$each"}"}
    [[ ${#each} -le ${#kept} ]] || kept=$each
  done
  COMPREPLY=("${COMPREPLY[@]#"$kept"}")
  return 0
}

complete -o filenames -F _rbcheck rbcheck rbreplay rbexp rbbuild
complete -o default rbcc rbc++
