/**
 * Brings the sandbox up and holds it until it is told to stop. Which roles run, and the life cycle, come with
 * `SandboxParts`.
 */
import { createDecide } from '../base/index.ts'
import type { AnswerWithHeaders } from '../http/index.ts'
import { createDecisionLog, createGuardedFetch, createNodeRandom, createSystemClock, serve } from '../node/index.ts'
import { createConsole } from './console/app.ts'
import { listeningHosts, sandboxOrigins } from './origins.ts'
import type { Printer, SandboxOptions, SandboxParts, StartParts } from './sandbox-parts.ts'
import { writeStateFile } from './state-file.ts'

/** Loaded when it is wanted: what else the command line does starts faster without. */
const wholeEcosystem: StartParts = async (...given) => (await import('./start-ecosystem.ts')).startEcosystem(...given)

/** Resolves when the sandbox has stopped: true unless its life cycle ran and did not pass. */
export async function runSandbox(
  options: SandboxOptions,
  printer: Printer,
  startParts: StartParts = wholeEcosystem,
): Promise<boolean> {
  const told = toldToStop()
  const decisions = createDecisionLog()
  const parts = await startParts(options, { decisions, printer })
  try {
    const console = await serveConsole(options, parts, decisions, printer)
    try {
      const stopped = told.then(() => false)
      const demo = options.demo && parts.demo ? parts.demo() : Promise.resolve(true)
      const passed = await Promise.race([demo, stopped])
      if (!options.once) await told
      return options.once ? passed : true
    } finally {
      await console.stop()
    }
  } finally {
    await parts.stop()
  }
}

/** The console, and the file that says where everything is. */
async function serveConsole(
  options: SandboxOptions,
  parts: SandboxParts,
  decisions: ReturnType<typeof createDecisionLog>,
  printer: Printer,
): Promise<{ stop(): Promise<void> }> {
  const { tls } = parts
  const { console: publicUrl } = sandboxOrigins(options.port, options)
  const fetch = createGuardedFetch({
    loopbackHttp: true,
    ...(options.host !== undefined && { trustedHosts: [options.host] }),
    ...(tls && { certificateAuthorities: [tls.authority] }),
  })
  const app = createConsole({
    publicUrl,
    roles: parts.roles,
    routes: parts.routes,
    log: decisions,
    fetch,
    decide: createDecide<AnswerWithHeaders>({ clock: createSystemClock(), random: createNodeRandom(), decisions }),
    onFault: (fault, surface) =>
      printer.err(`fault at ${surface}: ${fault instanceof Error ? fault.name : 'unknown'}\n`),
  })
  const server = await serve({
    app,
    port: options.port,
    ...(tls && { tls }),
    hosts: listeningHosts(options.host),
  })
  const state = {
    pid: process.pid,
    console: publicUrl,
    ...parts.state,
    ...(tls && { certificate_authority: tls.authority }),
  }
  const stop = async (): Promise<void> => {
    await server.stop()
    await fetch.close()
  }
  try {
    const forget = writeStateFile(state, options.data === undefined ? [] : [options.data])
    printer.out(`console  ${publicUrl}\n${parts.greeting ?? ''}`)
    return {
      stop: async () => {
        forget()
        await stop()
      },
    }
  } catch (thrown) {
    await stop()
    throw thrown
  }
}

const toldToStop = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
