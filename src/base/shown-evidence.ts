/**
 * Formats expected and found values for records, logs and answers (D-585). A text has at most 200 characters, and only
 * those that an `error_description` may contain (RFC 6749 §5.2).
 */
import { type FoundEvidence, longestShownList, longestShownValue } from './failure.ts'

/** The two values of a comparison as a refusal shows them. */
export interface ShownEvidence {
  readonly expected?: string
  readonly found?: string
}

/** Characters that an `error_description` must not contain. */
const unfit = /[^ !#-[\]-~]/
const everyUnfit = new RegExp(unfit, 'g')

/**
 * Returns both values as texts, shortened by `shownValue`. An expected list contains the accepted values. An absent
 * found value becomes `nothing`. An absent expected value is omitted. If the texts are equal, the found text says
 * how the values differ. Does not check whether the values may be shown: see `isShownPlace`.
 */
export function shownEvidence({ expected, found }: FoundEvidence): ShownEvidence {
  const shownFound = found === undefined ? 'nothing' : shownValue(found)
  if (expected === undefined) return { found: shownFound }
  const shownExpected = Array.isArray(expected) ? cut(shownElements(expected)) : shownValue(expected)
  if (shownExpected !== shownFound) return { expected: shownExpected, found: shownFound }
  return { expected: shownExpected, found: `${shownFound} (${difference(expected, found)})` }
}

const difference = (expected: unknown, found: unknown): string =>
  typeof expected === typeof found ? 'with another part that is not shown' : `as ${kindOf(found)}`

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

/**
 * Returns the text of a string, number, boolean or `null`. Returns the first eight elements of a list in brackets, and
 * the type of any other value. Replaces the query or the fragment of an http(s) URL by dots, because it may contain a
 * secret. Replaces each character that an `error_description` must not contain by `?`, and truncates to 200
 * characters.
 */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return cut(withoutQuery(value.slice(0, longestShownValue + 1)))
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return cut(`[${shownElements(value)}]`)
  return value === null ? 'null' : typeof value
}

const shownElements = (list: readonly unknown[]): string =>
  [...list.slice(0, longestShownList).map(shownValue), ...(list.length > longestShownList ? ['...'] : [])].join(', ')

/** Query with fragment, or the fragment alone. */
const tail = /([?#]).*$/s

const withoutQuery = (text: string): string => (/^https?:/i.test(text) ? text.replace(tail, '$1...') : text)

function cut(text: string): string {
  const shown = unfit.test(text) ? text.replaceAll(everyUnfit, '?') : text
  return shown.length <= longestShownValue ? shown : `${shown.slice(0, longestShownValue - 3)}...`
}

/** Members whose values are neither personal nor secret, so that a refusal may show them. */
const shownMembers: ReadonlySet<string> = new Set([
  ...['iss', 'aud', 'azp', 'client_id', 'credential_issuer', 'iat', 'nbf', 'exp'],
  ...['typ', 'alg', 'enc', 'kid', 'acr', 'aal', 'htm', 'htu', 'format', 'redirect_uri'],
  ...['type', 'vct', 'doctype', 'docType', 'credential_configuration_id'],
  ...[
    'response_type',
    'grant_type',
    'client_assertion_type',
    'code_challenge_method',
    'package_infos',
    'meta',
    'vp_formats_supported',
  ],
  ...['response_mode', 'response_modes_supported', 'request_object_signing_alg_values_supported'],
  ...['authorization_encrypted_response_alg', 'authorization_signed_response_alg'],
  ...[
    'Issuer',
    'Audience',
    'Destination',
    'Recipient',
    'IssueInstant',
    'NotBefore',
    'NotOnOrAfter',
    'AuthnContextClassRef',
  ],
  ...['content-type', 'content-encoding', 'body', 'http', 'host', 'origin', 'sec-fetch-site'],
])

/** Places where `sub` never identifies a user. At any other place it may. */
const subjectOfParty = /^(?:assertion|client_assertion|status_list_token|configuration|statement)\b.*\.sub$/

/**
 * Returns true if a refusal may show the values at this place: at a listed member (`payload.iss`, `iss of …`), at the
 * `sub` of a party, or at the method of a request (`PUT /token`).
 */
export function isShownPlace(at: string): boolean {
  const [, member = ''] = /^([\w-]+) of /.exec(at) ?? /(?:^|\.)([\w-]+)$/.exec(at) ?? []
  return shownMembers.has(member) || subjectOfParty.test(at) || /^[A-Z]+ \//.test(at)
}
