/**
 * The sandbox for programs: brought up and taken down by whoever needs one, a test above all. The command line holds one
 * in the same way (`run.ts`).
 */
import type { DecisionSink } from '../base/index.ts'
import { createDecisionLog, type DecisionLog, PortUnavailable } from '../node/index.ts'
import { findFreeBase } from './free-ports.ts'
import type { Printer, SandboxOptions, SandboxParts, StartParts } from './sandbox-parts.ts'
import { serveConsole } from './serve-console.ts'
import { readStateFile, type SandboxState, writeStateFile } from './state-file.ts'

type Always =
  | 'trust_anchor'
  | 'wallet_provider'
  | 'pid_provider'
  | 'relying_party'
  | 'national_idp'
  | 'users'
  | 'admin_token'
  | 'application_key'

/** Where everything is: what `.fiducia/sandbox.json` says, whole. */
export type CompleteState = SandboxState & { readonly [name in Always]: NonNullable<SandboxState[name]> }

/** A sandbox that runs. */
export interface Sandbox extends AsyncDisposable {
  /** Where its roles are, who can log in, and with what an operator shows who he is. */
  readonly state: CompleteState
  /** The last decisions of all roles. Empty for one that another process runs: its console has them. */
  readonly decisions: DecisionLog
  /** Stops what was started here, and nothing else. */
  stop(): Promise<void>
}

/** What a program says of the sandbox that it wants. */
export interface StartOptions {
  /** First of seven ports; free ones when not said. */
  readonly port?: number
  /** Where the state is kept; a temporary directory, removed at the end, when not said. */
  readonly data?: string
  /** Identifiers are https, under a local authority of its own. */
  readonly https?: boolean
  /** Name or address in every identifier. */
  readonly host?: string
  /** URL of a PostgreSQL for all roles' state. */
  readonly database?: string
  /** So many processes serve the roles; needs `database`. */
  readonly replicas?: number
  /**
   * Writes `.fiducia/sandbox.json`, so that other programs on this machine find it, unless that is another's which runs;
   * and `sandbox.json` in `data`. No, when not said.
   */
  readonly announce?: boolean
  /** Nobody reads, when not said. */
  readonly printer?: Printer
  /** Told of each decision of the roles. */
  readonly onDecision?: DecisionSink['record']
}

/**
 * Starts all roles, the national identity provider and the console, and resolves when they answer. Rejects with
 * `PortUnavailable`, or `SandboxFault` for a directory that cannot be used.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createSandboxWallet, startSandbox } from 'fiducia/sandbox'
 *
 * await using sandbox = await startSandbox()
 * await using person = await createSandboxWallet(sandbox)
 * await person.wallet.setUp()
 * const { type } = await person.wallet.obtainPid(sandbox.state.pid_provider)
 * assert.ok(type)
 * ```
 */
export async function startSandbox(options: StartOptions = {}): Promise<Sandbox> {
  const started = await startSomewhere(options)
  const { state, decisions, stop } = started
  if (isComplete(state)) return { state, decisions, stop, [Symbol.asyncDispose]: stop }
  await stop()
  throw new Error('the sandbox came up without all its roles')
}

/** Between finding ports and taking them another program may be quicker: then others are found. */
async function startSomewhere(options: StartOptions, tries = 3): ReturnType<typeof startParts> {
  try {
    return await startParts({ ...options, port: options.port ?? (await findFreeBase()) })
  } catch (thrown) {
    if (options.port !== undefined || tries === 1 || !(thrown instanceof PortUnavailable)) throw thrown
    return startSomewhere(options, tries - 1)
  }
}

/**
 * The sandbox that runs here, in plain http and by its `.fiducia/sandbox.json`; if none does, one of its own.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { joinSandbox } from 'fiducia/sandbox'
 *
 * await using sandbox = await joinSandbox()
 * const response = await fetch(`${sandbox.state.relying_party}/.well-known/openid-federation`)
 * assert.equal(response.status, 200)
 * ```
 */
export async function joinSandbox(options: StartOptions = {}): Promise<Sandbox> {
  const state = readStateFile(options.data)
  if (state === undefined || !isComplete(state) || state.certificate_authority !== undefined)
    return startSandbox(options)
  const stop = async (): Promise<void> => undefined
  return { state, decisions: createDecisionLog(), stop, [Symbol.asyncDispose]: stop }
}

const isComplete = (state: SandboxState): state is CompleteState =>
  [state.trust_anchor, state.wallet_provider, state.pid_provider, state.relying_party].every(Boolean) &&
  state.national_idp !== undefined &&
  state.users !== undefined &&
  state.admin_token !== undefined &&
  state.application_key !== undefined

interface StartedParts {
  readonly state: SandboxState
  /** Where `sandbox.json` says so to other programs. */
  readonly stateDirectory: string | undefined
  readonly decisions: DecisionLog
  readonly parts: SandboxParts
  stop(): Promise<void>
}

/** Loaded when it is wanted: what else the command line does starts faster without. */
const wholeEcosystem: StartParts = async (...given) => (await import('./start-ecosystem.ts')).startEcosystem(...given)

/** The parts and the console before them: all, or none. */
export async function startParts(
  { announce = false, printer = silent, onDecision, ...rest }: StartOptions & Pick<SandboxOptions, 'port'>,
  start: StartParts = wholeEcosystem,
): Promise<StartedParts> {
  const options: SandboxOptions = { https: rest.host !== undefined, ...rest, once: false, demo: false }
  const decisions = createDecisionLog()
  const record: DecisionSink['record'] = (decision) => {
    decisions.record(decision)
    onDecision?.(decision)
  }
  const parts = await start(options, { decisions: { ...decisions, record }, printer })
  try {
    const console = await serveConsole(options, parts, decisions, printer)
    try {
      const written = announce ? writeStateFile(console.state, options.data) : undefined
      const stop = async (): Promise<void> => {
        written?.forget()
        await console.stop()
        await parts.stop()
      }
      return { state: console.state, stateDirectory: written?.directory, decisions, parts, stop }
    } catch (thrown) {
      await console.stop()
      throw thrown
    }
  } catch (thrown) {
    await parts.stop()
    throw thrown
  }
}

const noop = (): void => undefined
const silent: Printer = { out: noop, err: noop }
