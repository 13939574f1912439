/**
 * Requests about trust marks (OpenID Federation 1.0 §8.4–8.6): a holder fetches its mark, anybody lists the holders of
 * a type, and anybody asks for the status of a mark. Draft 36 named the type `trust_mark_id`, earlier drafts `id`.
 */
import { type Failure, fail, type NumericDate, setParameters } from '../../base/index.ts'

/** Reasons to answer with `invalid_request` (OpenID Federation 1.0 §8.9). */
export type TrustMarkRequestCode = 'trust_mark_type_missing' | 'sub_missing'

/** Names of the parameters of a request for a mark, or for the holders of a type. */
export const trustMarkParameters = ['trust_mark_type', 'trust_mark_id', 'id', 'sub'] as const

/** Names of the parameters of a status request. */
export const trustMarkStatusParameters = ['trust_mark', 'iat', ...trustMarkParameters] as const

/** A holder's request for its mark (OpenID Federation 1.0 §8.6.1). */
export interface TrustMarkRequest {
  readonly trustMarkType: string
  readonly sub: string
}

/**
 * Returns the type of mark. The parameter with the final name takes precedence over those with the drafts' names.
 * Returns `undefined` if there is no such parameter.
 */
export const trustMarkTypeOf = (parameters: ReadonlyMap<string, string>): string | undefined =>
  parameters.get('trust_mark_type') ?? parameters.get('trust_mark_id') ?? parameters.get('id') // FED-36

/** Parses the parameters of the trust mark endpoint. Does not check that the mark was granted. */
export function parseTrustMarkRequest(
  parameters: ReadonlyMap<string, string>,
): TrustMarkRequest | Failure<TrustMarkRequestCode> {
  const trustMarkType = trustMarkTypeOf(parameters)
  const sub = parameters.get('sub')
  if (trustMarkType === undefined) return fail('trust_mark_type_missing', 'trust_mark_type') // FED-31
  if (sub === undefined) return fail('sub_missing', 'sub') // FED-31
  return { trustMarkType, sub }
}

/** Parses the parameters of the listing endpoint. `sub` selects one holder. */
export function parseTrustMarkListRequest(
  parameters: ReadonlyMap<string, string>,
): { readonly trustMarkType: string; readonly sub: string | undefined } | Failure<'trust_mark_type_missing'> {
  const trustMarkType = trustMarkTypeOf(parameters)
  if (trustMarkType === undefined) return fail('trust_mark_type_missing', 'trust_mark_type') // FED-31
  return { trustMarkType, sub: parameters.get('sub') }
}

/** A status request: the mark itself or, in draft 36, its holder, type and optional time of issue. */
export type TrustMarkStatusRequest =
  | { readonly trustMark: string }
  | (TrustMarkRequest & { readonly issuedAt: NumericDate | undefined })

/** Reasons to answer a status request with `invalid_request`. */
export type TrustMarkStatusRequestCode = 'status_request_empty' | 'iat_malformed'

/** Parses the form of the status endpoint. With `trust_mark`, ignores the other parameters. */
export function parseTrustMarkStatusRequest(
  form: ReadonlyMap<string, string>,
): TrustMarkStatusRequest | Failure<TrustMarkStatusRequestCode> {
  const trustMark = form.get('trust_mark')
  if (trustMark !== undefined) return { trustMark }
  const [trustMarkType, sub, iat] = [trustMarkTypeOf(form), form.get('sub'), form.get('iat')]
  if (trustMarkType === undefined || sub === undefined) return fail('status_request_empty', 'trust_mark') // FED-32
  if (iat !== undefined && !/^\d{1,15}$/.test(iat)) return fail('iat_malformed', 'iat') // FED-36
  return { trustMarkType, sub, issuedAt: iat === undefined ? undefined : Number(iat) } // FED-36
}

/** Returns the URL at which a holder fetches its mark. Keeps the query of the endpoint. */
export const createTrustMarkUrl = (endpoint: URL, { trustMarkType, sub }: TrustMarkRequest): string =>
  setParameters(endpoint.href, { trust_mark_type: trustMarkType, sub })
