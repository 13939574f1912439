/**
 * Request Object of the pushed authorization request (RFC 9101, RFC 9126 §3; it-wallet §Pushed authorization request).
 * The wallet signs the parameters with the attested key. The PID Provider verifies them with the key of the Wallet
 * Attestation (`verify-request-object.ts`). The form may repeat parameters but must not contradict them.
 */
import { type Claim, type NumericDate, type Random, randomUuid } from '../base/index.ts'
import { type Signer, signJwt } from '../jose/index.ts'
import type { AuthorizationDetail } from './authorization-details.ts'
import { assertionTypeKeyAttestation, codeChallengeMethod, responseTypeCode, typRequestObject } from './identifiers.ts'
import type { RequestedCredentials } from './requested-credentials.ts'

/** Content of a Request Object (RFC 9126 §3, RFC 9101 §4). */
export interface RequestObjectInput {
  readonly clientId: string
  /** Identifier of the PID Provider. */
  readonly audience: string
  readonly state: string
  readonly codeChallenge: string
  readonly authorizationDetails: readonly AuthorizationDetail[]
  readonly redirectUri: string
  readonly now: NumericDate
}

/**
 * Creates a Request Object with the attested key. The object expires after 300 seconds.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
 * import { pidSupport } from 'fiducia/oid4vci'
 * import { codeChallengeOf, createAuthorizationDetail, createCodeVerifier, createRequestObject } from 'fiducia/oauth'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const attested = await generateSigner(ctx)
 * const requestObject = await createRequestObject(ctx, attested, {
 *   ...{ clientId: attested.kid, audience: 'https://pid.example', redirectUri: 'https://wallet.example/back' },
 *   ...{ state: createCodeVerifier(ctx.random), codeChallenge: codeChallengeOf(ctx, createCodeVerifier(ctx.random)) },
 *   ...{ authorizationDetails: [createAuthorizationDetail('vc+sd-jwt', pidSupport)], now: createSystemClock().now() },
 * })
 * assert.equal(requestObject.split('.').length, 3)
 * ```
 */
export function createRequestObject(
  ctx: { readonly random: Random },
  signer: Signer,
  input: RequestObjectInput,
): Promise<string> {
  const { now } = input
  return signJwt(
    signer,
    { typ: typRequestObject, kid: signer.kid }, // WI-37
    {
      iss: input.clientId,
      aud: input.audience,
      iat: now,
      exp: now + 300,
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

/** The verified content of a Request Object. */
export interface AuthorizationRequest extends RequestedCredentials {
  /** `kid` of the header. The client may use another value than the thumbprint (D-465). */
  readonly kid: string
  readonly client_id: string
  readonly state: string
  readonly code_challenge: string
  readonly redirect_uri: string
  /** Value of the Request Object, or else of the form (RFC 9449 §10). */
  readonly dpop_jkt: string | undefined
  /** Preferred languages of the user, in order (OpenID Connect Core §3.1.2.1). */
  readonly ui_locales: string | undefined
  readonly jti: string | undefined
  /**
   * Time from which the Request Object is refused as expired, or one day after the verification if it has neither `exp`
   * nor `iat`. A store keeps its `jti` until then.
   */
  readonly expiresAt: NumericDate
}

/** Returns the claim for the single use of a Request Object, or none without `jti`. Each client has its own values. */
export const requestObjectClaims = ({
  client_id,
  jti,
  expiresAt,
}: AuthorizationRequest): readonly Claim<'request_object_jti'>[] =>
  jti === undefined ? [] : [{ name: 'request_object_jti', value: `${client_id} ${jti}`, expiresAt }]
