/**
 * Authenticates the wallet at the token endpoint. The wallet sends a client assertion, signed with the key that was
 * attested at PAR (it-wallet §Token request), or a Wallet Attestation with its proof of possession. Attestation and
 * proof are in headers, or in `client_assertion` (D-428). Headers must be used if, and only if, the pushed request used
 * headers (D-112).
 */
import { type Claim, type Decision, joinRules, type NumericDate, rows } from '../../base/index.ts'
import {
  attestationHeader,
  attestationPopClaim,
  type ClientAssertionCode,
  clientAssertionClaim,
  type ProvenAttestation,
  type ReceivedTokenRequest,
  verifyClientAssertion,
} from '../../oauth/index.ts'
import { jwsRules } from '../../rules/index.ts'
import { walletInstanceUrl } from '../../wallet-attestation/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import { ATTESTATION_RULES } from '../authorization/push-rules.ts'
import { jwtPolicy, type PidProviderServices } from '../context.ts'
import type { TokenClaim } from '../stores.ts'
import { attestationStatusRules } from './attestation-status.ts'
import type { PushedRequest } from './grant.ts'
import { requireValidStatus, verifyPossession } from './wallet-authentication.ts'

export const CLIENT_ASSERTION_RULES = joinRules<ClientAssertionCode>()(
  jwsRules(PP.invalidClient),
  rows(PP.invalidClient, {
    'PP-18': ['exp_missing'],
    'PP-73': ['signature_invalid', 'expired', 'iss_mismatch', 'sub_mismatch', 'aud_mismatch', 'jti_malformed'],
    'PP-74': ['typ_mismatch', 'lifetime_too_long'],
  }),
)

export const TOKEN_STATUS_RULES = attestationStatusRules('PP-34', PP.invalidClient)

type ClientContext = Pick<
  PidProviderServices,
  'config' | 'crypto' | 'endpoints' | 'trust' | 'attestations' | 'attestationStatus'
>

interface TokenClient {
  /** The pushed request of the grant. */
  readonly pushed: PushedRequest
  readonly request: ReceivedTokenRequest
  /** Attestation and proof of possession from the headers. Undefined if the request has no such headers. */
  readonly headers: ProvenAttestation | undefined
}

/**
 * Authenticates the wallet. Returns the single-use `Claim` of the client assertion or of the proof of possession, which
 * the caller must spend. Rejects with a `Refusal` for any fault.
 */
export async function authenticateClient(
  ctx: ClientContext,
  decision: Decision<PpAnswer>,
  { pushed, request, headers }: TokenClient,
  now: NumericDate,
): Promise<Claim<TokenClaim>> {
  const isSameMethod = (pushed.clientAuthentication === 'headers') === (headers !== undefined)
  decision.that('PP-73', PP.invalidClient, isSameMethod, 'client_authentication_changed', attestationHeader)
  const provenAttestation = headers ?? request.provenAttestation
  if (provenAttestation !== undefined) return authenticateByAttestation(ctx, decision, pushed, provenAttestation, now)
  const assertion = await decision.check(CLIENT_ASSERTION_RULES, () =>
    verifyClientAssertion(ctx, request.client_assertion ?? '', {
      ...jwtPolicy(ctx, now),
      clientId: pushed.clientId,
      aliases: [walletInstanceUrl(pushed.walletProvider, pushed.clientId)], // PP-131
      key: pushed.attestedKey,
      audiences: [ctx.config.entityId, ctx.endpoints.token],
    }),
  )
  return clientAssertionClaim(assertion)
}

/** Verifies attestation and proof of possession. The attestation may be newer than that of PAR, for the same key. */
async function authenticateByAttestation(
  ctx: ClientContext,
  decision: Decision<PpAnswer>,
  { clientId }: PushedRequest,
  proven: ProvenAttestation,
  now: NumericDate,
): Promise<Claim<TokenClaim>> {
  const attestation = await decision.check(ATTESTATION_RULES, () => ctx.attestations.verify(proven.attestation, now))
  const isOwn = attestation.thumbprint === clientId
  decision.that('PP-73', PP.invalidClient, isOwn, 'attestation_foreign', 'wallet_attestation.payload.cnf')
  const proof = { compact: proven.pop, endpoints: [ctx.endpoints.token] }
  const pop = await verifyPossession(ctx, decision, attestation, proof, now)
  await requireValidStatus(ctx, decision, attestation, TOKEN_STATUS_RULES, now)
  return attestationPopClaim(pop)
}
