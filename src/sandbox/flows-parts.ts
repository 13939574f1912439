/** What only a sandbox can do with the messages of its console: decrypt them, and send them again. */
import type { AgreementKey, CryptoContext, Fetch } from '../base/index.ts'
import type { FlowsParts } from '../console/index.ts'
import { createResponseDecrypter } from './decrypt-responses.ts'
import { partiesOf, type SandboxOrigins } from './origins.ts'
import { createResend } from './resend-message.ts'
import type { Traffic } from './traffic.ts'

/** Parts of the sandbox that the screen of flows uses. */
export interface FlowsGround extends CryptoContext {
  readonly origins: SandboxOrigins
  readonly traffic: Traffic
  readonly fetch: Fetch
  /** Keys for which wallets encrypt responses. */
  readonly responseKeys: readonly AgreementKey[]
  /** True to save flows with all their values. */
  readonly showPersonalData?: boolean | undefined
}

/** Creates the ports of the screen. */
export function createFlowsParts(ground: FlowsGround): Omit<FlowsParts, 'clock' | 'decisions' | 'traffic'> {
  const partyAt = partiesOf(ground.origins)
  return {
    decrypt: createResponseDecrypter(ground, ground.responseKeys),
    resend: createResend({ ...ground, isOwn: (origin) => partyAt(origin) !== undefined }),
    showPersonalData: ground.showPersonalData === true,
  }
}
