/** Parts of the flows screen that only a sandbox can provide: functions that decode, decrypt and resend messages. */
import type { AgreementKey, Clock, CryptoContext, Fetch } from '../base/index.ts'
import { decodeAnything, type FlowsParts, isRecognised, renderDecoded } from '../console/index.ts'
import { createResponseDecrypter } from './decrypt-responses.ts'
import { partiesOf, type SandboxOrigins } from './origins.ts'
import { createResend } from './resend-message.ts'
import type { Traffic } from './traffic.ts'

interface FlowsInput extends CryptoContext {
  readonly clock: Clock
  readonly origins: SandboxOrigins
  readonly traffic: Traffic
  readonly fetch: Fetch
  /** Token of the administration. Replaces the placeholder in a record when a request is sent again. */
  readonly adminToken: string
  /** Keys to which wallets encrypt responses. */
  readonly responseKeys: readonly AgreementKey[]
  /** True if saved flows contain personal values, tokens and secrets. Defaults to false. */
  readonly showPersonalData?: boolean | undefined
}

/** Creates the parts of the screen. */
export function createFlowsParts(input: FlowsInput): Omit<FlowsParts, 'clock' | 'decisions' | 'traffic'> {
  const partyAt = partiesOf(input.origins)
  return {
    decode: async (language, text, id) => {
      const decoded = await decodeAnything(input, text)
      return isRecognised(decoded.kind) ? renderDecoded(language, decoded, id) : undefined
    },
    decrypt: createResponseDecrypter(input, input.responseKeys),
    resend: createResend({ ...input, isOwn: (origin) => partyAt(origin) !== undefined }),
    showPersonalData: input.showPersonalData === true,
  }
}
