/**
 * Starts the replicas of a sandbox: processes that each serve all roles. Replaces a replica that dies or cannot be
 * started. The pause before the replacement doubles, up to 8 seconds, while replicas die before they serve or within
 * five seconds of their start. `onFault` receives the reason why a replacement cannot serve. A replica that has ended
 * receives no requests.
 */
import { type ChildProcess, fork } from 'node:child_process'
import type { DecisionSink } from '../../base/index.ts'
import { siblingModuleUrl } from '../../node/index.ts'
import type { ServedRole } from '../../serve/index.ts'
import type { AssemblyInput } from '../assemble-ecosystem.ts'
import type { Exchange } from '../recording-fetch.ts'
import { SandboxFault } from '../sandbox-fault.ts'
import type { Traffic } from '../traffic.ts'
import type { FromReplica, ReplicaOptions, RolePorts, ToReplica } from './messages.ts'
import type { ReplicaAddress } from './round-robin.ts'

interface Replicas {
  addressesOf(role: ServedRole): readonly ReplicaAddress[]
  stop(): Promise<void>
}

export interface ReplicaObservers {
  readonly decisions: DecisionSink
  readonly onExchange: (exchange: Exchange) => void
  readonly onFault: AssemblyInput['onFault']
  /** Message recorder of the main process. */
  readonly traffic: Pick<Traffic, 'recordFromReplica' | 'addTraces'>
}

/** A replica that dies within this time, or before it serves, counts as a failure. */
const minimumMilliseconds = 5000
const maximumPauseMilliseconds = 8000
/** A replica that has not stopped within this time is killed. */
const stopMilliseconds = 5000

const program = siblingModuleUrl(import.meta.url, 'replica')

/**
 * Starts the replicas. Resolves when all serve. If a replica cannot serve, stops all, and rejects with `SandboxFault`
 * or, if its process cannot be started, with Node's error.
 */
export async function startReplicas(
  count: number,
  replicaOptions: ReplicaOptions,
  observers: ReplicaObservers,
): Promise<Replicas> {
  const serving = new Map<number, RolePorts>()
  const processes = new Map<number, ChildProcess>()
  const timers = new Set<NodeJS.Timeout>()
  let consecutiveFailures = 0
  let stopping = false

  function begin(index: number): Promise<void> {
    const since = performance.now()
    const served = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<unknown>()
    try {
      const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' })
      processes.set(index, child)
      child.on('message', (message: FromReplica) => {
        if (message.kind === 'serving') {
          serving.set(index, message.ports)
          served.resolve()
        } else if (message.kind === 'failed') served.reject(new SandboxFault(message.message))
        else dispatch(message, observers)
      })
      // A process that cannot be started has no id, and never exits.
      child.on('error', (error) => child.pid === undefined && ended.resolve(error))
      child.once('exit', (code, signal) =>
        ended.resolve(new SandboxFault(`A replica ended before it served (${signal ?? code}).`)),
      )
      child.send({ kind: 'begin', replicaOptions } satisfies ToReplica, noop)
    } catch (thrown) {
      ended.resolve(thrown)
    }
    ended.promise.then((reason) => {
      processes.delete(index)
      const hasServed = serving.delete(index)
      served.reject(reason)
      if (stopping) return
      const isLasting = hasServed && performance.now() - since > minimumMilliseconds
      consecutiveFailures = isLasting ? 0 : consecutiveFailures + 1
      beginLater(index, Math.min(maximumPauseMilliseconds, 250 * 2 ** consecutiveFailures))
    })
    return served.promise
  }
  function beginLater(index: number, milliseconds: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      // This handler only reports the fault. The handler of `ended` starts the next replacement.
      begin(index).catch((thrown: unknown) => {
        const reason = thrown instanceof Error ? thrown.message : String(thrown)
        if (!stopping) observers.onFault(reason, `replica ${index + 1}`)
      })
    }, milliseconds)
    timers.add(timer)
  }
  const stop = async (): Promise<void> => {
    stopping = true
    for (const timer of timers) clearTimeout(timer)
    await Promise.all([...processes.values()].map(end))
  }
  try {
    await Promise.all(Array.from({ length: count }, (_, index) => begin(index)))
  } catch (thrown) {
    await stop()
    throw thrown
  }
  return {
    addressesOf: (role) => [...serving].map(([index, ports]) => ({ name: String(index + 1), port: ports[role] })),
    stop,
  }
}

const noop = (): void => undefined

function dispatch(message: Exclude<FromReplica, { kind: 'serving' | 'failed' }>, observers: ReplicaObservers): void {
  if (message.kind === 'decision') observers.decisions.record(message.decision)
  else if (message.kind === 'exchange') observers.onExchange(message.exchange)
  else if (message.kind === 'message') observers.traffic.recordFromReplica(message.message)
  else if (message.kind === 'traces') observers.traffic.addTraces(message.id, message.traces)
  else observers.onFault(message.text, message.surface)
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    const timer = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.send({ kind: 'stop' } satisfies ToReplica, noop)
  })
}
