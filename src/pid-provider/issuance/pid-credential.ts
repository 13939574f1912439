/**
 * The PID as an SD-JWT (it-wallet §Data formats; SD-JWT VC as of the texts of 2023): what is always plain, what the
 * wallet may keep back, and who signs.
 */
import type { CryptoContext, JsonObject, NumericDate, PublicJwk, Random } from '../../base/index.ts'
import type { Signer } from '../../jose/index.ts'
import type { CredentialFormatName } from '../../oauth/index.ts'
import { pidClaimNames } from '../../oid4vci/index.ts'
import { type ConcretePath, issueSdJwt } from '../../sd-jwt/index.ts'
import type { StatusReference } from '../../status-list/index.ts'
import type { PidClaims } from './pid-claims.ts'

export interface PidContent {
  /** The provider's identifier. */
  readonly issuer: string
  /** What the SD-JWT says of itself in `typ`. */
  readonly formatName: CredentialFormatName
  readonly credentialType: string
  readonly claims: PidClaims
  /** Claims at the top, or under `verified_claims` (decision D-07). */
  readonly layout: 'flat' | 'verified_claims'
  /** The key that was proven, bare, and its thumbprint. */
  readonly holderKey: PublicJwk
  readonly holderThumbprint: string
  readonly status: StatusReference
  readonly issuedAt: NumericDate
  readonly expiresAt: NumericDate
}

/** Where the claims stand in such a layout. */
export const claimsPathOf = (layout: PidContent['layout']): readonly string[] =>
  layout === 'flat' ? [] : ['verified_claims', 'claims']

/**
 * Returns `<issuer JWT>~<disclosures>~`, signed now (RFC 9901 §4). Does not look into the claims, and registers nothing.
 */
export function createPid(
  ctx: CryptoContext & { readonly random: Random },
  signer: Signer,
  content: PidContent,
): Promise<string> {
  const plain: JsonObject = {
    iss: content.issuer, // PP-29
    sub: content.holderThumbprint,
    iat: content.issuedAt, // PP-29
    exp: content.expiresAt, // PP-29
    type: content.credentialType, // PP-104
    vct: content.credentialType, // PP-104
    cnf: { jwk: { ...content.holderKey } as JsonObject }, // PP-29
    status: { status_list: { ...content.status } }, // PP-109
  }
  const header = { typ: content.formatName, kid: signer.kid } // PP-103, PP-121
  if (content.layout === 'flat') return issueSdJwt(ctx, signer, { header, plain, disclosable: content.claims }) // PP-29
  return issueSdJwt(ctx, signer, {
    header,
    plain: { ...plain, verified_claims: { verification: assurance, claims: content.claims } }, // PP-104
    disclosable: {},
    nested: pidClaimNames.map((name): ConcretePath => [...claimsPathOf(content.layout), name]), // PP-29
  })
}

/** Under which rules the person was identified (OpenID Identity Assurance). */
const assurance = { trust_framework: 'eidas', assurance_level: 'high' }
