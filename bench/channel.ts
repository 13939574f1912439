/**
 * Channel to a child process: a request and its answer are one message each. The measured processes are children, so
 * that each can be pinned to a core.
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type Handlers = Readonly<Record<string, (input: never) => unknown>>

interface Question {
  readonly id: number
  readonly name: string
  readonly input: unknown
}

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly fault?: string
}

export interface Child {
  /** Runs the child's handler with this name. Returns its result. Rejects if the handler throws or the child ends. */
  ask<T>(name: string, input?: unknown): Promise<T>
  /** Suspends the process with all of its threads (SIGSTOP). Returns when it is suspended. */
  hold(): void
  /** Continues a suspended process. */
  release(): void
  /** Ends the process. Resolves when it has ended. */
  stop(): Promise<void>
}

/** Returns true if this machine can pin a process to a core. */
export const canPin = (): boolean => spawnSync('taskset', ['-p', String(process.pid)]).status === 0

/** Moves this process with all of its threads to a core. Returns true if it worked. */
export const pinSelf = (core: number): boolean =>
  spawnSync('taskset', ['-acp', String(core), String(process.pid)]).status === 0

/** Starts a file of the bench as a process on one core, or on any core without pinning. */
export function startChild(file: string, core: number, pinned: boolean): Child {
  const child = fork(new URL(file, import.meta.url), {
    execArgv: ['--conditions=fiducia-source', '--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_ENV: 'production' },
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  if (pinned) spawnSync('taskset', ['-acp', String(core), String(child.pid)])
  // A suspended child would outlive its parent.
  process.once('exit', () => child.kill('SIGCONT'))
  return openChannel(child)
}

/**
 * Returns true if the process is suspended. After SIGSTOP this takes some milliseconds. Always returns true without
 * `/proc`.
 */
function isHeld(pid: number | undefined): boolean {
  try {
    return / [Tt] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1').slice(0, 64))
  } catch {
    return true
  }
}

function openChannel(child: ChildProcess): Child {
  const open = new Map<number, { resolve: (value: never) => void; reject: (fault: Error) => void }>()
  let last = 0
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.on('message', ({ id, value, fault }: Answer) => {
    const waiting = open.get(id)
    open.delete(id)
    if (fault === undefined) waiting?.resolve(value as never)
    else waiting?.reject(new Error(fault))
  })
  child.once('exit', (code) => {
    for (const { reject } of open.values()) reject(new Error(`a process of the bench ended with ${code}`))
  })
  return {
    ask: <T>(name: string, input?: unknown) =>
      new Promise<T>((resolve, reject) => {
        last += 1
        open.set(last, { resolve, reject })
        child.send({ id: last, name, input } satisfies Question)
      }),
    hold: () => {
      child.kill('SIGSTOP')
      while (!isHeld(child.pid)) {}
    },
    release: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGCONT')
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** Answers the parent's requests until it disconnects. Runs in the child. */
export function answerParent(handlers: Handlers, onStop: () => Promise<void> = async () => undefined): void {
  process.on('message', async ({ id, name, input }: Question) => {
    const answer = await Promise.resolve()
      .then(() => handlers[name]?.(input as never))
      .then((value): Answer => ({ id, value }))
      .catch((thrown: unknown): Answer => ({ id, fault: thrown instanceof Error ? `${thrown.stack}` : `${thrown}` }))
    process.send?.(answer)
  })
  process.once('disconnect', async () => {
    await onStop()
    process.exit(0)
  })
}
