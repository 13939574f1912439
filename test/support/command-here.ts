/**
 * Runs a command in this process, as `main` runs it. A separate process would spend a second on loading the same
 * modules. It changes the working directory while the command runs, so run one command at a time.
 */
import { filesFor } from '../../src/cli/command-files.ts'
import { runProgram } from '../../src/cli/program.ts'
import type { Finished } from './sandbox-process.ts'

/** Signals whose listeners are removed afterwards, as at the end of a process. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export async function runHere(words: readonly string[], cwd: string): Promise<Finished> {
  const output = { out: '', err: '' }
  const files = await Promise.all(filesFor(words).map(({ load }) => load()))
  const former = process.cwd()
  const listening = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
  process.chdir(cwd)
  try {
    const registrations = files.map(({ register }) => register)
    const code = await runProgram(registrations, words, {
      out: (text) => {
        output.out += text
      },
      err: (text) => {
        output.err += text
      },
    })
    return { code, ...output }
  } finally {
    process.chdir(former)
    for (const [signal, listeners] of listening)
      for (const listener of process.listeners(signal)) if (!listeners.includes(listener)) process.off(signal, listener)
  }
}
