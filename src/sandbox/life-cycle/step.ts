/** One step of the life cycle: an interaction of the parties and the check of its result. */
import type { Fetch } from '../../base/index.ts'
import type { SandboxOrigins } from '../origins.ts'
import type { DemoWallet } from './demo-wallet.ts'
import type { Narrator } from './narrator.ts'

export interface LifeCycleContext {
  readonly origins: SandboxOrigins
  readonly person: DemoWallet
  /** Network access for the PID Provider's administration. */
  readonly administrationFetch: Fetch
  readonly adminToken: string
  readonly narrator: Narrator
  readonly pause: (seconds: number) => Promise<void>
}

export interface Step {
  readonly title: string
  /** Rejects with a `Refusal` or an `Unexpected` if the step does not pass. */
  run(ctx: LifeCycleContext): Promise<void>
}

/** Error for a result that differs from the expected one. The message is one sentence. */
export class Unexpected extends Error {}
