/** Starts the sandbox and runs it until it is stopped. `SandboxParts` contains its screens, routes and life cycle. */
import { join, resolve } from 'node:path'
import type { DecisionRecord } from '../base/index.ts'
import type { RefusalThrottle } from '../node/index.ts'
import { describeKey } from './console-access.ts'
import type { Printer, SandboxOptions, StartParts } from './sandbox-parts.ts'
import { startParts } from './start-sandbox.ts'
import type { SandboxState } from './state-file.ts'

/**
 * Runs a sandbox and resolves when it has stopped. With `once`, returns true if the life cycle passed, and false if it
 * failed or was stopped. Without `once`, returns true. Rejects as `startSandbox` does.
 */
export async function runSandbox(options: SandboxOptions, printer: Printer, start?: StartParts): Promise<boolean> {
  const stopSignal = awaitStopSignal()
  const printerUntilStop = unlessStopping(stopSignal, printer)
  let refusals: RefusalThrottle | undefined
  const onDecision = (decision: DecisionRecord): void => refusals?.record(decision)
  const startOptions = { ...options, announce: true, printer: printerUntilStop, onDecision }
  const { parts, state, stateDirectory, stop } = await startParts(startOptions, start)
  try {
    printer.out(
      `console          ${state.console}\n${keyLine(state)}${stateLine(stateDirectory)}${parts.greeting ?? ''}`,
    )
    const stopped = stopSignal.then(() => false)
    const demo = options.demo && parts.demo ? parts.demo() : Promise.resolve(true)
    const passed = await Promise.race([demo, stopped])
    if (options.once) return passed
    if (parts.next !== undefined) printer.out(`\n${parts.next}`)
    // Prints refusals only after the life cycle, because the life cycle prints its own refusals.
    refusals = (await import('./print-refusals.ts')).createRefusalPrinter(printerUntilStop)
    await stopSignal
    return true
  } finally {
    refusals?.close()
    await stop()
  }
}

const keyLine = ({ console, console_key: key }: SandboxState): string =>
  key === undefined ? '' : describeKey(console, key)

const stateLine = (directory: string | undefined): string =>
  directory === undefined
    ? 'state            nowhere: another sandbox runs in this directory. Start this one with another --data directory, so that commands find it too.\n'
    : `state            ${join(resolve(directory), 'sandbox.json')}\n`

/**
 * Returns a printer that drops output, but not faults, once the sandbox is stopping. A life cycle whose parties are
 * being stopped prints nothing useful.
 */
function unlessStopping(stopSignal: Promise<void>, printer: Printer): Printer {
  let stopping = false
  stopSignal.then(() => {
    stopping = true
  })
  return {
    ...printer,
    out: (text) => {
      if (!stopping) printer.out(text)
    },
  }
}

/**
 * Resolves at the first signal: of Ctrl-C, a supervisor, or a closed terminal. A second signal of the same type kills
 * the process.
 */
const awaitStopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve())
  })
