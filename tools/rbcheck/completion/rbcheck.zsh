#compdef rbcheck rbreplay rbexp rbbuild
# Completion of rbcheck, rbreplay, rbexp and rbbuild in zsh.
# Printed by `rbcheck --completion=zsh`; docs/installation.md says how to use it.
# No function here is called _rbcheck: that is this file, once it is loaded.

_rbcheck_arguments() {
  local -a specifications
  specifications=(
@OPTIONS@
    '(-)--[arguments of the program]:*:arguments:_files'
    '1:program:_files'
  )
  _arguments -S $specifications
}

case $service in
rbcheck) _rbcheck_arguments "$@" ;;
rbbuild) _arguments '(- *)--help[help]' '(- *)--version[version]' '*::command:_normal' ;;
*) _arguments --  '*:file:_files' ;; # from its own help
esac
