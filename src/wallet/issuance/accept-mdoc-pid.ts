/**
 * What the wallet looks at before it stores a PID that is an mdoc (WI-62): that the authority in the issuer's metadata
 * stands behind it, that every element is the one that was signed, that it is what was asked for, now, and bound to the
 * wallet's own key.
 */
import { type Decision, type Rules, randomUuid } from '../../base/index.ts'
import { protocolKeys } from '../../federation/index.ts'
import { sameKey } from '../../jose/index.ts'
import {
  type IssuerSignedCode,
  type IssuerSignedVerifyCode,
  type ParsedMdoc,
  parseMdoc,
  verifyIssuerSigned,
} from '../../mdoc/index.ts'
import { formatMdoc } from '../../oauth/index.ts'
import { trustedMdocIssuers } from '../../oid4vci/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import type { WalletContext } from '../context.ts'
import type { HeldCredential } from '../storage/wallet-record.ts'
import { type ReceivedPid, statusOf } from './received-pid.ts'

const discarded = WI.credentialDiscarded

export const MDOC_PID_RULES = {
  cbor_malformed: ['WI-62', discarded],
  cbor_too_large: ['WI-62', discarded],
  mdoc_malformed: ['WI-62', discarded],
  cose_malformed: ['WI-62', discarded],
  cose_alg_unsupported: ['WI-62', discarded],
  cose_crit_unsupported: ['WI-62', discarded],
  cose_header_repeated: ['WI-62', discarded],
  cose_key_malformed: ['WI-62', discarded],
  cose_key_mismatch: ['WI-62', discarded],
  cose_key_private: ['WI-62', discarded],
  cose_key_unsupported: ['WI-62', discarded],
  cose_key_unusable: ['WI-62', discarded],
  cose_payload_doubled: ['WI-62', discarded],
  cose_payload_missing: ['WI-62', discarded],
  cose_signature_invalid: ['WI-62', discarded],
  mso_malformed: ['WI-62', discarded],
  mso_version_unsupported: ['WI-62', discarded],
  digest_algorithm_unsupported: ['WI-62', discarded],
  value_digests_malformed: ['WI-62', discarded],
  validity_malformed: ['WI-62', discarded],
  validity_inconsistent: ['WI-62', discarded],
  x5chain_missing: ['WI-62', discarded],
  x5chain_malformed: ['WI-62', discarded],
  item_malformed: ['WI-62', discarded],
  item_random_short: ['WI-62', discarded],
  element_repeated: ['WI-62', discarded],
  doctype_mismatch: ['WI-62', discarded],
  mdoc_not_yet_valid: ['WI-62', discarded],
  mdoc_expired: ['WI-62', discarded],
  digest_missing: ['WI-62', discarded],
  digest_mismatch: ['WI-62', discarded],
  signed_outside_certificate: ['WI-62', discarded],
  certificate_malformed: ['WI-62', discarded],
  certificate_algorithm_unsupported: ['WI-62', discarded],
  certificate_extension_unknown: ['WI-62', discarded],
  certificate_not_yet_valid: ['WI-62', discarded],
  certificate_expired: ['WI-62', discarded],
  chain_broken: ['WI-62', discarded],
  chain_too_long: ['WI-62', discarded],
  chain_untrusted: ['WI-62', discarded],
  chain_signature_invalid: ['WI-62', discarded],
  leaf_not_signer: ['WI-62', discarded],
  issuer_not_authority: ['WI-62', discarded],
} as const satisfies Rules<IssuerSignedCode | IssuerSignedVerifyCode, WalletAnswer>

/** Elements without which an mdoc is no PID, in whichever namespace they stand. */
const neededElements: readonly string[] = ['family_name', 'given_name', 'birth_date']

/** Judges a received PID; what it returns is ready to be stored. */
export async function acceptMdocPid(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { credential, issuer, credentialKey }: ReceivedPid,
): Promise<HeldCredential> {
  const { algorithms, clockSkewSeconds: skew, pidDoctype: docType } = ctx.config
  const { entity } = issuer
  const now = ctx.clock.now()
  const trusted = trustedMdocIssuers(protocolKeys(entity, 'openid_credential_issuer'))
  const parsed = await decision.check(MDOC_PID_RULES, () => parseMdoc(credential, { algorithms }, 'pid'))
  const mdoc: ParsedMdoc = await decision.check(MDOC_PID_RULES, () =>
    verifyIssuerSigned(ctx, parsed, { docType, trusted, now, skew }, 'pid'),
  )
  const bound = sameKey(mdoc.mso.deviceKey, credentialKey.publicJwk)
  decision.that('WI-62', discarded, bound, 'device_key_mismatch', 'pid.mso.deviceKeyInfo')
  const complete = neededElements.every((name) => mdoc.items.some((item) => item.name === name))
  decision.that('WI-62', discarded, complete, 'element_missing', 'pid.nameSpaces')
  return {
    id: randomUuid(ctx.random),
    format: formatMdoc,
    credential,
    issuer: entity.entityId,
    type: docType,
    alg: mdoc.issuerAuth.alg,
    keyTag: credentialKey.tag,
    receivedAt: now,
    expiresAt: mdoc.mso.validityInfo.validUntil,
    status: statusOf(mdoc.mso.status),
  }
}
