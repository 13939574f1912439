/** Runs a command of a guide in this process. */
import { runProgram } from '../../src/cli/program.ts'

/** A command that runs. Its exit code and its output are those of the program. */
interface StartedCommand {
  readonly code: Promise<number>
  /** Returns what the command has printed so far, on standard output and as errors. */
  printed(): string
  /** Resolves when the command ends. */
  readonly ended: Promise<{ readonly code: number; readonly out: string; readonly err: string }>
}

/** Starts a line such as `fiducia keys show "a file"`. The word `fiducia` may be absent. */
export function startCommand(registrations: Parameters<typeof runProgram>[0], line: string): StartedCommand {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  if (words[0] === 'fiducia') words.shift()
  const printed: { readonly to: 'out' | 'err'; readonly text: string }[] = []
  const code = runProgram(registrations, words, {
    out: (text) => void printed.push({ to: 'out', text }),
    err: (text) => void printed.push({ to: 'err', text }),
  })
  const textOf = (...streams: readonly string[]): string =>
    printed
      .filter(({ to }) => streams.includes(to))
      .map(({ text }) => text)
      .join('')
  return {
    code,
    printed: () => textOf('out', 'err'),
    ended: code.then((ended) => ({ code: ended, out: textOf('out'), err: textOf('err') })),
  }
}
