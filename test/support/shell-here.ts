/**
 * One shell for a whole page, so that a variable of one snippet is set in the next. Its `npx` runs only `fiducia`: the
 * first call is a separate program, as for a reader; later commands run in this process (`command-here.ts`), because
 * each program would load the same modules again.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { root } from '../../scripts/source/files.ts'
import { runHere } from './command-here.ts'

export interface Shell {
  /** Returns the script's output. Fails if its last command fails. */
  run(script: string): Promise<string>
  end(): Promise<void>
}

/** Function of the shell: sends each word with a NUL after it and one more NUL at the end, and reads the exit code. */
const npx = `npx() {
  [ "$1" = fiducia ] || return 1
  shift
  if [ ! -e npx.once ]; then : > npx.once; PROGRAM "$@"; return; fi
  printf '%s\\0' "$@" >&3
  printf '\\0' >&3
  read -r npx_code <&4
  cat npx.out; cat npx.err >&2
  return "$npx_code"
}
`

/**
 * Opens a shell. `program` is the complete command of the first call. The shell and the commands in this process share
 * the directory and `env`.
 */
export function openShell(cwd: string, program: readonly string[], env: NodeJS.ProcessEnv): Shell {
  const child = spawn('sh', [], { cwd, env, stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'] })
  answerCommands(child, cwd)
  child.stdin.write(npx.replace('PROGRAM', program.map((word) => `'${word}'`).join(' ')))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const run = async (script: string): Promise<string> => {
    const from = output.length
    child.stdin.write(`${script}\necho "done: $?"\n`)
    for (let waited = 0; waited < 30_000; waited += 20) {
      const ended = /done: (\d+)\n$/.exec(output.slice(from))
      if (ended) {
        assert.equal(ended[1], '0', `${script}\n${output.slice(from)}`)
        return output.slice(from, -ended[0].length)
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return assert.fail(`${script} does not end: ${output.slice(from)}`)
  }
  const end = async (): Promise<void> => {
    const exited = once(child, 'exit')
    if (child.kill()) await exited
  }
  return { run, end }
}

function answerCommands({ stdio }: ChildProcess, cwd: string): void {
  const [, , , asked, answered] = stdio as unknown as Duplex[]
  assert.ok(asked && answered)
  let pending = ''
  asked.on('data', async (chunk: Buffer) => {
    pending += chunk.toString()
    if (!pending.endsWith('\0\0')) return
    const words = pending.slice(0, -2).split('\0')
    pending = ''
    const { code, out, err } = await runHere(words, cwd)
    writeFileSync(join(cwd, 'npx.out'), out)
    writeFileSync(join(cwd, 'npx.err'), err)
    answered.write(`${code}\n`)
  })
}

/** Returns the words that run `bin/fiducia.mjs` in Node.js with these options. */
export const fiduciaProgram = (nodeOptions: readonly string[]): readonly string[] => [
  process.execPath,
  ...nodeOptions,
  join(root, 'bin/fiducia.mjs'),
]
