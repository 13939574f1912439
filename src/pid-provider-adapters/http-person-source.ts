/**
 * An authentic source over HTTP, which provides the attributes of a person after each login. The request has the form
 * `POST {"tax_id_number": "TINIT-…"}`. The response contains the attributes as JSON, under their claim names in the
 * national OpenID Connect profile (`national-attributes.ts`). The response may repeat `tax_id_number`. The status 404
 * means that there is no such person. The PID Provider authenticates with a bearer token or `private_key_jwt` (RFC 7523
 * §2.2, sent as a bearer token), and the source with its TLS certificate. After `failures` consecutive outages, no
 * request is sent for `pauseSeconds`.
 */
import {
  type Clock,
  createTimedRequest,
  type Failure,
  type Fetch,
  fail,
  failed,
  fetchFailureOf,
  type JsonObject,
  mediaTypeOf,
  type NumericDate,
  parseJsonObject,
  placeWithCause,
  type Random,
  readText,
  withoutNulls,
} from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import { type CircuitBreakerOptions, createCircuitBreaker } from '../node/index.ts'
import { createClientAssertion } from '../oauth/index.ts'
import {
  checkAttributePlausibility,
  fiscalNumberClaim,
  loginAttributes,
  type NationalAttributes,
  type PersonSource,
  type PersonSourceCode,
  parseNationalAttributes,
} from '../pid-provider/index.ts'
import type { PersonSourceConfig } from './person-source-config.ts'

/** Dependencies of an authentic source. */
export interface PersonSourceParts {
  readonly clock: Clock
  readonly random: Random
  /** Guarded client: permits https only, and with `loopbackHttp` also http on loopback. */
  readonly fetch: Fetch
  /** Required for `private_key_jwt`. The source must know the public key. */
  readonly signer?: Signer
}

/** Creates the source that the settings name. Throws a TypeError if `private_key_jwt` has no signer. */
export function createPersonSource(config: PersonSourceConfig, parts: PersonSourceParts): PersonSource {
  if (config.kind === 'login') return loginAttributes
  const authorization = authorizer(config, parts)
  const breaker = createCircuitBreaker(parts, config satisfies CircuitBreakerOptions)
  return {
    ...loginAttributes, // Has the same `attributeNames` as a login: `readPerson` drops all other attributes.
    attributesOf: async ({ attributes: { fiscal_number } }) => {
      const request = async () => requestPerson(config, parts, await authorization(), fiscal_number)
      const answer = await breaker.ask(request, (reply) => failed(reply) && reply.code === 'person_source_unreachable')
      return answer ?? fail('person_source_unreachable', 'person_source.paused')
    },
  }
}

type HttpConfig = Extract<PersonSourceConfig, { kind: 'http' }>

function authorizer({ authentication, url }: HttpConfig, parts: PersonSourceParts): () => Promise<string> {
  if (authentication.method === 'bearer') return async () => `Bearer ${authentication.token}`
  const { signer, clock } = parts
  if (signer === undefined) throw new TypeError('a person source over private_key_jwt needs a signer')
  const { clientId, audience = url } = authentication
  return async () => `Bearer ${await createClientAssertion(parts, signer, { clientId, audience, now: clock.now() })}`
}

/**
 * Sends one request. No response, overload and server errors are `person_source_unreachable`, which the circuit breaker
 * counts. 404 is `person_unknown`. Any other status than 200, and a URL or address that the client forbids, are
 * `person_source_refused`. An unusable body is `person_malformed`.
 */
async function requestPerson(
  { url, timeoutSeconds }: HttpConfig,
  { fetch, clock }: PersonSourceParts,
  authorization: string,
  fiscalNumber: string,
): Promise<NationalAttributes | Failure<PersonSourceCode>> {
  const at = 'person_source'
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/json' }
  const body = JSON.stringify({ tax_id_number: fiscalNumber })
  const request = createTimedRequest(Math.ceil(timeoutSeconds * 1000), url, { method: 'POST', headers, body })
  let response: Response
  try {
    response = await fetch(request)
  } catch (thrown) {
    return notAnswered(thrown, at)
  }
  const { status } = response
  if (status === 404) return fail('person_unknown', at)
  if (status >= 500 || status === 429) return fail('person_source_unreachable', `${at}.status.${status}`)
  if (status !== 200) return fail('person_source_refused', `${at}.status.${status}`)
  if (mediaTypeOf(response.headers.get('content-type')) !== 'application/json') return fail('person_malformed', at)
  const text = await readText(response, at)
  if (failed(text)) return fail(text.code === 'unreachable' ? 'person_source_unreachable' : 'person_malformed', at)
  const json = parseJsonObject(text, at)
  return failed(json) ? fail('person_malformed', at) : readPerson(json, fiscalNumber, clock.now())
}

function notAnswered(thrown: unknown, at: string): Failure<PersonSourceCode> {
  const { code } = fetchFailureOf(thrown, at)
  if (code === 'unreachable') return fail('person_source_unreachable', placeWithCause(thrown, at))
  const isForbidden = code === 'url_forbidden' || code === 'address_forbidden'
  return fail(isForbidden ? 'person_source_refused' : 'person_malformed', `${at}.${code}`)
}

/** Parses the attributes. Refuses the tax number of another person. An answer may omit the tax number. */
function readPerson(
  answer: JsonObject,
  fiscalNumber: string,
  now: NumericDate,
): NationalAttributes | Failure<PersonSourceCode> {
  const { tax_id_number = fiscalNumber, ...claims } = withoutNulls(answer) // D-502
  const isOther = tax_id_number !== fiscalNumber
  if (isOther) return fail('person_mismatch', 'person_source.tax_id_number')
  const parsed = parseNationalAttributes({ ...claims, [fiscalNumberClaim]: fiscalNumber })
  const checked = failed(parsed) ? parsed : checkAttributePlausibility(parsed, now)
  return failed(checked) ? fail('person_malformed', `person_source.${checked.at}`) : checked
}
