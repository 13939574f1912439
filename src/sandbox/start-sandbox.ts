/**
 * Starts and stops a sandbox from a program, mainly from tests. The command line uses the same functions (`run.ts`).
 */
import type { DecisionSink } from '../base/index.ts'
import { createDecisionFeed } from '../console/index.ts'
import { createDecisionLog, type DecisionLog, PortUnavailable } from '../node/index.ts'
import type { FurtherProfileName } from '../profiles/index.ts'
import { findFreeBase } from './free-ports.ts'
import type { Printer, SandboxOptions, SandboxParts, StartParts } from './sandbox-parts.ts'
import { serveConsole } from './serve-console.ts'
import { readStateFile, type SandboxState, writeStateFile } from './state-file.ts'
import type { TestOptions } from './test-options.ts'

type RequiredMember =
  | 'trust_anchor'
  | 'wallet_provider'
  | 'pid_provider'
  | 'relying_party'
  | 'national_idp'
  | 'users'
  | 'admin_token'
  | 'application_key'

/** Complete content of `.fiducia/sandbox.json`. */
export type CompleteState = SandboxState & { readonly [name in RequiredMember]: NonNullable<SandboxState[name]> }

/** A running sandbox. */
export interface Sandbox extends AsyncDisposable {
  /** URLs of the roles, test users, the administration token and the application's API key. */
  readonly state: CompleteState
  /** Latest decisions of all roles. Empty for a sandbox of another process, whose console has them. */
  readonly decisions: DecisionLog
  /** Stops the sandbox. Does nothing for a sandbox of another process. */
  stop(): Promise<void>
}

/** Options of a program's sandbox. */
export interface StartOptions {
  /** First of seven consecutive ports. Defaults to free ports. */
  readonly port?: number
  /** Data directory. Defaults to a temporary one that is removed at the end. */
  readonly data?: string
  /**
   * Uses https identifiers, with certificates of a local authority. Defaults to true with `host` or `profiles`, and to
   * false without both.
   */
  readonly https?: boolean
  /** Name or address in every identifier. Defaults to `localhost`. */
  readonly host?: string
  /** URL of a PostgreSQL for the state of all roles. Defaults to embedded stores in the data directory. */
  readonly database?: string
  /**
   * Number of processes that serve the roles. Needs `database`. Defaults to none: the program's process serves the
   * roles.
   */
  readonly replicas?: number
  /** Keeps personal values, tokens and secrets in flows that the console saves. Defaults to false. */
  readonly showPersonalData?: boolean
  /** Redirect URI of an application that logs users in with OpenID Connect at the Relying Party. Defaults to none. */
  readonly openid?: string
  /** Profiles for which every role has an additional entity. Defaults to none. */
  readonly profiles?: readonly FurtherProfileName[]
  /** Relaxed checks and additional trust, for tests with other parties' services. Defaults to none. */
  readonly tests?: TestOptions
  /**
   * Writes `sandbox.json` into `data` and `.fiducia`, so that other programs on this machine find the sandbox. Leaves
   * out a directory with the state of another running sandbox. Defaults to false.
   */
  readonly announce?: boolean
  /** Receives the output. Defaults to none. */
  readonly printer?: Printer
  /** Called with each decision of the roles. */
  readonly onDecision?: DecisionSink['record']
}

/**
 * Starts all roles, the national identity providers and the console, and resolves when they answer. Rejects with:
 *
 * - `PortUnavailable` if a port is not free
 * - `SandboxFault` for options that cannot be used, for example a directory in use, and for a part that does not start
 * - `ConfigError` for settings that a role refuses
 * - `PrivateFileError` for a damaged file in the directory
 * - `Unavailable` if the database does not answer, `DatabaseFault` if it cannot be used
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
  throw new Error('the sandbox started without all its roles')
}

/**
 * Starts on the requested port, or on free ports. If another program takes a free port first, tries other free ports:
 * at most three times in all.
 */
async function startSomewhere(options: StartOptions, tries = 3): ReturnType<typeof startParts> {
  try {
    return await startParts({ ...options, port: options.port ?? (await findFreeBase()) })
  } catch (thrown) {
    if (options.port !== undefined || tries === 1 || !(thrown instanceof PortUnavailable)) throw thrown
    return startSomewhere(options, tries - 1)
  }
}

/**
 * Returns the running sandbox that `sandbox.json` describes: in `data`, or in `.fiducia` if `data` is absent. Does not
 * compare the running sandbox with the other options. Starts a sandbox with the options if none is running, or if the
 * running one uses https or lacks a role. Prints a line before it starts a second sandbox: to `printer`, which here
 * defaults to standard error. Rejects with `PrivateFileError` if the file is not the state of a sandbox, and as
 * `startSandbox` does.
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
  if (state === undefined) return startSandbox(options)
  if (!isComplete(state) || state.certificate_authority !== undefined) {
    const reason = isComplete(state) ? 'uses https' : 'lacks a role'
    const line = `The running sandbox at ${state.console} ${reason}, so this program starts another one.`
    if (options.printer === undefined) console.error(line)
    else options.printer.err(`${line}\n`)
    return startSandbox(options)
  }
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
  /** Directory whose `sandbox.json` other programs can read. Absent if none was written. */
  readonly stateDirectory: string | undefined
  readonly decisions: DecisionLog
  readonly parts: SandboxParts
  stop(): Promise<void>
}

/** Loads the ecosystem only when needed, so that other commands start faster. */
const startWholeEcosystem: StartParts = async (...args) =>
  (await import('./start-ecosystem.ts')).startEcosystem(...args)

/** Maximum number of decisions that the console keeps. Enough for the decisions of all kept messages. */
const keptDecisions = 100_000

/** Starts the parts and then the console. If a later step fails, stops the earlier ones. */
export async function startParts(
  { announce = false, printer = silent, onDecision, ...rest }: StartOptions & Pick<SandboxOptions, 'port'>,
  start: StartParts = startWholeEcosystem,
): Promise<StartedParts> {
  const options: SandboxOptions = {
    https: rest.host !== undefined || rest.profiles !== undefined,
    ...rest,
    once: false,
    demo: false,
  }
  const decisions = createDecisionFeed(keptDecisions)
  const record: DecisionSink['record'] = (decision) => {
    decisions.record(decision)
    onDecision?.(decision)
  }
  const parts = await start(options, { decisions: { ...decisions, record }, printer })
  try {
    const console = await serveConsole(options, parts, decisions, printer)
    try {
      const written = announce ? writeStateFile(console.state, options.data) : undefined
      if (written) console.onState(written.update)
      const stop = async (): Promise<void> => {
        written?.remove()
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
