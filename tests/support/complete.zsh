# Prints lines as an interactive zsh completes them when its user presses Tab: zsh -f complete.zsh FOLDER LINE...
#   FOLDER: that of _porthole. Each line is printed as <line>.
zmodload zsh/zpty || exit 1
folder=$1
shift
zpty shell zsh -f -i
zpty -w shell "stty -echo; PS1= PS2= RPS1=; fpath=($folder \$fpath); autoload -Uz compinit; compinit -u -D
  setopt no_beep; complete-and-print() { zle complete-word; zle -I; print -r -- \"[\$BUFFER]\"; BUFFER= }
  zle -N complete-and-print; bindkey '^T' complete-and-print; print re''ady"
zpty -r -m shell said '*ready*' || exit 1
for line in "$@"; do
  zpty -w -n shell "$line"$'\x14'
  zpty -r -m shell said '*\[*\]*' || exit 1
  said=${said##*\[}
  print -r -- "<${said%%\]*}>"
done
zpty -d shell
