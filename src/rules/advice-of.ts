/**
 * The words for every failure code of every role: one table, composed of a file for each field. A code means the same
 * everywhere; the rule that it breaks is what a rule table says.
 */
import type { Advice, AdviceTable } from './advice/advice.ts'
import { deviceAdvice } from './advice/device.ts'
import { envelopeAdvice } from './advice/envelope.ts'
import { federationAdvice } from './advice/federation.ts'
import { formatAdvice } from './advice/formats.ts'
import { loginAdvice } from './advice/login.ts'
import { mdocAdvice } from './advice/mdoc.ts'
import { oauthAdvice } from './advice/oauth.ts'
import { presentationAdvice } from './advice/presentation.ts'
import { walletAdvice } from './advice/wallet.ts'

/** Every row. A code has one row in one file. */
export const adviceTables: readonly AdviceTable[] = [
  envelopeAdvice,
  formatAdvice,
  oauthAdvice,
  loginAdvice,
  mdocAdvice,
  presentationAdvice,
  federationAdvice,
  deviceAdvice,
  walletAdvice,
]

/** One sentence about what is wrong, another about what to change. */
export type { Advice } from './advice/advice.ts'

const byCode: ReadonlyMap<string, Advice> = new Map(adviceTables.flatMap((table) => Object.entries(table)))

/** Before the code of a format: it was found in the access token. */
const ofToken = 'token_'

/**
 * The words for a code; `undefined` for one that has none.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { adviceOf } from 'fiducia/rules'
 *
 * const [reason, remedy] = adviceOf('alg_none') ?? []
 * assert.ok(reason && remedy)
 * ```
 */
export function adviceOf(code: string): Advice | undefined {
  const own = byCode.get(code)
  if (own !== undefined) return own
  const inner = code.startsWith(ofToken) ? byCode.get(code.slice(ofToken.length)) : undefined
  return inner && [`The access token is not valid. ${inner[0]}`, inner[1]]
}
