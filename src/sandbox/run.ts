/**
 * Brings the sandbox up and holds it until it is told to stop. Which roles run, and the life cycle, come with
 * `SandboxParts`.
 */
import type { Printer, SandboxOptions, StartParts } from './sandbox-parts.ts'
import { startParts } from './start-sandbox.ts'

/** Resolves when the sandbox has stopped: true unless its life cycle ran and did not pass. */
export async function runSandbox(options: SandboxOptions, printer: Printer, start?: StartParts): Promise<boolean> {
  const told = toldToStop()
  const { parts, state, stop } = await startParts({ ...options, announce: true, printer }, start)
  try {
    printer.out(`console  ${state.console}\n${parts.greeting ?? ''}`)
    const stopped = told.then(() => false)
    const demo = options.demo && parts.demo ? parts.demo() : Promise.resolve(true)
    const passed = await Promise.race([demo, stopped])
    if (!options.once) await told
    return options.once ? passed : true
  } finally {
    await stop()
  }
}

const toldToStop = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
