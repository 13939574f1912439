/**
 * Verifies an mdoc presentation: a DeviceResponse with one document (RP-12; OpenID4VP 1.0 §B.2). Checks the issuer's
 * signature and the issuer, the signature of the holder's device for this request, the revocation of the issuer's
 * certificates, and the status. Does not check that the mdoc answers the query.
 *
 * An mdoc does not name its issuer. A URI in the issuer's certificate is the entity identifier of the issuer. The
 * metadata of that entity determine which authority must have issued the certificate.
 */
import { type Decision, isEntityId, joinRules, rows, rules } from '../../base/index.ts'
import { organizationNameOf, trustPath } from '../../federation/index.ts'
import {
  authorityKeyIds,
  type DeviceAuthCode,
  type DeviceResponseCode,
  type DeviceSignedCode,
  type IssuerSignedVerifyCode,
  mdocClaims,
  openId4VpTranscript,
  type ParsedMdoc,
  parseDeviceResponse,
  parseIssuerCertificate,
  verifyDeviceAuth,
} from '../../mdoc/index.ts'
import { formatMdoc } from '../../oauth/index.ts'
import { checkMdocRevocation, verifyMdocOf } from '../../oid4vci/index.ts'
import { mdocRules } from '../../rules/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { clientIdOf, urlOf } from '../metadata.ts'
import { checkStatus } from './check-status.ts'
import { isConfiguredIssuer, mayIssue } from './credential-issuers.ts'
import type { PresentationExpectation, VerifiedPresentation } from './verified-presentation.ts'
import { ISSUER_CERTIFICATE_RULES, ISSUER_RULES } from './verify-sd-jwt-presentation.ts'

export const MDOC_RULES = joinRules<DeviceResponseCode | DeviceSignedCode | IssuerSignedVerifyCode>()(
  mdocRules<RpAnswer>('RP-12', {
    unreadable: RP.responseInvalid,
    invalid: RP.credentialInvalid,
    untrusted: RP.untrusted,
  }),
  rows(RP.responseInvalid, {
    'RP-12': [
      'response_malformed',
      'response_version_unsupported',
      'response_status_error',
      'document_count',
      'document_malformed',
      'device_elements_unexpected',
    ],
  }),
  rows(RP.credentialInvalid, { 'RP-12': ['document_type_mismatch'] }),
  rows(RP.bindingBroken, { 'RP-12': ['device_signature_missing', 'device_mac_unsupported'] }),
)

export const DEVICE_AUTH_RULES = rules<DeviceAuthCode>()(RP.bindingBroken, {
  'RP-12': ['device_alg_mismatch', 'device_key_unusable', 'device_payload_attached', 'device_signature_invalid'],
})

/**
 * Verifies a presented mdoc: issuer, document type, device signature, revocation and status. Rejects with a `Refusal`
 * at the first fault.
 */
export async function verifyMdocPresentation(
  ctx: Pick<RelyingPartyServices, 'config' | 'crypto' | 'trust' | 'status' | 'certificates'>,
  decision: Decision<RpAnswer>,
  text: string,
  { now, presentationNonce, encryptionThumbprint }: PresentationExpectation,
): Promise<VerifiedPresentation> {
  const { config } = ctx
  const policy = { algorithms: config.mdocAlgorithms, deviceAlgorithms: config.algorithms }
  const response = decision.checkNow(MDOC_RULES, () => parseDeviceResponse(text, policy, 'vp_token'))
  const issuer = await trustedIssuer(ctx, decision, response.mdoc)
  const times = { now, skew: config.clockSkewSeconds }
  const mdoc = await decision.check(MDOC_RULES, () => verifyMdocOf(ctx, issuer, response.mdoc, times, 'vp_token'))
  const issued = mayIssue(config, issuer, [mdoc.mso.docType])
  decision.that('RP-60', RP.untrusted, issued, 'credential_type_not_issued', 'mso.docType')
  const transcript = openId4VpTranscript(ctx, {
    clientId: clientIdOf(config),
    presentationNonce,
    encryptionThumbprint,
    responseUri: urlOf(config, 'response'),
  })
  await decision.check(DEVICE_AUTH_RULES, () => verifyDeviceAuth(ctx, response, mdoc, transcript, 'vp_token'))
  await decision.check(ISSUER_CERTIFICATE_RULES, () => checkMdocRevocation(ctx, mdoc, 'vp_token')) // RP-231
  const { acceptSuspended } = config
  const by = { issuer, type: 'openid_credential_issuer' } as const
  const subject = { status: mdoc.mso.status, ...by, acceptSuspended, answer: RP.credentialInvalid }
  const state = await checkStatus(ctx, decision, subject, now)
  return {
    credential: {
      format: formatMdoc,
      claims: mdocClaims(mdoc),
      doctype: mdoc.mso.docType,
      alg: mdoc.issuerAuth.alg,
      disclosed: mdoc.items.map(({ namespace, name }) => [namespace, name]),
      authorities: [
        { type: 'openid_federation', values: trustPath(issuer) },
        { type: 'aki', values: authorityKeyIds(mdoc.verifiedCertificates) },
      ],
    },
    issuer: issuer.entityId,
    issuerName: organizationNameOf(issuer),
    status: state,
    validity: { issuedAt: mdoc.mso.validityInfo.signed, expiresAt: mdoc.mso.validityInfo.validUntil },
    attestation: undefined,
  }
}

/**
 * Returns the trusted issuer that the leaf certificate names. The first URI of the certificate that is an entity
 * identifier counts. Does not verify the certificate.
 */
async function trustedIssuer(
  ctx: Pick<RelyingPartyServices, 'config' | 'trust'>,
  decision: Decision<RpAnswer>,
  { x5chain, mso }: ParsedMdoc,
) {
  const [leaf = new Uint8Array()] = x5chain
  const certificate = decision.checkNow(MDOC_RULES, () => parseIssuerCertificate(leaf, 'vp_token.x5chain.0'))
  const named = certificate.uris.find((uri) => isEntityId(uri, ctx.config))
  const entityId = decision.found('RP-12', RP.untrusted, named, 'issuer_missing', 'vp_token.x5chain.0')
  decision.note('entity', entityId)
  const isNamed = isConfiguredIssuer(ctx.config, entityId, [mso.docType])
  decision.that('RP-60', RP.untrusted, isNamed, 'credential_type_not_issued', 'mso.docType')
  return decision.check(ISSUER_RULES, () => ctx.trust.evaluate(entityId, ['openid_credential_issuer']))
}
