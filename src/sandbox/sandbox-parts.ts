/** Interface between the frame of the sandbox (`run.ts`) and its content (`start-ecosystem.ts`). */
import type { DecisionFeed, Screen } from '../console/index.ts'
import type { App, Route } from '../http/index.ts'
import type { FurtherProfileName } from '../profiles/index.ts'
import type { ServerCertificate } from './local-authority.ts'
import type { SandboxState } from './state-file.ts'
import type { TestOptions } from './test-options.ts'

/** Options of a sandbox from the command line. */
export interface SandboxOptions {
  /** First of seven ports. */
  readonly port: number
  /** Stops the sandbox after the life cycle. */
  readonly once: boolean
  /** Runs the life cycle once everything answers. */
  readonly demo: boolean
  /** Uses https identifiers, under a local authority of its own. */
  readonly https: boolean
  /** Directory of its data. Defaults to a temporary one that is removed at the end. */
  readonly data?: string
  /** Name or address in every identifier. Defaults to loopback. */
  readonly host?: string
  /** URL of a PostgreSQL for the state of all roles. Defaults to embedded stores in the data directory. */
  readonly database?: string
  /** Number of processes that serve the roles, behind a proxy. Needs `database`. */
  readonly replicas?: number
  /** Saves flows of the console with personal values, tokens and secrets. Defaults to placeholders. */
  readonly showPersonalData?: boolean
  /** Redirect URI of an application that logs people in with OpenID Connect at the Relying Party. */
  readonly openid?: string
  /** Links of further wallets that the Relying Party offers: `openid4vp://`, `haip://`, or universal links. */
  readonly walletLinks?: readonly string[]
  /** Profiles of further entities of every role, with https. Defaults to none. */
  readonly profiles?: readonly FurtherProfileName[]
  /** Relaxed checks and further trust, for tests with the parties of others. */
  readonly tests?: TestOptions
}

/** Output of a sandbox. */
export interface Printer {
  out(text: string): void
  err(text: string): void
  /** True if colours and animations are welcome. */
  readonly isTerminal?: boolean
}

/** Content of a sandbox: the screens and further routes of its console, the life cycle, and the function that stops them. */
export interface SandboxParts {
  /** Screens of the console, in the order of the navigation. */
  readonly screens: readonly Screen[]
  readonly routes: readonly Route[]
  /** Puts further apps before that of the console, on its port. */
  readonly around?: (console: App) => App
  /** Further members of `.fiducia/sandbox.json`. */
  readonly state?: Partial<SandboxState>
  /** Certificate of the console, with --https, and the local authority that all parties trust. */
  readonly tls?: ServerCertificate
  /** Runs one life cycle and prints it. Returns true if it passed. */
  readonly demo?: () => Promise<boolean>
  /** Text for the user once everything answers. */
  readonly greeting?: string
  /** Text for the end of the output: what to try next. */
  readonly next?: string
  stop(): Promise<void>
}

/** Starts the content of a sandbox. */
export type StartParts = (
  options: SandboxOptions,
  context: { readonly decisions: DecisionFeed; readonly printer: Printer },
) => Promise<SandboxParts>
