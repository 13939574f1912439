/** Completion for bash. If no word matches, bash completes file names. */
import type { CompletedCommand } from './describe-commands.ts'

/** Returns a script for bash. Does not quote words and choices, because they contain nothing special to a shell. */
export const bashScript = (commands: readonly CompletedCommand[]): string => `# bash completion of fiducia
_fiducia() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$path/\${COMP_WORDS[index]}" in
${commands.flatMap(stepsTo).join('')}    esac
  done
  case "$path/$previous" in
${commands.flatMap(valuesOf).join('')}  esac
  if [ -z "$words" ]; then
    case "$path" in
${commands.map(wordsOf).join('')}    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _fiducia fiducia
`

/** Returns the shell code that steps from a command to its subcommand. */
const stepsTo = ({ path, step }: CompletedCommand): readonly string[] =>
  step === undefined ? [] : [`      "${step}") path="${path}" ;;\n`]

const valuesOf = ({ path, values }: CompletedCommand): readonly string[] =>
  values.map(({ option, choices }) => `    "${path}/${option}") words="${choices.join(' ')}" ;;\n`)

const wordsOf = ({ path, words }: CompletedCommand): string =>
  `      "${path}") words="${words.map(({ word }) => word).join(' ')}" ;;\n`
