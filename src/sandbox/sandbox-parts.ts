/** Interface between the code that runs a sandbox (`run.ts`) and its parts (`start-ecosystem.ts`). */
import type { DecisionFeed, Screen } from '../console/index.ts'
import type { App, Route } from '../http/index.ts'
import type { FurtherProfileName, ProfileName } from '../profiles/index.ts'
import type { ServerCertificate } from './local-authority.ts'
import type { SandboxState } from './state-file.ts'
import type { TestOptions } from './test-options.ts'

/** An additional wallet that the Relying Party offers. */
export interface OfferedWallet {
  /** Name that the page shows. */
  readonly name: string
  /** `openid4vp://`, `haip://`, or a universal link. */
  readonly link: string
  /**
   * Profile of the wallet, for orders with the profile `auto`. Defaults to the profile of the entity that asks the
   * wallet.
   */
  readonly profile?: ProfileName
}

/** Options of a sandbox from the command line. */
export interface SandboxOptions {
  /** First of seven consecutive ports. */
  readonly port: number
  /** Stops the sandbox after the life cycle. */
  readonly once: boolean
  /** Runs the life cycle once everything answers. */
  readonly demo: boolean
  /** Uses https identifiers, with certificates of a local authority. */
  readonly https: boolean
  /** Data directory. Defaults to a temporary one that is removed at the end. */
  readonly data?: string
  /** Name or address in every identifier. Defaults to `localhost`. */
  readonly host?: string
  /** URL of a PostgreSQL for the state of all roles. Defaults to embedded stores in the data directory. */
  readonly database?: string
  /** Number of processes that serve the roles, behind a load balancer. Needs `database`. */
  readonly replicas?: number
  /** Keeps personal values, tokens and secrets in flows that the console saves. Defaults to placeholders. */
  readonly showPersonalData?: boolean
  /** Redirect URI of an application that logs users in with OpenID Connect at the Relying Party. Defaults to none. */
  readonly openid?: string
  /** Additional wallets that the Relying Party offers. Defaults to none. */
  readonly walletLinks?: readonly OfferedWallet[]
  /** Profiles for which every role has an additional entity. Defaults to none. */
  readonly profiles?: readonly FurtherProfileName[]
  /** Relaxed checks and additional trust, for tests with other parties' services. Defaults to none. */
  readonly tests?: TestOptions
}

/** Output of a sandbox. */
export interface Printer {
  out(text: string): void
  err(text: string): void
  /** True if output may use colours and animation. */
  readonly isTerminal?: boolean
}

/**
 * Parts of a sandbox: the screens and additional routes of its console, the life cycle, and the function that stops
 * them.
 */
export interface SandboxParts {
  /** Screens of the console, in the order of the navigation. */
  readonly screens: readonly Screen[]
  readonly routes: readonly Route[]
  /** Wraps the console's app, so that the console's port also serves other apps. */
  readonly wrapConsole?: (console: App) => App
  /** Additional members of `sandbox.json`. */
  readonly state?: Partial<SandboxState>
  /** Certificate of the console, with --https, and the local authority that all parties trust. */
  readonly tls?: ServerCertificate
  /**
   * Runs one life cycle and prints it: a wallet is set up, obtains a PID and presents it, and the PID is revoked.
   * Returns true if all steps passed.
   */
  readonly demo?: () => Promise<boolean>
  /** Text for the user once everything answers. */
  readonly greeting?: string
  /** Text for the end of the output: what to try next. */
  readonly next?: string
  stop(): Promise<void>
}

/** Starts the parts of a sandbox. */
export type StartParts = (
  options: SandboxOptions,
  context: { readonly decisions: DecisionFeed; readonly printer: Printer },
) => Promise<SandboxParts>
