/**
 * What the frame of the sandbox (`run.ts`) and its content (`start-ecosystem.ts`) know of each other.
 */
import type { Route } from '../http/index.ts'
import type { DecisionLog } from '../node/index.ts'
import type { ConsoleRole } from './console/observe-roles.ts'
import type { ServerCertificate } from './local-authority.ts'
import type { SandboxState } from './state-file.ts'

/** What the command line says of a sandbox. */
export interface SandboxOptions {
  /** First of seven ports. */
  readonly port: number
  /** Ends after the life cycle. */
  readonly once: boolean
  /** Runs the life cycle once everything answers. */
  readonly demo: boolean
  /** Identifiers are https, under a local authority of its own. */
  readonly https: boolean
  /** A directory for its state; without one everything dies with the process. */
  readonly data?: string
  /** Name or address in every identifier; loopback when not said. */
  readonly host?: string
  /** URL of a PostgreSQL that holds all roles' state; embedded stores in the data directory when not said. */
  readonly database?: string
  /** So many processes serve the roles, behind a proxy; needs `database`. */
  readonly replicas?: number
}

/** Where the words of a sandbox go. */
export interface Printer {
  out(text: string): void
  err(text: string): void
  /** Colour and movement are welcome. */
  readonly isTerminal?: boolean
}

/** What the roles bring: where they answer, what the console serves for them, the life cycle, and how they stop. */
export interface SandboxParts {
  readonly roles: readonly ConsoleRole[]
  readonly routes: readonly Route[]
  /** Further members of `.fiducia/sandbox.json`. */
  readonly state?: Partial<SandboxState>
  /** Under --https: the console's certificate, and the local authority that everything here trusts. */
  readonly tls?: ServerCertificate
  /** Runs one life cycle, printing as it goes. True when it passed. */
  readonly demo?: () => Promise<boolean>
  /** What a user is told once everything answers. */
  readonly greeting?: string
  stop(): Promise<void>
}

/** Starts the content of a sandbox. */
export type StartParts = (
  options: SandboxOptions,
  context: { readonly decisions: DecisionLog; readonly printer: Printer },
) => Promise<SandboxParts>
