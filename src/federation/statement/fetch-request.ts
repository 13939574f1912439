/**
 * The fetch request (OpenID Federation 1.0 §8.1): anybody asks a Trust Anchor or intermediate for its statement about a
 * subordinate. A request may contain `iss`, as in draft 36. Then `iss` must name the receiver (FED-06).
 */
import { type Failure, fail, setParameters } from '../../base/index.ts'

/** Reasons to refuse a fetch request (OpenID Federation 1.0 §8.9). */
export type FetchRequestCode = 'sub_missing' | 'sub_is_issuer' | 'iss_mismatch'

/** Names of the parameters of a fetch request. */
export const fetchParameters = ['sub', 'iss'] as const

/** Returns the URL of the statement about a subject. Keeps the query of the endpoint. */
export const createFetchUrl = (endpoint: URL, subject: string): string => setParameters(endpoint.href, { sub: subject })

/**
 * Parses the parameters of a fetch request to `issuer` (OpenID Federation 1.0 §8.1.1). Does not check that the subject
 * is a subordinate.
 */
export function parseFetchRequest(
  parameters: ReadonlyMap<string, string>,
  issuer: string,
): { readonly sub: string } | Failure<FetchRequestCode> {
  const sub = parameters.get('sub')
  const iss = parameters.get('iss')
  if (sub === undefined) return fail('sub_missing', 'sub') // FED-06
  if (sub === issuer) return fail('sub_is_issuer', 'sub') // FED-06
  if (iss !== undefined && iss !== issuer) return fail('iss_mismatch', 'iss', { expected: issuer, found: iss }) // FED-06
  return { sub }
}
