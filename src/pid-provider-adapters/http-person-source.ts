/**
 * An authentic source over HTTP: asked, after each login, for the attributes of the person who logged in. The question is
 * `POST {"tax_id_number"}`, the answer the attributes as JSON, under the names of a PID; 404 says that there is no such
 * person. The source knows itself to be asked by us (bearer token, or `private_key_jwt`: RFC 7523 §2.2 as a bearer token);
 * we know it by its certificate. A source that does not answer is left alone for a while (`circuit-breaker.ts`).
 */
import {
  type Clock,
  type Failure,
  type Fetch,
  fail,
  failed,
  type JsonObject,
  mediaTypeOf,
  type NumericDate,
  parseJsonObject,
  type Random,
  readText,
  withoutNulls,
} from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import { type CircuitBreakerOptions, createCircuitBreaker } from '../node/index.ts'
import { createClientAssertion } from '../oauth/index.ts'
import {
  fiscalNumberClaim,
  judgeAttributes,
  loginAttributes,
  type NationalAttributes,
  type PersonSource,
  type PersonSourceCode,
  parseNationalAttributes,
} from '../pid-provider/index.ts'
import type { PersonSourceConfig } from './person-source-config.ts'

/** With what an authentic source is asked. */
export interface PersonSourceParts {
  readonly clock: Clock
  readonly random: Random
  /** Guarded: https only, outside of loopback. */
  readonly fetch: Fetch
  /** Needed for `private_key_jwt`; the source has its public key. */
  readonly signer?: Signer
}

/** The source that the configuration names. Throws a TypeError where a part that it needs is missing. */
export function createPersonSource(config: PersonSourceConfig, parts: PersonSourceParts): PersonSource {
  if (config.kind === 'login') return loginAttributes
  const authorization = authorizer(config, parts)
  const breaker = createCircuitBreaker(parts, config satisfies CircuitBreakerOptions)
  return {
    attributesOf: async ({ attributes: { fiscal_number } }) => {
      const question = async () => ask(config, parts, await authorization(), fiscal_number)
      const answer = await breaker.ask(question, (given) => failed(given) && given.code === 'person_source_unreachable')
      return answer ?? fail('person_source_unreachable', 'person_source.paused')
    },
  }
}

type HttpConfig = Extract<PersonSourceConfig, { kind: 'http' }>

function authorizer({ authentication: how, url }: HttpConfig, parts: PersonSourceParts): () => Promise<string> {
  if (how.method === 'bearer') return async () => `Bearer ${how.token}`
  const { signer, clock } = parts
  if (signer === undefined) throw new TypeError('a person source over private_key_jwt needs a signer')
  const { clientId, audience = url } = how
  return async () => `Bearer ${await createClientAssertion(parts, signer, { clientId, audience, now: clock.now() })}`
}

/** Asks once. An answer that says nothing of the person is `unreachable`, so that the breaker counts it. */
async function ask(
  { url, timeoutSeconds }: HttpConfig,
  { fetch, clock }: PersonSourceParts,
  authorization: string,
  fiscalNumber: string,
): Promise<NationalAttributes | Failure<PersonSourceCode>> {
  const at = 'person_source'
  const signal = AbortSignal.timeout(timeoutSeconds * 1000)
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/json' }
  const body = JSON.stringify({ tax_id_number: fiscalNumber })
  let response: Response
  try {
    response = await fetch(new Request(url, { method: 'POST', headers, body, signal }))
  } catch {
    return fail('person_source_unreachable', at)
  }
  const { status } = response
  if (status === 404) return fail('person_unknown', at)
  if (status >= 500 || status === 429) return fail('person_source_unreachable', `${at}.status`)
  if (status !== 200) return fail('person_source_refused', `${at}.status`)
  if (mediaTypeOf(response.headers.get('content-type')) !== 'application/json') return fail('person_malformed', at)
  const text = await readText(response, at)
  if (failed(text)) return fail(text.code === 'unreachable' ? 'person_source_unreachable' : 'person_malformed', at)
  const json = parseJsonObject(text, at)
  return failed(json) ? fail('person_malformed', at) : readPerson(json, fiscalNumber, clock.now())
}

/** The person that was asked for, and nobody else: a number that is missing is no other than ours. */
function readPerson(
  answer: JsonObject,
  fiscalNumber: string,
  now: NumericDate,
): NationalAttributes | Failure<PersonSourceCode> {
  const { tax_id_number = fiscalNumber, ...claims } = withoutNulls(answer) // D-502
  const isOther = tax_id_number !== fiscalNumber
  if (isOther) return fail('person_mismatch', 'person_source.tax_id_number')
  const parsed = parseNationalAttributes({ ...claims, [fiscalNumberClaim]: fiscalNumber })
  const judged = failed(parsed) ? parsed : judgeAttributes(parsed, now)
  return failed(judged) ? fail('person_malformed', `person_source.${judged.at}`) : judged
}
