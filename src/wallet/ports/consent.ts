/**
 * Port for the user's consent to a presentation (WI-14). The wallet shows who asks for what and why. The user agrees to
 * all or a part, or declines. No data about the user are sent before the user agrees. A request that no credential
 * answers is shown here too.
 */
import type { Json } from '../../base/index.ts'
import type { ProfileName } from '../../profiles/index.ts'

/**
 * Description of the Relying Party for the user. Each text is one line of limited length without invisible characters
 * (D-257). The app must escape it.
 */
export interface RequestingParty {
  /** Entity identifier, verified by the federation. */
  readonly entityId: string
  /** Name of the service, at most 100 code points. Defaults to `organization`, then to the identifier. */
  readonly name: string
  readonly organization: string | undefined
  /** https URL of the privacy policy, or `undefined` (GEN-19). */
  readonly policyUri: string | undefined
  /** https URL of the logo, or `undefined` (GEN-19). */
  readonly logoUri: string | undefined
  /** Profile (version of IT-Wallet) that the request uses. */
  readonly profile: ProfileName
  /** https URL at which the user can request the deletion of the sent data, or `undefined`. */
  readonly erasureEndpoint: string | undefined
}

/** The smallest unit that leaves the wallet: a requested claim, or the Disclosure that contains it. */
export interface OfferedClaim {
  /** Identifies the claim when the user deselects it. */
  readonly path: readonly (string | number)[]
  readonly value: Json
  /** Present if the Relying Party intends to store this element of an mdoc (`intent_to_retain`). */
  readonly intentToRetain?: true
}

/** A stored credential that answers the request. */
export interface OfferedCredential {
  readonly id: string
  readonly type: string
  readonly issuer: string
  /** Claims to reveal. Empty if only possession is shown. */
  readonly claims: readonly OfferedClaim[]
}

/** A requested item and the credentials that can answer it. */
export interface OfferedItem {
  /** Identifier from the request. Not for display. */
  readonly id: string
  /** Purpose in the request, at most 300 code points. */
  readonly purpose: string | undefined
  /** Present if the Relying Party does not require the item: the user may omit it. */
  readonly optional?: true
  readonly candidates: readonly OfferedCredential[]
}

/** Question to the user: who asks for what. */
export interface ConsentRequest {
  readonly relyingParty: RequestingParty
  /**
   * True if the request asks for the Wallet Attestation, the proof that this wallet is genuine. The response to a
   * request with `scope` contains the attestation even if the request does not ask for it (WI-86).
   */
  readonly walletAttestationAsked: boolean
  readonly items: readonly OfferedItem[]
}

/** A requested item, described only from the request. */
export interface RequestedItem {
  /** Identifier from the request. Not for display. */
  readonly id: string
  readonly purpose: string | undefined
  readonly type: string
  readonly claims: readonly string[]
}

/** A request that no stored credential answers. */
export interface UnanswerableRequest {
  readonly relyingParty: RequestingParty
  readonly items: readonly RequestedItem[]
}

/** An item to present: one credential and the claims that stay selected. */
export interface ChosenItem {
  readonly id: string
  readonly credential: string
  readonly claims: readonly (readonly (string | number)[])[]
}

/** The user's decision. Only `optional` items may be left out. */
export type ConsentAnswer = { readonly given: false } | { readonly given: true; readonly items: readonly ChosenItem[] }

/** The app's consent page. The wallet sends no data if the request expires before the user answers. */
export interface Consent {
  /** Asks the user, and resolves with the decision. */
  ask(request: ConsentRequest): Promise<ConsentAnswer>
  /**
   * Shows that no stored credential answers the request, and settles once the user has read this. The Relying Party
   * then gets the same response as after a refusal: an immediate response would reveal by its timing that there was
   * nothing to decide (D-233). Without this method the Relying Party gets no response.
   */
  acknowledge?(request: UnanswerableRequest): Promise<void>
}

/** Agrees to every claim of every item, optional ones too, with the item's first credential: the default selection. */
export const consentToAll = ({ items }: ConsentRequest): ConsentAnswer => ({
  given: true,
  items: items.flatMap(({ id, candidates: [first] }) =>
    first === undefined ? [] : [{ id, credential: first.id, claims: first.claims.map(({ path }) => path) }],
  ),
})
