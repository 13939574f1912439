/**
 * Issues a PID: the wallet shows its access token with a fresh DPoP proof and proves the key to bind (it-wallet
 * §Credential request). The PID is in the register, with its place in a status list, before it leaves (PP-31).
 */
import { type Claim, type Decision, type NumericDate, type Rules, remembered, Unavailable } from '../base/index.ts'
import { hasCoseKey } from '../cose/index.ts'
import { bareJwk } from '../jose/index.ts'
import {
  type AccessToken,
  type AuthorizedRequest,
  type CredentialFormat,
  dpopClaim,
  formatMdoc,
  type ResourceHeaders,
  verifyProtectedRequest,
} from '../oauth/index.ts'
import {
  type CredentialRequest,
  type CredentialRequestBody,
  type CredentialRequestCode,
  type CredentialResponse,
  checkCredentialGranted,
  cNonceClaim,
  createCNonce,
  createCredentialResponse,
  type KeyProof,
  type KeyProofCode,
  parseCredentialRequest,
  verifyKeyProof,
} from '../oid4vci/index.ts'
import { jwkRules, jwsRules, protectedResourceRules } from '../rules/index.ts'
import { randomPlace } from '../status-list/index.ts'
import { walletInstanceUrl } from '../wallet-attestation/index.ts'
import { PP, type PpAnswer } from './answers.ts'
import { attestationStatusRules, recheckAttestation } from './attestation-status.ts'
import { jwtPolicy, type PidProviderServices } from './context.ts'
import { demandNonce, dpopNoncePolicy } from './exchange-code.ts'
import type { Grant, PushedRequest } from './grant.ts'
import { entryId, type IssuedCredential } from './issued-credential.ts'
import { issuesMdocsUntil, mdocLifetime } from './mdoc-issuer.ts'
import { registerSubject } from './pid-claims.ts'
import { createPid, type PidContent } from './pid-credential.ts'
import { createMdocPid } from './pid-mdoc.ts'
import { statusListUri } from './status-lists.ts'
import { type CredentialClaim, lostClaim } from './stores.ts'

/** `useNonce` carries the nonce that is demanded; where none is, the table is made once. */
export const credentialResourceRules = remembered((useNonce: PpAnswer) =>
  protectedResourceRules<PpAnswer>({
    tokenMissing: PP.tokenMissing,
    invalidToken: PP.invalidToken,
    invalidProof: PP.invalidDpopProof,
    useNonce,
  }),
)

export const CREDENTIAL_REQUEST_RULES = {
  json_malformed: ['PP-25', PP.invalidCredentialRequest],
  json_too_large: ['GEN-23', PP.invalidCredentialRequest],
  json_too_deep: ['GEN-23', PP.invalidCredentialRequest],
  json_duplicate_member: ['GEN-28', PP.invalidCredentialRequest],
  body_missing: ['PP-25', PP.invalidCredentialRequest],
  format_missing: ['PP-25', PP.invalidCredentialRequest],
  format_unsupported: ['PP-25', PP.unsupportedCredentialFormat],
  credential_definition_missing: ['PP-25', PP.invalidCredentialRequest],
  credential_definition_malformed: ['PP-25', PP.invalidCredentialRequest],
  credential_identifier_forbidden: ['PP-25', PP.invalidCredentialRequest],
  credential_type_unsupported: ['PP-25', PP.unsupportedCredentialType],
  doctype_missing: ['PP-93', PP.invalidCredentialRequest],
  doctype_unsupported: ['PP-93', PP.unsupportedCredentialType],
  proof_missing: ['PP-94', PP.invalidProof],
  proofs_unexpected: ['PP-25', PP.invalidCredentialRequest],
  proof_malformed: ['PP-94', PP.invalidProof],
  proof_type_unsupported: ['PP-94', PP.invalidProof],
  proof_jwt_missing: ['PP-94', PP.invalidProof],
  response_encryption_unsupported: ['PP-115', PP.invalidEncryptionParameters],
} as const satisfies Rules<CredentialRequestCode, PpAnswer>

