/** Completion for fish, with descriptions. */
import type { CompletedCommand, Word } from './describe-commands.ts'

/** Returns a script for `completions/fiducia.fish`. */
export const fishScript = (commands: readonly CompletedCommand[]): string => `# fish completion of fiducia
function __fiducia_place
    set -l place ""
    for word in (commandline -opc)[2..-1]
        switch "$place/$word"
${commands.flatMap(stepsTo).join('')}        end
    end
    test "$place" = "$argv[1]"
end
${commands.flatMap(linesOf).join('\n')}
`

/** Returns the shell code that steps from a command to its subcommand. */
const stepsTo = ({ path, step }: CompletedCommand): readonly string[] =>
  step === undefined ? [] : [`            case ${quote(step)}\n                set place ${quote(path)}\n`]

const linesOf = ({ path, words, values }: CompletedCommand): readonly string[] => {
  const here = `complete -c fiducia -n ${quote(`__fiducia_place ${quote(path)}`)}`
  const choices = new Map(values.map(({ option, choices }) => [option, choices]))
  return words.map(({ word, description }: Word) => {
    if (!word.startsWith('--')) return `${here} -a ${quote(word)} -d ${quote(description)}`
    const values = choices.get(word)
    return `${here} -l ${word.slice(2)} -d ${quote(description)}${values ? ` -xa ${quote(values.join(' '))}` : ''}`
  })
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
