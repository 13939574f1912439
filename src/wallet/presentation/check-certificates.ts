/**
 * Checks the certificates of a verified Request Object, in a profile that has them (WI-134 to WI-136). They must lead
 * to a pinned root and certify the key that signed the request. The names in the first certificate must cover the
 * request URI and the response URI.
 */
import { type CertifiedKey, type Decision, joinRules, rows } from '../../base/index.ts'
import { sameKey } from '../../jose/index.ts'
import { checkCertifiedEndpoints, type TrustedRequestObject } from '../../oid4vp/index.ts'
import { certificateRules } from '../../rules/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import type { WalletContext } from '../context.ts'

export const CERTIFICATE_RULES = certificateRules<WalletAnswer>(WI.relyingPartyUntrusted, WI.unreachable)

export const CERTIFIED_ENDPOINT_RULES = joinRules<'endpoint_not_certified'>()(
  rows(WI.relyingPartyUntrusted, { 'WI-135': ['endpoint_not_certified'] }),
)

/** Names in the certificate of a Relying Party. */
export type CertifiedNames = Pick<CertifiedKey, 'dnsNames' | 'uris'>

/**
 * Checks the certificates of a request and returns the names in the first certificate. Returns `undefined` for a
 * request without certificates: if the profile requires them, `verifyRequestObject` has already refused it. Rejects
 * with a `Refusal` if a check fails.
 */
export async function checkCertificates(
  ctx: Pick<WalletContext, 'certificates'>,
  decision: Decision<WalletAnswer>,
  request: TrustedRequestObject,
  requestUri: string | undefined,
): Promise<CertifiedNames | undefined> {
  const { certificates: x5c, relyingParty, requestKey, response_uri: responseUri } = request
  if (x5c === undefined) return undefined
  const evaluator = decision.found(
    'WI-134',
    WI.relyingPartyUntrusted,
    ctx.certificates,
    'certificates_unsupported',
    'header.x5c',
  )
  const { entityId } = relyingParty
  const certified = await decision.check(CERTIFICATE_RULES, () =>
    evaluator.evaluate(x5c, entityId, 'header.x5c', relyingParty),
  )
  const isRequestKey = sameKey(certified.publicJwk, requestKey)
  decision.that('WI-136', WI.requestInvalid, isRequestKey, 'certificate_key_mismatch', 'header.x5c')
  const endpoints = { request_uri: requestUri, response_uri: responseUri }
  decision.checkNow(CERTIFIED_ENDPOINT_RULES, () => checkCertifiedEndpoints(endpoints, certified))
  return certified
}
