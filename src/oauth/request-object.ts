/**
 * Request Object of the pushed authorization request (RFC 9101, RFC 9126 §3; it-wallet §Pushed authorization request):
 * the wallet signs its authorization parameters with the attested key, the PID Provider verifies them with that key out
 * of the Wallet Attestation (`verify-request-object.ts`). Once verified, only what stands in it counts; the form may
 * repeat it but not contradict it.
 */
import { type Claim, type NumericDate, type Random, randomUuid } from '../base/index.ts'
import { type Signer, signJwt } from '../jose/index.ts'
import type { AuthorizationDetail } from './authorization-details.ts'
import { assertionTypeKeyAttestation, codeChallengeMethod, responseTypeCode, typRequestObject } from './identifiers.ts'
import type { RequestedCredentials } from './requested-credentials.ts'

/** What a wallet asks for in its pushed request (RFC 9126 §3, RFC 9101 §4). */
export interface RequestObjectInput {
  readonly clientId: string
  /** The provider's identifier. */
  readonly audience: string
  readonly state: string
  readonly codeChallenge: string
  readonly authorizationDetails: readonly AuthorizationDetail[]
  readonly redirectUri: string
  readonly now: NumericDate
  /** Seconds. */
  readonly lifetime?: number
}

/** Makes the object with the attested key. */
export function createRequestObject(
  ctx: { readonly random: Random },
  signer: Signer,
  input: RequestObjectInput,
): Promise<string> {
  const { now, lifetime = 300 } = input
  return signJwt(
    signer,
    { typ: typRequestObject, kid: signer.kid }, // WI-37
    {
      iss: input.clientId,
      aud: input.audience,
      iat: now,
      exp: now + lifetime,
      jti: randomUuid(ctx.random),
      response_type: responseTypeCode, // WI-37
      client_id: input.clientId, // WI-37
      state: input.state, // WI-37
      code_challenge: input.codeChallenge, // WI-37
      code_challenge_method: codeChallengeMethod, // WI-37
      authorization_details: input.authorizationDetails, // WI-37
      redirect_uri: input.redirectUri, // WI-37
      client_assertion_type: assertionTypeKeyAttestation, // WI-37
    },
  )
}

/** What was asked for, in the client's own signature. */
export interface AuthorizationRequest extends RequestedCredentials {
  /** The client's name for its key, which need not be the key's thumbprint (D-465). */
  readonly kid: string
  readonly client_id: string
  readonly state: string
  readonly code_challenge: string
  readonly redirect_uri: string
  /** Of the object or, failing that, of the form (RFC 9449 §10). */
  readonly dpop_jkt: string | undefined
  /** In which languages the person is to be asked, the most welcome first (OpenID Connect Core §3.1.2.1). */
  readonly ui_locales: string | undefined
  readonly jti: string | undefined
  readonly expiresAt: NumericDate
}

/** The single use of the object, scoped to its client: none when it carries no `jti`. */
export const requestObjectClaims = ({
  client_id,
  jti,
  expiresAt,
}: AuthorizationRequest): readonly Claim<'request_object_jti'>[] =>
  jti === undefined ? [] : [{ name: 'request_object_jti', value: `${client_id} ${jti}`, expiresAt }]
