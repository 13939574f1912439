/**
 * Expected and found values, made fit for records, logs and answers (D-585): in the characters of an `error_description`
 * (RFC 6749 §5.2), and at most 200 of them.
 */
import type { FoundEvidence } from './failure.ts'

/** Characters of a value that are shown. */
export const longestShownValue = 200

/** Parts of a list that are looked at. */
const longestList = 8

/** What a refusal shows of a comparison. */
export interface ShownEvidence {
  readonly expected?: string
  readonly found?: string
}

/** No character of an `error_description`. */
const unfit = /[^ !#-[\]-~]/
const everyUnfit = new RegExp(unfit, 'g')

/** Both values as texts; a value that is absent is left out, unless the other is there: then it is `nothing`. */
export function shownEvidence({ expected, found }: FoundEvidence): ShownEvidence {
  return {
    ...(expected !== undefined && { expected: shownValue(expected) }),
    found: found === undefined ? 'nothing' : shownValue(found),
  }
}

/** A text, a number, or a list of them; of anything else its kind alone. A URL loses its query, which may hold a secret. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return cut(withoutQuery(value.slice(0, longestShownValue + 1)))
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return cut(value.slice(0, longestList).map(shownValue).join(', '))
  return value === null ? 'null' : typeof value
}

/** Of a URL: its query and fragment. */
const tail = /[?#].*$/s

const withoutQuery = (text: string): string =>
  /^https?:/i.test(text) && tail.test(text) ? text.replace(tail, '') : text

function cut(text: string): string {
  const shown = unfit.test(text) ? text.replaceAll(everyUnfit, '?') : text
  return shown.length <= longestShownValue ? shown : `${shown.slice(0, longestShownValue - 3)}...`
}

/** Members whose values are neither personal nor secret: of these alone a refusal shows what was expected and found. */
const shownMembers: ReadonlySet<string> = new Set([
  ...['iss', 'aud', 'azp', 'client_id', 'credential_issuer', 'iat', 'nbf', 'exp'],
  ...['typ', 'alg', 'enc', 'kid', 'acr', 'aal', 'htm', 'htu', 'format', 'docType', 'redirect_uri'],
  ...['response_type', 'grant_type', 'code_challenge_method', 'package_infos', 'meta', 'vp_formats_supported'],
  ...['response_modes_supported', 'request_object_signing_alg_values_supported'],
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

/** Elsewhere a subject is a person. */
const ofParty = /^(?:assertion|client_assertion|status_list_token|configuration|statement)\b.*\.?sub$/

/** Whether the values at this place may be shown: of a member on the list, or the method of a request (`PUT /token`). */
export function isShownPlace(at: string): boolean {
  const [, member = ''] = /^([\w-]+) of /.exec(at) ?? /(?:^|\.)([\w-]+)$/.exec(at) ?? []
  return shownMembers.has(member) || ofParty.test(at) || /^[A-Z]+ \//.test(at)
}
