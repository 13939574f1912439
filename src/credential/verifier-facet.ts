/** Matching a credential in one format against what a request asks for. Wallet and Relying Party share these rules. */
import type { JsonObject } from '../base/index.ts'
import type { ClaimPath, PathSyntax, SelectedClaim, WithheldElements } from './claim-path.ts'

/** `meta` of a DCQL credential query (OpenID4VP 1.0 Annex B). */
export interface QueriedTypes {
  readonly vct_values?: readonly string[] | undefined
  readonly doctype_value?: string | undefined
}

/** The verifier's side of a format. */
export interface VerifierFacet {
  /** The member of `meta` that names the type. */
  readonly typeMember: keyof QueriedTypes
  /** Returns the types of which a credential must have one; `undefined` where any will do. */
  readonly queriedTypes: (meta: QueriedTypes | undefined) => readonly string[] | undefined
  /** Whether a claims path of a request can select anything. */
  readonly takesPath: (path: ClaimPath) => boolean
  /** Returns what a path selects. */
  readonly select: (
    claims: JsonObject,
    path: ClaimPath,
    withheld?: readonly WithheldElements[],
    syntax?: PathSyntax,
  ) => readonly SelectedClaim[]
  /** Returns the path without its beginning that names no claim. */
  readonly claimPath: (path: ClaimPath) => ClaimPath
  /** Whether a path of `claimPath` names what the credential says of itself. */
  readonly isTechnical: (path: ClaimPath) => boolean
  /** The id of an input descriptor is the credential's type (ISO 18013-7 §B.3.1). */
  readonly isNamedById: boolean
  /** A query may state `intent_to_retain` (OpenID4VP 1.0 §B.2). */
  readonly statesRetention: boolean
}
