/**
 * Checks that the wallet makes before it stores an mdoc, for example a PID (WI-62):
 * - The certificate authority in the issuer's metadata issued the signer's certificate.
 * - Every element is signed.
 * - The type is the requested one.
 * - The mdoc is valid now and bound to the wallet's key.
 * - The status reference, if any, can be parsed.
 * - Each element with a required form is in the type's own namespace and has that form.
 * - No certificate of the issuer is revoked (WI-211).
 */
import type { Decision, Rules } from '../../base/index.ts'
import type { ElementDefinition } from '../../credential/index.ts'
import { sameKey } from '../../jose/index.ts'
import { type IssuerSignedCode, type IssuerSignedVerifyCode, type ParsedMdoc, parseMdoc } from '../../mdoc/index.ts'
import { formatMdoc } from '../../oauth/index.ts'
import { checkMdocRevocation, verifyMdocOf } from '../../oid4vci/index.ts'
import { mdocRules } from '../../rules/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import type { WalletContext } from '../context.ts'
import { ISSUER_CERTIFICATE_RULES } from './accept-sd-jwt-credential.ts'
import { elementForms } from './pid-forms.ts'
import { type AcceptedCredential, type ReceivedCredential, statusOf } from './received-credential.ts'

const discarded = WI.credentialDiscarded

export const MDOC_CREDENTIAL_RULES = mdocRules<WalletAnswer>('WI-62', {
  unreadable: discarded,
  invalid: discarded,
  untrusted: discarded,
}) satisfies Rules<IssuerSignedCode | IssuerSignedVerifyCode, WalletAnswer>

/** Verifies a received mdoc and returns what the wallet stores of it. Rejects with a `Refusal` if a check fails. */
export async function acceptMdocCredential(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { credential, issuer, credentialKey, type: { doctype: docType, mdoc: elements } }: ReceivedCredential,
): Promise<AcceptedCredential> {
  const { algorithms, clockSkewSeconds: skew } = ctx.config
  const { entity } = issuer
  const now = ctx.clock.now()
  const parsed = await decision.check(MDOC_CREDENTIAL_RULES, () => parseMdoc(credential, { algorithms }, 'pid'))
  const mdoc = await decision.check(MDOC_CREDENTIAL_RULES, () =>
    verifyMdocOf(ctx, entity, parsed, { docType, now, skew }, 'pid'),
  )
  const bound = sameKey(mdoc.mso.deviceKey, credentialKey.publicJwk)
  decision.that('WI-62', discarded, bound, 'device_key_mismatch', 'pid.mso.deviceKeyInfo')
  const status = statusOf(mdoc.mso.status)
  const isReadable = mdoc.mso.status === undefined || status !== undefined
  decision.that('WI-62', discarded, isReadable, 'status_reference_unusable', 'pid.mso.status') // D-422
  checkElements(decision, mdoc, [docType, elements.main])
  checkElements(decision, mdoc, [elements.domesticNamespace, elements.domestic])
  await decision.check(ISSUER_CERTIFICATE_RULES, () => checkMdocRevocation(ctx, mdoc, 'pid')) // WI-211
  const { alg } = mdoc.issuerAuth
  return {
    format: formatMdoc,
    issuer: entity.entityId,
    type: docType,
    alg,
    expiresAt: mdoc.mso.validityInfo.validUntil,
    status,
  }
}

/** Checks the presence and the form of each element with a required form, in the type's own namespace. */
function checkElements(
  decision: Decision<WalletAnswer>,
  { items }: ParsedMdoc,
  [namespace, elements]: readonly [namespace: string, elements: Readonly<Record<string, ElementDefinition>>],
): void {
  for (const [name, { form }] of Object.entries(elements)) {
    if (form === undefined) continue
    const value = items.find((item) => item.namespace === namespace && item.name === name)?.value ?? undefined
    const at = `pid.nameSpaces.${namespace}.${name}`
    const present = decision.found('WI-62', discarded, value, 'element_missing', at)
    decision.that('WI-62', discarded, elementForms[form](present), 'element_malformed', at)
  }
}