export const KEY_PROOF_RULES = {
  ...jwsRules(PP.invalidProof),
  ...jwkRules(PP.invalidProof),
  jws_malformed: ['PP-94', PP.invalidProof],
  typ_mismatch: ['PP-26', PP.invalidProof],
  signature_invalid: ['PP-26', PP.invalidProof],
  key_missing: ['PP-95', PP.invalidProof],
  x5c_unexpected: ['PP-95', PP.invalidProof],
  kid_mismatch: ['PP-95', PP.invalidProof],
  kid_unresolved: ['PP-95', PP.invalidProof],
  iss_missing: ['PP-26', PP.invalidProof],
  iss_mismatch: ['PP-26', PP.invalidProof],
  aud_mismatch: ['PP-26', PP.invalidProof],
  iat_missing: ['PP-26', PP.invalidProof],
  proof_stale: ['PP-26', PP.invalidProof],
  nonce_missing: ['PP-26', PP.invalidProof],
  nonce_foreign: ['PP-97', PP.invalidProof],
  nonce_expired: ['PP-97', PP.invalidProof],
} as const satisfies Rules<KeyProofCode, PpAnswer>

export const GRANTED_RULES = {
  not_granted: ['PP-92', PP.invalidCredentialRequest],
} as const satisfies Rules<'not_granted', PpAnswer>

export const CREDENTIAL_STATUS_RULES = attestationStatusRules('PP-34', PP.credentialRequestDenied)

type IssueContext = Pick<
  PidProviderServices,
  | 'decide'
  | 'clock'
  | 'random'
  | 'crypto'
  | 'config'
  | 'endpoints'
  | 'trust'
  | 'attestationStatus'
  | 'nonceKeys'
  | 'personSecret'
  | 'issuerKeys'
  | 'knownTokens'
  | 'credentialSigner'
  | 'mdocIssuer'
  | 'stores'
>

export interface CredentialMessage {
  readonly headers: ResourceHeaders
  readonly body: CredentialRequestBody
}

/** The token is judged before the body: whoever has none learns nothing else. */
export function issueCredential(ctx: IssueContext, { headers, body }: CredentialMessage): Promise<CredentialResponse> {
  return ctx.decide('pid-provider/credential', async (decision) => {
    const now = ctx.clock.now()
    const authorized = await decision.check(
      credentialResourceRules(demandNonce(ctx, now, PP.useDpopNonceAtResource)),
      () => verifyProtectedRequest(ctx, headers, resourcePolicy(ctx, now)),
    )
    const { token, proof } = authorized
    const freshNonce = {
      c_nonce: createCNonce(ctx, ctx.nonceKeys, now, token.jti), // PP-98
      c_nonce_expires_in: ctx.config.cNonceLifetimeSeconds,
    }
    const invalidProof: PpAnswer = { ...PP.invalidProof, members: freshNonce } // PP-99
    const worded = (answer: PpAnswer): PpAnswer => (answer === PP.invalidProof ? invalidProof : answer)
    const request = decision.checkNow(
      CREDENTIAL_REQUEST_RULES,
      () => parseCredentialRequest(body, ctx.config.support),
      worded,
    )
    const grant = await requireGrant(ctx, decision, token)
    const { clientId, walletProvider, attestedKey, authorizationDetails } = grant.request
    decision.note('thumbprint', clientId)
    decision.checkNow(GRANTED_RULES, () => checkCredentialGranted(request, authorizationDetails))
    const key = await decision.check(
      KEY_PROOF_RULES,
      () =>
        verifyKeyProof(ctx, request.proofJwt, {
          ...jwtPolicy(ctx, now),
          clientIds: [clientId, walletInstanceUrl(walletProvider, clientId)],
          issuer: ctx.config.entityId,
          candidates: [attestedKey, proof.jwk],
          lifetime: ctx.config.proofLifetimeSeconds,
          cNonce: { keys: ctx.nonceKeys, lifetime: ctx.config.cNonceLifetimeSeconds, tokenJti: token.jti },
        }),
      worded,
    )
    const bindable = request.format !== formatMdoc || hasCoseKey(key.jwk)
    decision.that('PP-26', invalidProof, bindable, 'proof_key_no_cose_key', 'proof.header')
    await decision.check(CREDENTIAL_STATUS_RULES, () => recheckAttestation(ctx, grant.request, now))
    const credential = await issueRegistered(ctx, decision, { ...request, authorized, grant, key, invalidProof, now })
    return createCredentialResponse({ format: request.format, credential, ...freshNonce })
  })
}

const resourcePolicy = (ctx: IssueContext, now: NumericDate) => ({
  token: { ...jwtPolicy(ctx, now), issuer: ctx.config.entityId, keys: ctx.issuerKeys, known: ctx.knownTokens },
  proof: {
    ...jwtPolicy(ctx, now),
    method: 'POST',
    url: ctx.endpoints.credential,
    lifetime: ctx.config.proofLifetimeSeconds,
    ...dpopNoncePolicy(ctx),
  },
})

