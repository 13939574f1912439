/**
 * Requests to an endpoint that expects a form by POST. Each has one fault in its envelope (GEN-07, GEN-09, GEN-23,
 * GEN-29).
 */
interface FormEndpoint {
  readonly parameter: string
  /** A malformed percent-encoding. */
  readonly malformed: string
  /** Length of a body that is above the endpoint's limit, in octets. */
  readonly tooLarge: number
  readonly method?: string
  readonly mediaType?: string
}

/** Returns each request with the requirement, the code and the status of its refusal. */
export function brokenForms(
  endpoint: FormEndpoint,
): readonly (readonly [id: string, code: string, status: number, init: RequestInit])[] {
  const { parameter, malformed, tooLarge, method = 'GET', mediaType = 'application/json' } = endpoint
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (body: string, headers: Record<string, string> = form): RequestInit => ({
    method: 'POST',
    headers,
    body,
  })
  return [
    ['GEN-07', 'method_not_allowed', 405, { method }],
    ['GEN-07', 'media_type_unsupported', 415, post('{}', { 'content-type': mediaType })],
    ['GEN-07', 'body_too_large', 413, post('x'.repeat(tooLarge))],
    ['GEN-09', 'parameter_duplicated', 400, post(`${parameter}=a&${parameter}=b`)],
    ['GEN-23', 'parameter_malformed', 400, post(`${parameter}=${malformed}`)],
    ['GEN-29', 'header_duplicated', 400, post('', { ...form, authorization: 'DPoP a, DPoP b' })],
  ]
}
