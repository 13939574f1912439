/** Completion for zsh, with descriptions. If no word matches, zsh completes file names. */
import type { CompletedCommand } from './describe-commands.ts'

/** Returns a script to save as `_fiducia` in a folder of `fpath`. */
export const zshScript = (commands: readonly CompletedCommand[]): string => `#compdef fiducia
_fiducia() {
  local place="" one
  local -a items
  for one in "\${(@)words[2,CURRENT-1]}"; do
    case "$place/$one" in
${commands.flatMap(stepsTo).join('')}    esac
  done
  case "$place/\${words[CURRENT-1]}" in
${commands.flatMap(valuesOf).join('')}  esac
  if (( \${#items} == 0 )); then
    case "$place" in
${commands.map(wordsOf).join('')}    esac
  fi
  _describe fiducia items || _files
}
_fiducia "$@"
`

/** Returns the shell code that steps from a command to its subcommand. */
const stepsTo = ({ path, step }: CompletedCommand): readonly string[] =>
  step === undefined ? [] : [`      "${step}") place="${path}" ;;\n`]

const valuesOf = ({ path, values }: CompletedCommand): readonly string[] =>
  values.map(({ option, choices }) => `    "${path}/${option}") items=(${choices.map(quote).join(' ')}) ;;\n`)

const wordsOf = ({ path, words }: CompletedCommand): string =>
  `      "${path}") items=(${words.map(({ word, description }) => quote(`${word}:${description.replaceAll(':', ' ')}`)).join(' ')}) ;;\n`

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
