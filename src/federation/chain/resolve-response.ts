/**
 * The resolve response (OpenID Federation 1.0 §8.3.2): metadata of an entity, signed by a resolver, with the chain and
 * the valid trust marks. A client that does not validate the chain itself has to trust the resolver.
 */
import type { NumericDate } from '../../base/index.ts'
import { type Signer, signJwt } from '../../jose/index.ts'
import { type TrustMarkEntry, trustMarksClaim } from '../mark/trust-marks-claim.ts'
import type { Metadata } from '../statement/metadata-form.ts'

/** `typ` of a resolve response (OpenID Federation 1.0 §8.3.2). */
const resolveResponseType = 'resolve-response+jwt'
/** Media type of a resolve response (OpenID Federation 1.0 §8.3.2). */
export const resolveResponseMediaType = 'application/resolve-response+jwt'

/** Claims of a resolve response (OpenID Federation 1.0 §8.3.2). The caller has verified them. */
export interface ResolveResponseInput {
  readonly issuer: string
  readonly subject: string
  readonly metadata: Metadata
  /** Statements, subject first. */
  readonly trustChain: readonly string[]
  /** Valid trust marks only. */
  readonly trustMarks: readonly TrustMarkEntry[]
  readonly issuedAt: NumericDate
  /**
   * `exp`. Must not be later than the expiry of the chain or of a mark. `createResolveResponse` does not check this.
   */
  readonly expiresAt: NumericDate
}

/** Creates and signs the response. */
export const createResolveResponse = (signer: Signer, input: ResolveResponseInput): Promise<string> =>
  signJwt(
    signer,
    { typ: resolveResponseType, kid: signer.kid }, // FED-30
    {
      iss: input.issuer, // FED-30
      sub: input.subject, // FED-30
      iat: input.issuedAt, // FED-30
      exp: input.expiresAt, // FED-30
      metadata: input.metadata, // FED-30
      trust_chain: input.trustChain, // FED-30
      ...(input.trustMarks.length > 0 && { trust_marks: trustMarksClaim(input.trustMarks) }), // FED-30
    },
  )
