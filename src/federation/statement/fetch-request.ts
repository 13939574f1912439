/**
 * The fetch request (OpenID Federation 1.0 §8.1): anybody asks a Trust Anchor or intermediate for its statement about a
 * subordinate. Draft 36 had `iss` beside `sub`; it is tolerated when it names the one who is asked (FED-06).
 */
import { type Failure, fail } from '../../base/index.ts'

/** A question for a Subordinate Statement (OpenID Federation 1.0 §8.1.1). Whether there is one is not judged here. */
export interface FetchRequest {
  readonly sub: string
}

/** Why a fetch request is answered with `invalid_request` (OpenID Federation 1.0 §8.9). */
export type FetchRequestCode = 'sub_missing' | 'sub_is_issuer' | 'iss_mismatch'

/** The URL to get. What the endpoint's own query has stays. */
export function createFetchUrl(endpoint: URL, subject: string): string {
  const url = new URL(endpoint)
  url.searchParams.set('sub', subject)
  return url.href
}

/** Reads the parameters at the endpoint of `issuer`. Does not know whether the subject is a subordinate. */
export function parseFetchRequest(
  parameters: ReadonlyMap<string, string>,
  issuer: string,
): FetchRequest | Failure<FetchRequestCode> {
  const sub = parameters.get('sub')
  const iss = parameters.get('iss')
  if (sub === undefined) return fail('sub_missing', 'sub') // FED-06
  if (sub === issuer) return fail('sub_is_issuer', 'sub') // FED-06
  if (iss !== undefined && iss !== issuer) return fail('iss_mismatch', 'iss', { expected: issuer, found: iss }) // FED-06
  return { sub }
}
