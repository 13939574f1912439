/**
 * Verifies what the issuer signed in an mdoc (ISO 18013-5 §9.3.1): document type, validity, digests, chain, signature.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type HashName,
  type NumericDate,
  type Verified,
  verified,
} from '../base/index.ts'
import { type CoseSign1VerifyCode, cborTag, encodeCbor, verifyCoseSign1 } from '../cose/index.ts'
import { mdocTags } from './element-value.ts'
import { type IssuerChainCode, type TrustedIssuers, verifyIssuerChain } from './issuer-chain.ts'
import type { IssuerSignedItem, ParsedMdoc } from './issuer-signed.ts'
import { checkIssuingPlace, type IssuingPlaceCode } from './issuing-place.ts'

/** Reasons to refuse a parsed IssuerSigned (ISO 18013-5 §9.3.1). */
export type IssuerSignedVerifyCode =
  | IssuerChainCode
  | CoseSign1VerifyCode
  | IssuingPlaceCode
  | 'doctype_mismatch'
  | 'mdoc_not_yet_valid'
  | 'mdoc_expired'
  | 'signed_outside_certificate'
  | 'digest_missing'
  | 'digest_mismatch'

/** Conditions for an IssuerSigned (ISO 18013-5 §9.3.1). They concern neither the status nor the device. */
export interface IssuerSignedPolicy {
  /** Expected document type. Defaults to any. */
  readonly docType?: string | undefined
  readonly trusted: TrustedIssuers
  readonly now: NumericDate
  /** Maximum clock difference in seconds. */
  readonly skew: number
  /**
   * True if the caller checks the revocation of `verifiedCertificates`. Defaults to false, which refuses certificates
   * with critical cRLDistributionPoints (RFC 5280 §4.2).
   */
  readonly checksRevocation?: boolean
}

/** An mdoc with a verified IssuerSigned. Status and holder are not verified. */
export interface IssuerSignedMdoc extends ParsedMdoc {
  /** Verified DER certificates, from the signer's to the trusted one. Empty if the signer's own key is trusted. */
  readonly verifiedCertificates: readonly Uint8Array[]
  /** True if a verified certificate below the trusted one has cRLDistributionPoints. */
  readonly namesRevocationList: boolean
}

/**
 * Verifies, in this order: document type, validity, digest of every element, chain to a trusted certificate or key,
 * time of signing, the issuer's signature, and the place of issuance in a driving licence (`checkIssuingPlace`). The
 * time of signing must be within the validity of the signer's certificate. Does not check the status, the revocation of
 * certificates, or who holds the device key.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { generateSigner } from 'fiducia/jose'
 * import { issueMdoc, mdocClaims, parseMdoc, verifyIssuerSigned } from 'fiducia/mdoc'
 * import { createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
 * import { createMdocIssuer } from 'fiducia/pid-provider-adapters'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom(), clock: createSystemClock() }
 * const provider = { entityId: 'https://pid.example', organizationName: 'PID', country: 'IT' }
 * const issuer = await createMdocIssuer(ctx, { ...provider, credentialLifetimeSeconds: 86_400 })
 * const [device, now] = [await generateSigner(ctx), ctx.clock.now()] as const
 * const docType = 'eu.europa.ec.eudiw.pid.1'
 * const nameSpaces = new Map([[docType, new Map([['given_name', 'Ada']])]])
 * const content = { docType, nameSpaces, deviceKey: device.publicJwk, issuedAt: now, expiresAt: now + 86_400 }
 * const received = await issueMdoc(ctx, { signer: issuer.signer, x5chain: [issuer.certificate] }, content)
 * const parsed = parseMdoc(received, { algorithms: ['ES256'] }, 'credential')
 * const policy = { docType, trusted: { certificates: [issuer.authority], keys: [] }, now, skew: 30 }
 * const mdoc = failed(parsed) ? parsed : await verifyIssuerSigned(ctx, parsed, policy, 'credential')
 * assert.deepEqual(failed(mdoc) ? mdoc : mdocClaims(mdoc), { [docType]: { given_name: 'Ada' } })
 * ```
 */
export async function verifyIssuerSigned(
  ctx: CryptoContext,
  mdoc: ParsedMdoc,
  { docType, trusted, now, skew, checksRevocation = false }: IssuerSignedPolicy,
  at: string,
): Promise<Verified<IssuerSignedMdoc> | Failure<IssuerSignedVerifyCode>> {
  const { signed, validFrom, validUntil } = mdoc.mso.validityInfo
  if (docType !== undefined && mdoc.mso.docType !== docType)
    return fail('doctype_mismatch', `${at}.mso.docType`, { expected: docType, found: mdoc.mso.docType })
  if (now + skew < validFrom) return fail('mdoc_not_yet_valid', `${at}.mso.validityInfo.validFrom`)
  if (now - skew > validUntil) return fail('mdoc_expired', `${at}.mso.validityInfo.validUntil`)
  for (const item of mdoc.items) {
    const digest = mdoc.mso.valueDigests.get(item.namespace)?.get(item.digestId)
    if (digest === undefined) return fail('digest_missing', `${at}.nameSpaces`)
    if (!ctx.crypto.equal(digest, digestOf(ctx, mdoc.mso.hash, item)))
      return fail('digest_mismatch', `${at}.nameSpaces`)
  }
  const issuer = await verifyIssuerChain(ctx, mdoc.x5chain, trusted, { now, skew }, `${at}.issuerAuth.x5chain`)
  if (failed(issuer)) return issuer
  const { leaf, path } = issuer
  const below = [leaf, ...path.slice(1, -1)]
  const mayBeCritical = checksRevocation && path.length > 0 // A trusted key has no issuer that could revoke it.
  if (!mayBeCritical && below.some(({ distributionPoints }) => distributionPoints === 'critical'))
    return fail('certificate_extension_unknown', `${at}.issuerAuth.x5chain`)
  const isWithinCertificate = signed + skew >= leaf.notBefore && signed - skew <= leaf.notAfter
  if (!isWithinCertificate) return fail('signed_outside_certificate', `${at}.mso.validityInfo.signed`) // ISO 18013-5 §9.3.1
  const signature = await verifyCoseSign1(ctx, mdoc.issuerAuth, leaf.publicJwk, `${at}.issuerAuth`)
  if (failed(signature)) return signature
  const subjects = [leaf, ...path.slice(1)].map(({ subject }) => subject)
  const place = checkIssuingPlace(mdoc, subjects, at)
  if (place !== undefined) return place
  return verified({
    ...mdoc,
    verifiedCertificates: path.map(({ der }) => der),
    namesRevocationList: path.length > 0 && below.some(({ distributionPoints }) => distributionPoints !== 'absent'),
  })
}

const digestOf = (ctx: CryptoContext, hash: HashName, { encoded }: IssuerSignedItem): Uint8Array =>
  ctx.crypto.digest(hash, encodeCbor(cborTag(mdocTags.encoded, encoded)))
