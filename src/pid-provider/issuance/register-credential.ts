/**
 * Signs a credential, registers it with its index in a status list, and only then returns it (PP-31).
 * `issue-credential.ts` first checks the request; single use and the number of credentials are checked here.
 */
import { type Claim, type Decision, type NumericDate, Unavailable } from '../../base/index.ts'
import { issuerFacets } from '../../credential/issuer.ts'
import { bareJwk } from '../../jose/index.ts'
import { type AuthorizedRequest, type CredentialFormat, dpopClaim } from '../../oauth/index.ts'
import { type CredentialRequest, cNonceClaim, type KeyProof } from '../../oid4vci/index.ts'
import type { StatusPlace } from '../../status-list/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import type { PidProviderServices } from '../context.ts'
import { entryId, type IssuedCredential } from '../register/issued-credential.ts'
import { statusListUri } from '../register/status-lists.ts'
import { type CredentialClaim, lostClaim } from '../stores.ts'
import type { Grant, PushedRequest } from '../token/grant.ts'
import { subjectsOf } from './pid-claims.ts'

type RegisterContext = Pick<
  PidProviderServices,
  | 'random'
  | 'crypto'
  | 'config'
  | 'type'
  | 'endpoints'
  | 'personSecret'
  | 'credentialSigner'
  | 'mdocIssuer'
  | 'mdocContent'
  | 'stores'
  | 'statusPlaces'
>

interface Issuance extends Pick<CredentialRequest, 'format' | 'formatName'> {
  readonly authorized: AuthorizedRequest
  readonly grant: Grant
  readonly key: KeyProof
  /** Answer to a c_nonce that was used before. */
  readonly invalidNonce: PpAnswer
  readonly now: NumericDate
}

/** Maximum number of places in status lists that are tried. Another request may register the same place first. */
const maximumAttempts = 16

/**
 * Returns the signed credential after it is registered. Tries another index if the chosen index is taken. A failed
 * attempt spends neither c_nonce, proof nor token. Rejects with a `Refusal` for a value that was used before, a revoked
 * grant, and a token for which no further credential is issued. Rejects with `Unavailable` if no free index is found,
 * or if the certificate of the mdoc signer expires too soon.
 */
export async function issueRegistered(
  ctx: RegisterContext,
  decision: Decision<PpAnswer>,
  issuance: Issuance,
): Promise<string> {
  const { authorized, key, invalidNonce } = issuance
  const claims: Claim<CredentialClaim>[] = [cNonceClaim(key), dpopClaim(authorized.proof)]
  const { jti, exp } = authorized.token
  if (ctx.config.singleUseAccessToken)
    claims.push({ name: 'access_token', value: jti, expiresAt: exp + ctx.config.clockSkewSeconds }) // PP-102
  for (let attempt = 0; attempt < maximumAttempts; attempt += 1) {
    const place = await ctx.statusPlaces.take(issuance.now)
    const entry = createEntry(ctx, issuance, place)
    const credential = await sign(ctx, issuance, entry)
    const outcome = await ctx.stores.issuedCredentials.register({ claims, credential: entry }) // PP-31
    const lost = lostClaim(outcome)
    if (lost === 'status_index') continue // PP-109
    decision.that('PP-27', invalidNonce, lost !== 'c_nonce', 'c_nonce_used', 'proof.payload.nonce')
    decision.that('PP-83', PP.invalidDpopProof, lost !== 'dpop_jti', 'dpop_proof_used', 'dpop.payload.jti')
    decision.that('PP-102', PP.invalidToken, lost !== 'access_token', 'access_token_used', 'access_token.payload.jti')
    decision.that('PP-158', PP.credentialWithdrawn, outcome !== 'withdrawn', 'credential_withdrawn', 'access_token')
    decision.that('PP-125', PP.tooManyCredentials, outcome !== 'too_many', 'credentials_too_many', 'access_token')
    decision.that('PP-75', PP.invalidToken, outcome === 'registered', 'grant_revoked', 'access_token')
    return credential
  }
  throw new Unavailable('the status lists are full', 3600)
}

function createEntry(
  ctx: RegisterContext,
  { format, authorized, grant, key, now }: Issuance,
  { list, index }: StatusPlace,
): IssuedCredential {
  return {
    id: entryId(ctx.random, now),
    format,
    holderThumbprint: key.thumbprint,
    subject: subjectsOf(ctx, grant.login, grant.request.clientId).register,
    clientId: grant.request.clientId,
    walletProvider: grant.request.walletProvider,
    tokenId: authorized.token.jti,
    statusList: list,
    statusIndex: index,
    issuedAt: now,
    expiresAt: expiryOf(ctx, format, now),
    status: 'valid',
    ...attestationWatchOf(ctx, grant.request),
  }
}

/**
 * Returns the place where the Wallet Provider publishes the status of the instance, and when the watch ends (D-110).
 * Empty for an attestation without a status.
 */
function attestationWatchOf(
  { config }: Pick<RegisterContext, 'config'>,
  { attestationStatus, attestationExpiresAt }: PushedRequest,
): Pick<IssuedCredential, 'attestationWatch'> {
  if (attestationStatus === undefined) return {}
  const until = attestationExpiresAt + config.attestationWatchSeconds
  return { attestationWatch: { idx: attestationStatus.idx, uri: attestationStatus.uri, until } }
}

/** Returns the credential's expiry. Throws `Unavailable` if the signer's certificate expires earlier (PP-108). */
function expiryOf(ctx: RegisterContext, format: CredentialFormat, now: NumericDate): NumericDate {
  const { lifetime, latestEnd } = issuerFacets[format]
  const expiresAt = now + lifetime(ctx.config.credentialLifetimeSeconds)
  if (expiresAt > (latestEnd(ctx) ?? expiresAt))
    throw new Unavailable('the certificate of the mdoc signer expires too soon', 3600)
  return expiresAt
}

function sign(
  ctx: RegisterContext,
  { format, formatName, grant, key }: Issuance,
  entry: IssuedCredential,
): Promise<string> {
  const { config, type, mdocContent } = ctx
  return issuerFacets[format].issue(ctx, ctx, {
    type,
    issuer: config.entityId,
    formatName,
    claims: grant.login.claims,
    layout: config.claimsLayout,
    mdoc: mdocContent,
    holderKey: bareJwk(key.jwk),
    holderThumbprint: key.thumbprint,
    status: { idx: entry.statusIndex, uri: statusListUri(ctx.endpoints, entry.statusList) },
    issuedAt: entry.issuedAt,
    expiresAt: entry.expiresAt,
  })
}
