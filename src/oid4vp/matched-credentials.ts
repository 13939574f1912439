/** Credentials that match one requested credential, in the wallet and at the Relying Party. */
import { Failure } from '../base/index.ts'
import {
  type ConcretePath,
  type PresentedCredential,
  type SelectedClaim,
  type StoredCredential,
  surplusPathsOf,
} from '../credential/index.ts'

/**
 * Stored credentials that match, and the other stored credentials with the reasons for their rejection (OpenID4VP 1.0
 * §6.4).
 */
export interface Candidates<C extends string> {
  /** `claims` are those to be disclosed. */
  readonly candidates: readonly { readonly credential: StoredCredential; readonly claims: readonly SelectedClaim[] }[]
  /** `credential` is the id of the stored credential. */
  readonly rejected: readonly { readonly credential: string; readonly code: C; readonly at: string }[]
}

/** Matches each credential. `match` returns the claims to be disclosed, or the reason to reject the credential. */
export function findCandidates<C extends string>(
  credentials: readonly StoredCredential[],
  match: (credential: StoredCredential) => readonly SelectedClaim[] | Failure<C>,
): Candidates<C> {
  const candidates: Candidates<C>['candidates'][number][] = []
  const rejected: Candidates<C>['rejected'][number][] = []
  for (const credential of credentials) {
    const claims = match(credential)
    if (claims instanceof Failure) rejected.push({ credential: credential.id, code: claims.code, at: claims.at })
    else candidates.push({ credential, claims })
  }
  return { candidates, rejected }
}

/** A presented credential that matches, with the requested claims. */
export interface Answer {
  readonly id: string
  readonly credential: PresentedCredential
  /** The requested claims. Only these may be passed on (RP-55). */
  readonly claims: readonly SelectedClaim[]
  /** Paths of disclosures beyond the request. The deployment drops them or refuses the presentation (RP-55). */
  readonly surplus: readonly ConcretePath[]
}

/** Creates an answer. `claims` are the requested claims. Finds the disclosures beyond them (`surplus`). */
export const createAnswer = (
  id: string,
  credential: PresentedCredential,
  claims: readonly SelectedClaim[],
): Answer => ({ id, credential, claims, surplus: surplusPathsOf(credential.disclosed, claims) })
