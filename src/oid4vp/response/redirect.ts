/**
 * The redirect after a response (it-wallet §Redirect URI response): the Relying Party answers the wallet's post with a
 * `redirect_uri` that carries a fresh response code; the wallet opens it when it is an attested one. Both ends.
 */
import { z } from 'zod'
import {
  type Failure,
  fail,
  failed,
  type JsonCode,
  parseJsonObject,
  parseUrl,
  type UrlPolicy,
} from '../../base/index.ts'

/** Where the response code stands. A server does not see a fragment: only for applications that run in the browser. */
export type ResponseCodePlacement = 'query' | 'path' | 'fragment'

const parameterName = 'response_code'

/** At least 128 bits as base64url or hexadecimal. */
const responseCodeForm = /^[A-Za-z0-9_-]{22,128}$/

/** Why a Relying Party would not send a browser to this URI. */
export type RedirectUriCode = 'redirect_uri_malformed' | 'response_code_weak'

/** An attested redirect URI plus the response code (RP-15, RP-74). The code comes from `randomToken` (RP-73). */
export function createRedirectUri(
  attested: string,
  responseCode: string,
  placement: ResponseCodePlacement = 'query',
): string | Failure<RedirectUriCode> {
  if (!URL.canParse(attested)) return fail('redirect_uri_malformed', 'redirect_uri')
  if (!responseCodeForm.test(responseCode)) return fail('response_code_weak', 'response_code') // RP-73
  const url = new URL(attested)
  if (placement === 'query')
    url.searchParams.set(parameterName, responseCode) // RP-15
  else if (placement === 'fragment')
    url.hash = `${parameterName}=${responseCode}` // RP-15
  else url.pathname = `${url.pathname.replace(/\/$/, '')}/${responseCode}` // RP-15
  return url.href
}

/** The response code of a URL that was opened, by its placement; `undefined` when there is none of the right form. */
export function readResponseCode(url: URL, placement: ResponseCodePlacement = 'query'): string | undefined {
  const fragment = new URLSearchParams(url.hash.slice(1))
  const codes = {
    query: url.searchParams.getAll(parameterName),
    fragment: fragment.getAll(parameterName),
    path: [url.pathname.split('/').at(-1) ?? ''],
  }[placement]
  const [code] = codes
  return codes.length === 1 && code !== undefined && responseCodeForm.test(code) ? code : undefined
}

/** The body of the Relying Party's answer, `application/json` (RP-15). */
export const createRedirectAnswer = (redirectUri: string): { readonly redirect_uri: string } => ({
  redirect_uri: redirectUri, // RP-15
})

const redirectAnswer = z.looseObject({ redirect_uri: z.string().min(1) })

/** Why the Relying Party's answer to a response names no page. */
export type RedirectAnswerCode = JsonCode | 'redirect_uri_missing'

/** Reads that body (WI-88), whatever its media type (WI-98). Does not look at the status. */
export function parseRedirectAnswer(text: string): { readonly redirect_uri: string } | Failure<RedirectAnswerCode> {
  const value = parseJsonObject(text, 'redirect_answer')
  if (failed(value)) return value // WI-88
  const parsed = redirectAnswer.safeParse(value)
  if (!parsed.success) return fail('redirect_uri_missing', 'redirect_answer.redirect_uri') // WI-88
  return { redirect_uri: parsed.data.redirect_uri }
}

/** Why a wallet does not open the page that was named. */
export type RedirectCode = 'redirect_uri_unusable' | 'redirect_uri_not_attested' | 'response_code_missing'

/**
 * The page that the wallet may open, as a browser spells it. Scheme, host, port and path are those of an attested URI
 * (WI-18, D-19), and a response code was added to it (WI-97): a path segment of 22 to 128 base64url characters, or
 * something in the query or the fragment. Does not judge how random the code is, nor whether it is fresh.
 */
export function checkRedirectUri(
  redirectUri: string,
  attested: readonly string[],
  policy: UrlPolicy,
): string | Failure<RedirectCode> {
  const bare = parseUrl(redirectUri.split('#', 1)[0] ?? '', policy)
  if (failed(bare)) return fail('redirect_uri_unusable', 'redirect_uri') // WI-18
  const url = new URL(redirectUri)
  const known = attested.flatMap((text) => (URL.canParse(text) ? new URL(text) : []))
  const matching = known.filter((one) => one.origin === url.origin && samePath(url.pathname, one.pathname))
  if (matching.length === 0) return fail('redirect_uri_not_attested', 'redirect_uri') // WI-18
  if (!matching.every((one) => addsCode(url, one))) return fail('response_code_missing', 'redirect_uri') // WI-97
  return url.href
}

function samePath(path: string, attested: string): boolean {
  if (path === attested) return true
  const base = attested.endsWith('/') ? attested : `${attested}/`
  return path.startsWith(base) && responseCodeForm.test(path.slice(base.length))
}

/** Whether the URL has a path segment, or a value in its query or fragment, that the attested one has not. */
function addsCode(url: URL, attested: URL): boolean {
  const known = valuesOf(attested)
  return url.pathname !== attested.pathname || valuesOf(url).some((value) => !known.includes(value))
}

/** The parts of query and fragment, without those that are a name alone (`response_code=`). */
const valuesOf = ({ search, hash }: URL): readonly string[] =>
  [search, hash].flatMap((text) => text.slice(1).split('&')).filter((part) => !/^[^=]*=$|^$/.test(part))
