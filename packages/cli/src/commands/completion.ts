import { Argument, type Command } from 'commander'
import { type App } from '../call.ts'
import { withExamples } from '../help.ts'
import { action } from '../action.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

// Each script calls `tiffin complete` for the words that may follow; a tab separates a word from its description. Words are
// untrusted data: nothing may expand them, as bash's `compgen -W` would.
const scripts: Record<Shell, string> = {
  bash: `_tiffin() {
  local word
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    if [[ "$word" == "\${COMP_WORDS[COMP_CWORD]}"* ]]; then COMPREPLY+=("$(printf %q "$word")"); fi
  done < <(tiffin complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _tiffin tiffin
`,
  zsh: `#compdef tiffin
_tiffin() {
  local -a found
  local line
  while IFS= read -r line; do
    if [[ "$line" == *$'\\t'* ]]; then found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"); else found+=("\${line//:/\\\\:}"); fi
  done < <(tiffin complete -- "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)
  _describe tiffin found
}
compdef _tiffin tiffin
`,
  fish: `function __tiffin_complete
  set -l words (commandline -opc) (commandline -ct)
  tiffin complete -- $words[2..-1] 2>/dev/null
end
complete -c tiffin -f -a '(__tiffin_complete)'
`,
}

/** `completion` prints a shell script; `complete` answers its requests. */
export function addCompletion(program: Command, app: App): void {
  withExamples(program.command('completion').description('print a script that completes commands, tables and IDs'), [
    ['source <(tiffin completion bash)', 'in ~/.bashrc'],
    ['tiffin completion zsh > ~/.zfunc/_tiffin', 'in a folder on your fpath'],
    ['tiffin completion fish > ~/.config/fish/completions/tiffin.fish', 'for fish'],
  ])
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: Shell) => app.io.out(scripts[shell]))

  program
    .command('complete [words...]', { hidden: true })
    .allowUnknownOption()
    .action(
      action(app, async (call) => {
        const { complete } = await import('../services/complete.ts')
        const { escapeLine } = await import('../results/format-value.ts')
        const found = await complete(program, call.args, call.connect, call.lang)
        call.io.out(found.map(([word, means]) => `${escapeLine(word)}${means === '' ? '' : `\t${escapeLine(means)}`}\n`).join(''))
      }),
    )
}
