/** Serves the console of a sandbox on its port, and composes the content of `sandbox.json`. */
import { createDecide } from '../base/index.ts'
import { createConsole, type DecisionFeed } from '../console/index.ts'
import type { AnswerWithHeaders } from '../http/index.ts'
import { createNodeRandom, createSystemClock, portFlag, serve } from '../node/index.ts'
import { createKeyedAccess, describeKey } from './console-access.ts'
import { describeFault } from './describe-fault.ts'
import { listeningHosts, sandboxOrigins } from './origins.ts'
import type { Printer, SandboxOptions, SandboxParts } from './sandbox-parts.ts'
import type { SandboxState } from './state-file.ts'

interface ServedConsole {
  readonly state: SandboxState
  /** Sets the listener that is called with the new state whenever the console key is replaced. */
  onState(listener: (state: SandboxState) => void): void
  stop(): Promise<void>
}

/** Banner of every page, so that nobody mistakes the sandbox for a public service. */
const ribbon = {
  it: 'Sandbox: dati e identità di prova, non un servizio pubblico',
  en: 'Sandbox: test data and test identities, not a public service',
} as const

/** Serves the console. Rejects with `PortUnavailable` if the port is not free. */
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
  const decide = createDecide<AnswerWithHeaders>({ clock: createSystemClock(), random: createNodeRandom(), decisions })
  let notify: (state: SandboxState) => void = () => undefined
  const onNextKey = (key: string): void => {
    printer.out(describeKey(publicUrl, key))
    notify({ ...state, console_key: key })
  }
  const keyed = createKeyedAccess(options, parts, { publicUrl, decide, onNextKey })
  const app = createConsole({
    publicUrl,
    access: keyed?.access,
    screens: parts.screens,
    ribbon,
    routes: parts.routes,
    log: decisions,
    decide,
    onFault,
  })
  const wrapped = parts.wrapConsole?.(app) ?? app
  const server = await serve({
    app: keyed ? keyed.clients.wrapApp(wrapped) : wrapped,
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
    ...(keyed && { console_key: keyed.key }),
    ...(tls && { certificate_authority: tls.authority }),
  }
  const onState = (listener: typeof notify): void => {
    notify = listener
  }
  return { state, onState, stop: () => server.stop() }
}
