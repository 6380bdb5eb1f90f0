# Prints what zsh offers for each command line, one `LINE -> WORDS` per line: a shell
# on a terminal of its own gets the line and a tab, and says what completion adds.
# Usage: zsh -f complete.zsh FOLDER-OF-SCRIPT LINE...
zmodload zsh/zpty
setup=$(mktemp)
cat >$setup <<END
PROMPT= RPROMPT=
unsetopt prompt_cr prompt_sp zle
setopt zle
fpath=(${(q)1} \$fpath)
autoload -Uz compinit && compinit -u -D
compadd() {
  local -a hits
  builtin compadd -O hits "\$@"
  (( \$#hits )) && print -r -- "<HIT \$^hits>"
  builtin compadd "\$@"
}
finish() { print '<END>' }
first() { comppostfuncs=(finish); zle expand-or-complete; zle kill-buffer }
zle -N first
bindkey '^I' first
print '<READY>'
END
shift
zpty shell zsh -f -i
zpty -w shell "source $setup"
zpty -r shell said '*<READY>*'
for line; do
  zpty -w -n shell "$line"$'\t'
  zpty -r shell said '*<END>*'
  typeset -U words=()
  for each in ${(f)said}; do
    [[ $each == *'<HIT '*'>'* ]] && words+=(${${each#*<HIT }%>*})
  done
  print -r -- "$line -> $words"
done
zpty -d shell
rm -f $setup
