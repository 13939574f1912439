/**
 * The user's consent to a presentation (WI-14): the wallet says who asks for what and why, the user says yes to all, to a
 * part, or no. Nothing is sent before. Where nothing in the wallet answers, the user learns of that in the same place.
 */
import type { Json } from '../../base/index.ts'

/** Its words are one line each, of bounded length, without what is not seen (D-257); a screen still has to escape them. */
export interface RequestingParty {
  /** The identifier that the federation vouches for. */
  readonly entityId: string
  /** What it calls itself, up to 100 code points, else the identifier. */
  readonly name: string
  readonly organization: string | undefined
  /** These two are https, or undefined (GEN-19). */
  readonly policyUri: string | undefined
  readonly logoUri: string | undefined
}

/** What leaves the wallet as one: a claim that was asked for, or the Disclosure that it cannot leave without. */
export interface OfferedClaim {
  /** Names the claim when it is deselected. */
  readonly path: readonly (string | number)[]
  readonly value: Json
  /** Of an mdoc: the Relying Party will keep it longer than this presentation takes (`intent_to_retain`). */
  readonly intentToRetain?: true
}

/** A credential of the wallet that answers what was asked. */
export interface OfferedCredential {
  readonly id: string
  readonly type: string
  readonly issuer: string
  /** What would be revealed. Empty: only that the user holds it. */
  readonly claims: readonly OfferedClaim[]
}

/** One thing that is asked for, and the credentials that could answer it. */
export interface OfferedItem {
  /** As it stands in the request: not to be shown. */
  readonly id: string
  /** Up to 300 code points. */
  readonly purpose: string | undefined
  /** Whether the Relying Party does without it: the user may leave the whole item out. */
  readonly optional?: true
  readonly candidates: readonly OfferedCredential[]
}

/** What the user is asked: who wants to know what. */
export interface ConsentRequest {
  readonly relyingParty: RequestingParty
  /** Whether the request asks for the Wallet Attestation, the proof that this wallet is a genuine one. */
  readonly walletAttestationAsked: boolean
  readonly items: readonly OfferedItem[]
}

/** One thing that is asked for, in the words of the request. */
export interface RequestedItem {
  /** As it stands in the request: not to be shown. */
  readonly id: string
  readonly purpose: string | undefined
  readonly type: string
  readonly claims: readonly string[]
}

/** A request that nothing in the wallet answers. */
export interface UnansweredRequest {
  readonly relyingParty: RequestingParty
  readonly items: readonly RequestedItem[]
}

/** What the user lets go: one credential of an item, and of its claims those that stay selected. */
export interface ChosenItem {
  readonly id: string
  readonly credential: string
  readonly claims: readonly (readonly (string | number)[])[]
}

/** The user's word. An `optional` item that is missing in it is left out; any other item has to be there. */
export type ConsentAnswer = { readonly given: false } | { readonly given: true; readonly items: readonly ChosenItem[] }

/** The app's page on which the user decides. It may take its time; the wallet waits. */
export interface Consent {
  ask(request: ConsentRequest): Promise<ConsentAnswer>
  /**
   * Shows that nothing answers, and settles when the user has taken note. The Relying Party is then told what a no tells
   * it: answered at once, it would know from the time that there was nothing to decide (D-233). Where this is missing the
   * Relying Party hears nothing.
   */
  acknowledge?(request: UnansweredRequest): Promise<void>
}

/** Everything that was asked for, by the first credential of each item: what a user gets who changes nothing. */
export const consentToAll = ({ items }: ConsentRequest): ConsentAnswer => ({
  given: true,
  items: items.flatMap(({ id, candidates: [first] }) =>
    first === undefined ? [] : [{ id, credential: first.id, claims: first.claims.map(({ path }) => path) }],
  ),
})
