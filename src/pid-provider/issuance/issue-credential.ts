/**
 * Issues a PID: the wallet sends its access token with a fresh DPoP proof and proves possession of the key to bind
 * (it-wallet §Credential request). The PID is registered, with its index in a status list, before it is sent (PP-31).
 * The response contains the credential itself: deferred issuance is not supported (PP-100).
 */
import type { Decision, NumericDate } from '../../base/index.ts'
import { issuerFacets } from '../../credential/issuer.ts'
import { type AccessToken, type ResourceHeaders, verifyProtectedRequest } from '../../oauth/index.ts'
import { type CredentialRequestBody, createCNonce, verifyKeyProof } from '../../oid4vci/index.ts'
import { walletInstanceUrl } from '../../wallet-attestation/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import { jwtPolicy, type PidProviderServices } from '../context.ts'
import { recheckAttestation } from '../token/attestation-status.ts'
import { dpopNoncePolicy, withFreshNonce } from '../token/exchange-code.ts'
import type { Grant } from '../token/grant.ts'
import { credentialProfileOf } from './credential-profiles.ts'
import { CREDENTIAL_RESOURCE_RULES, CREDENTIAL_STATUS_RULES } from './credential-rules.ts'
import { issueRegistered } from './register-credential.ts'

type IssueContext = Pick<
  PidProviderServices,
  | 'decide'
  | 'clock'
  | 'random'
  | 'crypto'
  | 'config'
  | 'type'
  | 'endpoints'
  | 'trust'
  | 'attestationStatus'
  | 'nonceKeys'
  | 'personSecret'
  | 'issuerKeys'
  | 'tokenAlgorithms'
  | 'knownTokens'
  | 'credentialSigner'
  | 'mdocIssuer'
  | 'mdocContent'
  | 'stores'
  | 'statusPlaces'
>

interface CredentialMessage {
  readonly headers: ResourceHeaders
  readonly body: CredentialRequestBody
}

/**
 * Returns the Credential Response. Checks the access token before the members of the body, so a caller without a token
 * does not learn whether they are valid. Rejects with a `Refusal` for any fault of the request, and with `Unavailable`
 * if no credential can be signed or registered now.
 */
export function issueCredential(ctx: IssueContext, { headers, body }: CredentialMessage): Promise<object> {
  return ctx.decide('pid-provider/credential', async (decision) => {
    const now = ctx.clock.now()
    const authorized = await decision.check(
      CREDENTIAL_RESOURCE_RULES,
      () => verifyProtectedRequest(ctx, headers, resourcePolicy(ctx, now)),
      withFreshNonce(ctx, now),
    )
    const { token, proof } = authorized
    const freshNonce = {
      c_nonce: createCNonce(ctx, ctx.nonceKeys, now, token.jti), // PP-98
      c_nonce_expires_in: ctx.config.cNonceLifetimeSeconds,
    }
    const profile = credentialProfileOf(body, ctx.config.support)
    const invalidProof = profile.invalidProof(freshNonce)
    const invalidNonce = profile.invalidNonce(freshNonce)
    // Compares objects: the rules must contain `PP.invalidProof` and `PP.invalidNonce` themselves, not copies.
    const adapted = new Map<PpAnswer, PpAnswer>([
      [PP.invalidProof, invalidProof],
      [PP.invalidNonce, invalidNonce],
    ])
    const adaptAnswer = (answer: PpAnswer): PpAnswer => adapted.get(answer) ?? answer
    const request = profile.read(decision, body, ctx.config.support, adaptAnswer)
    const grant = await requireGrant(ctx, decision, token)
    const { clientId, walletProvider, attestedKey } = grant.request
    decision.note('thumbprint', clientId)
    request.requireGranted(grant.request)
    const key = await decision.check(
      profile.keyProofRules,
      () =>
        verifyKeyProof(ctx, request.proofJwt, {
          ...jwtPolicy(ctx, now),
          clientIds: [clientId, walletInstanceUrl(walletProvider, clientId)],
          namesClient: profile.proofNamesClient,
          issuer: ctx.config.entityId,
          candidates: [attestedKey, proof.jwk],
          lifetime: ctx.config.proofLifetimeSeconds,
          cNonce: { keys: ctx.nonceKeys, lifetime: ctx.config.cNonceLifetimeSeconds, tokenJti: token.jti },
        }),
      adaptAnswer,
    )
    const isBindable = issuerFacets[request.format].canBind(key.jwk)
    decision.that('PP-26', invalidProof, isBindable, 'proof_key_no_cose_key', 'proof.header')
    await decision.check(CREDENTIAL_STATUS_RULES, () => recheckAttestation(ctx, grant.request, now))
    const credential = await issueRegistered(ctx, decision, { ...request, authorized, grant, key, invalidNonce, now })
    return profile.respond(request.format, credential, freshNonce)
  })
}

const resourcePolicy = (ctx: IssueContext, now: NumericDate) => ({
  token: {
    ...jwtPolicy(ctx, now),
    algorithms: ctx.tokenAlgorithms, // D-1093
    issuer: ctx.config.entityId,
    keys: ctx.issuerKeys,
    known: ctx.knownTokens,
  },
  proof: {
    ...jwtPolicy(ctx, now),
    method: 'POST',
    url: ctx.endpoints.credential,
    lifetime: ctx.config.proofLifetimeSeconds,
    ...dpopNoncePolicy(ctx),
  },
})

/** Returns the grant of the token. Rejects with a `Refusal` if there is none, or if it was revoked (PP-75). */
async function requireGrant(ctx: IssueContext, decision: Decision<PpAnswer>, { jti }: AccessToken): Promise<Grant> {
  const stored = await ctx.stores.grants.findByToken(jti)
  const grant = decision.found('PP-89', PP.invalidToken, stored, 'grant_unknown', 'access_token.payload.jti')
  decision.that('PP-75', PP.invalidToken, grant.revokedAt === undefined, 'grant_revoked', 'access_token')
  return grant
}
