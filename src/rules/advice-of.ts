/**
 * Reason and remedy for the failure codes of all roles and of the wallet. Each topic has a table in its own file, and
 * this file joins the tables. A code has the same meaning in every role. If the fault is in a document of a trust path,
 * `trust-advice.ts` replaces the advice. The rule tables name the requirement that the request violates.
 */
import { administrationAdvice } from './advice/administration.ts'
import type { Advice, AdviceTable } from './advice/advice.ts'
import { applicationAdvice } from './advice/applications.ts'
import { certificateAdvice } from './advice/certificates.ts'
import { credentialRequestAdvice } from './advice/credential-request.ts'
import { deviceAdvice } from './advice/device.ts'
import { envelopeAdvice } from './advice/envelope.ts'
import { federationAdvice } from './advice/federation.ts'
import { formatAdvice } from './advice/formats.ts'
import { loginAdvice } from './advice/login.ts'
import { mdocAdvice } from './advice/mdoc.ts'
import { oauthAdvice } from './advice/oauth.ts'
import { openIdLoginAdvice } from './advice/openid-login.ts'
import { presentationAdvice } from './advice/presentation.ts'
import { presentationResponseAdvice } from './advice/presentation-response.ts'
import { walletAdvice } from './advice/wallet.ts'

/** All tables of advice. Each code has one row in one of them. */
export const adviceTables: readonly AdviceTable[] = [
  envelopeAdvice,
  formatAdvice,
  oauthAdvice,
  credentialRequestAdvice,
  loginAdvice,
  mdocAdvice,
  presentationAdvice,
  presentationResponseAdvice,
  applicationAdvice,
  openIdLoginAdvice,
  federationAdvice,
  certificateAdvice,
  deviceAdvice,
  walletAdvice,
  administrationAdvice,
]

/** Reason and remedy for a failure code. */
export type { Advice } from './advice/advice.ts'

const byCode: ReadonlyMap<string, Advice> = new Map(adviceTables.flatMap((table) => Object.entries(table)))

/** Prefix of a code that concerns the access token, as in `token_expired`. */
const tokenPrefix = 'token_'

const resendToken = 'Send the access token exactly as the token endpoint returned it, or obtain a new one.'

/**
 * Returns reason and remedy for a code, or `undefined` if it has none. If a code with the prefix `token_` has no
 * advice, returns the reason of the code after the prefix, after a sentence about the access token. The remedy is then
 * `resendToken`, because the sender has not created the token.
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
  const advice = byCode.get(code)
  if (advice !== undefined) return advice
  const tokenAdvice = code.startsWith(tokenPrefix) ? byCode.get(code.slice(tokenPrefix.length)) : undefined
  return tokenAdvice && [`The access token is not valid. ${tokenAdvice[0]}`, resendToken]
}
