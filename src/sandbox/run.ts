/**
 * Brings the sandbox up and holds it until it is told to stop. Which roles run, and the life cycle, come with
 * `SandboxParts`; without roles the console stands alone.
 */
import { createDecide, type DecisionSink } from '../base/index.ts'
import type { AnswerWithHeaders, Route } from '../http/index.ts'
import { createDecisionLog, createGuardedFetch, createNodeRandom, createSystemClock, serve } from '../node/index.ts'
import { createConsole } from './console/app.ts'
import type { ConsoleRole } from './console/observe-roles.ts'
import { type SandboxState, writeStateFile } from './state-file.ts'

export interface SandboxOptions {
  /** First of seven ports. */
  readonly port: number
  readonly once: boolean
  readonly demo: boolean
  readonly https: boolean
  readonly data?: string
  readonly host?: string
}

/** Why the sandbox cannot be had as it was asked for. One sentence for the user. */
export class SandboxFault extends Error {}

export interface Printer {
  out(text: string): void
  err(text: string): void
}

/** What the roles bring: where they answer, what the console serves for them, the life cycle, and how they stop. */
export interface SandboxParts {
  readonly roles: readonly ConsoleRole[]
  readonly routes: readonly Route[]
  /** Further members of `.fiducia/sandbox.json`. */
  readonly state?: Partial<SandboxState>
  /** Under --https: the console's certificate, and the local authority that everything here trusts. All PEM. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly authority: string }
  /** Runs one life cycle, printing as it goes. True when it passed. */
  readonly demo?: () => Promise<boolean>
  stop(): Promise<void>
}

export type StartParts = (
  options: SandboxOptions,
  context: { readonly decisions: DecisionSink; readonly printer: Printer },
) => Promise<SandboxParts>

const consoleAlone: StartParts = async () => ({ roles: [], routes: [], stop: async () => undefined })

/** Resolves when the sandbox has stopped: true unless its life cycle ran and did not pass. */
export async function runSandbox(
  options: SandboxOptions,
  printer: Printer,
  startParts: StartParts = consoleAlone,
): Promise<boolean> {
  const decisions = createDecisionLog()
  const publicUrl = `${options.https ? 'https' : 'http'}://${options.host ?? 'localhost'}:${options.port}`
  const parts = await startParts(options, { decisions, printer })
  if ((options.once && !parts.demo) || (options.https && !parts.tls)) {
    await parts.stop()
    throw new SandboxFault('The console stands alone here: there is no life cycle to run and no certificate to serve.')
  }
  const { tls } = parts
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
    ...(options.host !== undefined && { hosts: ['0.0.0.0', '::'] }),
  }).catch(async (thrown: unknown) => {
    await parts.stop()
    throw thrown
  })
  const state = {
    pid: process.pid,
    console: publicUrl,
    ...parts.state,
    ...(tls && { certificate_authority: tls.authority }),
  }
  const forget = writeStateFile(state, options.data === undefined ? [] : [options.data])
  try {
    printer.out(`console  ${publicUrl}\n`)
    const passed = options.demo && parts.demo ? await parts.demo() : true
    if (!options.once) await toldToStop()
    return passed
  } finally {
    forget()
    await Promise.all([server.stop(), parts.stop()])
    await fetch.close()
  }
}

const toldToStop = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
