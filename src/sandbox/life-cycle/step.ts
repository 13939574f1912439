/**
 * One step of the life cycle: a thing that happens between the parties, and what must have come of it.
 */
import type { Fetch } from '../../base/index.ts'
import type { SandboxOrigins } from '../origins.ts'
import type { DemoWallet } from './demo-wallet.ts'
import type { Narrator } from './narrator.ts'

export interface LifeCycleContext {
  readonly origins: SandboxOrigins
  readonly person: DemoWallet
  /** The network as the PID Provider's administration sees it. */
  readonly administrationFetch: Fetch
  readonly adminToken: string
  readonly narrator: Narrator
  readonly pause: (seconds: number) => Promise<void>
}

export interface Step {
  readonly title: string
  /** Throws when it did not go as it must: a `Refusal`, or an `Unexpected`. */
  run(ctx: LifeCycleContext): Promise<void>
}

/** Something went on that should have been refused, or the other way round. One sentence. */
export class Unexpected extends Error {}