/** What the token stands for; nothing any more when its code came a second time (PP-75). */
async function requireGrant(ctx: IssueContext, decision: Decision<PpAnswer>, { jti }: AccessToken): Promise<Grant> {
  const grant = decision.found('PP-89', PP.invalidToken, await ctx.stores.grants.findByToken(jti), 'grant_unknown')
  decision.that('PP-75', PP.invalidToken, grant.revokedAt === undefined, 'grant_revoked', 'access_token')
  return grant
}

interface Issuance extends Pick<CredentialRequest, 'format'> {
  readonly authorized: AuthorizedRequest
  readonly grant: Grant
  readonly key: KeyProof
  readonly invalidProof: PpAnswer
  readonly now: NumericDate
}

/** So many places are tried before the lists are called full. */
const attempts = 16

/** Signs, registers, and only then hands out. A place in a status list that is taken has spent nothing: the next one. */
async function issueRegistered(ctx: IssueContext, decision: Decision<PpAnswer>, issuance: Issuance): Promise<string> {
  const { authorized, key, invalidProof } = issuance
  const claims: Claim<CredentialClaim>[] = [cNonceClaim(key), dpopClaim(authorized.proof)]
  const { jti, exp } = authorized.token
  if (ctx.config.singleUseAccessToken)
    claims.push({ name: 'access_token', value: jti, expiresAt: exp + ctx.config.clockSkewSeconds }) // PP-102
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const entry = registerEntry(ctx, issuance)
    const credential = await sign(ctx, issuance, entry)
    const outcome = await ctx.stores.issuedCredentials.register({ claims, credential: entry }) // PP-31
    const lost = lostClaim(outcome)
    if (lost === 'status_index') continue // PP-109
    decision.that('PP-27', invalidProof, lost !== 'c_nonce', 'c_nonce_used', 'proof.payload.nonce')
    decision.that('PP-83', PP.invalidDpopProof, lost !== 'dpop_jti', 'dpop_proof_used', 'dpop.payload.jti')
    decision.that('PP-102', PP.invalidToken, lost !== 'access_token', 'access_token_used', 'access_token.payload.jti')
    decision.that('PP-75', PP.invalidToken, outcome === 'registered', 'grant_revoked', 'access_token')
    return credential
  }
  throw new Unavailable('the status lists are full', 3600)
}

function registerEntry(ctx: IssueContext, { format, authorized, grant, key, now }: Issuance): IssuedCredential {
  const { list, index } = randomPlace(ctx.random, ctx.config.statusLists)
  return {
    id: entryId(ctx.random, now),
    format,
    holderThumbprint: key.thumbprint,
    subject: registerSubject(ctx, String(grant.login.claims.unique_id)),
    clientId: grant.request.clientId,
    walletProvider: grant.request.walletProvider,
    tokenId: authorized.token.jti,
    statusList: list,
    statusIndex: index,
    issuedAt: now,
    expiresAt: expiryOf(ctx, format, now),
    status: 'valid',
    ...watchOf(ctx, grant.request),
  }
}

/** Where the Wallet Provider will say that the instance was revoked, and until when that is said of this one (D-110). */
function watchOf(
  { config }: Pick<IssueContext, 'config'>,
  { attestationStatus, attestationExpiresAt }: PushedRequest,
): Pick<IssuedCredential, 'attestationWatch'> {
  if (attestationStatus === undefined) return {}
  const until = attestationExpiresAt + config.attestationWatchSeconds
  return { attestationWatch: { idx: attestationStatus.idx, uri: attestationStatus.uri, until } }
}

/** An mdoc lives no longer than the certificate that vouches for it (PP-108): none is issued that would. */
function expiryOf(ctx: IssueContext, format: CredentialFormat, now: NumericDate): NumericDate {
  if (format !== formatMdoc) return now + ctx.config.credentialLifetimeSeconds
  if (now > issuesMdocsUntil(ctx)) throw new Unavailable('the certificate of the mdoc signer ends too soon', 3600)
  return now + mdocLifetime(ctx.config)
}

function sign(ctx: IssueContext, { format, grant, key }: Issuance, entry: IssuedCredential): Promise<string> {
  const { config } = ctx
  const content: PidContent = {
    issuer: config.entityId,
    credentialType: config.support.credentialType,
    claims: grant.login.claims,
    layout: config.claimsLayout,
    holderKey: bareJwk(key.jwk),
    holderThumbprint: key.thumbprint,
    status: { idx: entry.statusIndex, uri: statusListUri(ctx.endpoints, entry.statusList) },
    issuedAt: entry.issuedAt,
    expiresAt: entry.expiresAt,
  }
  if (format === formatMdoc) return createMdocPid(ctx, content)
  return createPid(ctx, ctx.credentialSigner, content)
}
