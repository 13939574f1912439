/** Serves the console of a sandbox on its port, and composes the state that names all addresses. */
import { createDecide } from '../base/index.ts'
import { createConsole, type DecisionFeed } from '../console/index.ts'
import type { AnswerWithHeaders } from '../http/index.ts'
import { createNodeRandom, createSystemClock, portFlag, serve } from '../node/index.ts'
import { describeFault } from './describe-fault.ts'
import { listeningHosts, sandboxOrigins } from './origins.ts'
import type { Printer, SandboxOptions, SandboxParts } from './sandbox-parts.ts'
import type { SandboxState } from './state-file.ts'

interface ServedConsole {
  readonly state: SandboxState
  stop(): Promise<void>
}

/** Nobody must take the sandbox for the real ecosystem. */
const ribbon = {
  it: 'Sandbox: dati e identità di prova, non un servizio pubblico',
  en: 'Sandbox: test data and test identities, no public service',
} as const

/** Rejects with `PortUnavailable` and then leaves nothing running. */
export async function serveConsole(
  options: SandboxOptions,
  parts: SandboxParts,
  decisions: DecisionFeed,
  printer: Printer,
): Promise<ServedConsole> {
  const { tls } = parts
  const { console: publicUrl } = sandboxOrigins(options.port, options)
  const onFault = (fault: unknown, surface: string): void =>
    printer.err(`fault at ${surface}: ${describeFault(fault)}\n`)
  const app = createConsole({
    publicUrl,
    screens: parts.screens,
    ribbon,
    routes: parts.routes,
    log: decisions,
    decide: createDecide<AnswerWithHeaders>({ clock: createSystemClock(), random: createNodeRandom(), decisions }),
    onFault,
  })
  const server = await serve({
    app,
    port: options.port,
    portSetting: portFlag,
    ...(tls && { tls }),
    hosts: listeningHosts(options.host),
    onFault: (fault) => onFault(fault, 'console'),
  })
  const state = {
    pid: process.pid,
    console: publicUrl,
    ...parts.state,
    ...(tls && { certificate_authority: tls.authority }),
  }
  return { state, stop: () => server.stop() }
}
