/**
 * What the frame of the sandbox (`run.ts`) and its content (`start-ecosystem.ts`) know of each other.
 */
import type { Route } from '../http/index.ts'
import type { DecisionLog } from '../node/index.ts'
import type { ConsoleRole } from './console/observe-roles.ts'
import type { ServerCertificate } from './local-authority.ts'
import type { SandboxState } from './state-file.ts'

export interface SandboxOptions {
  /** First of seven ports. */
  readonly port: number
  readonly once: boolean
  readonly demo: boolean
  readonly https: boolean
  readonly data?: string
  readonly host?: string
  /** URL of a PostgreSQL that holds all roles' state; embedded stores in the data directory when not said. */
  readonly database?: string
  /** So many processes serve the roles, behind a proxy; needs `database`. */
  readonly replicas?: number
}

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

export type StartParts = (
  options: SandboxOptions,
  context: { readonly decisions: DecisionLog; readonly printer: Printer },
) => Promise<SandboxParts>
