/**
 * The redirect after a response (it-wallet §Redirect URI response): the Relying Party answers the wallet's POST with a
 * `redirect_uri` that contains a new response code. The wallet opens the URI if the Relying Party's metadata attest it.
 * Contains the functions of wallet and Relying Party.
 */
import { z } from 'zod'
import {
  type Failure,
  fail,
  failed,
  type JsonCode,
  parseJsonObject,
  parseUrl,
  setParameters,
  type UrlPolicy,
} from '../../base/index.ts'

const parameterName = 'response_code'

/** Response code of 22 to 128 base64url characters, which contain at least 128 bits if all are random. */
const responseCodeForm = /^[A-Za-z0-9_-]{22,128}$/

/** Reasons for a Relying Party to refuse a redirect URI. */
export type RedirectUriCode = 'redirect_uri_malformed' | 'response_code_weak'

/**
 * Adds the response code to the query of an attested redirect URI (RP-15, RP-74). The caller creates the code with
 * `randomToken` (RP-73). Fails for a text that is not a URL, and for a code that is not 22 to 128 base64url characters.
 */
export function createRedirectUri(attested: string, responseCode: string): string | Failure<RedirectUriCode> {
  if (!URL.canParse(attested)) return fail('redirect_uri_malformed', 'redirect_uri')
  if (!responseCodeForm.test(responseCode)) return fail('response_code_weak', 'response_code') // RP-73
  return setParameters(new URL(attested).href, { [parameterName]: responseCode }) // RP-15
}

/** Returns the response code of an opened URL, or `undefined` if it is absent, malformed or repeated. */
export function readResponseCode(url: URL): string | undefined {
  const [code, ...more] = url.searchParams.getAll(parameterName)
  return code !== undefined && more.length === 0 && responseCodeForm.test(code) ? code : undefined
}

const redirectAnswer = z.looseObject({ redirect_uri: z.string().min(1) })

/** Reasons to refuse the Relying Party's answer. */
export type RedirectAnswerCode = JsonCode | 'redirect_uri_missing'

/** Parses the body of the Relying Party's answer (WI-88). Does not check the media type (WI-98) or the HTTP status. */
export function parseRedirectAnswer(text: string): { readonly redirect_uri: string } | Failure<RedirectAnswerCode> {
  const value = parseJsonObject(text, 'redirect_answer')
  if (failed(value)) return value // WI-88
  const parsed = redirectAnswer.safeParse(value)
  if (!parsed.success) return fail('redirect_uri_missing', 'redirect_answer.redirect_uri') // WI-88
  return { redirect_uri: parsed.data.redirect_uri }
}

/** Reasons for a wallet not to open the redirect URI. */
export type RedirectCode = 'redirect_uri_unusable' | 'redirect_uri_not_attested' | 'response_code_missing'

/**
 * Returns the redirect URI, normalized as by a browser, if the wallet may open it. Checks that scheme, host, port and
 * path are those of an attested URI (WI-18, D-19). Checks that a response code was added (WI-97): a path segment of 22
 * to 128 base64url characters, or a value in query or fragment. Does not compare the other parts of query and fragment.
 * Does not check that the code is random or new.
 */
export function checkRedirectUri(
  redirectUri: string,
  attested: readonly string[],
  policy: UrlPolicy,
): string | Failure<RedirectCode> {
  const bare = parseUrl(redirectUri.split('#', 1)[0] ?? '', policy)
  if (failed(bare)) return fail('redirect_uri_unusable', 'redirect_uri') // WI-18
  const url = new URL(redirectUri)
  const attestedUrls = attested.flatMap((text) => URL.parse(text) ?? [])
  const matching = attestedUrls.filter((one) => one.origin === url.origin && isAttestedPath(url.pathname, one.pathname))
  if (matching.length === 0) return fail('redirect_uri_not_attested', 'redirect_uri') // WI-18
  if (!matching.every((one) => addsCode(url, one))) return fail('response_code_missing', 'redirect_uri') // WI-97
  return url.href
}

/**
 * Returns true if the path is the attested one, or the attested one with a response code as additional last segment.
 */
function isAttestedPath(path: string, attested: string): boolean {
  if (path === attested) return true
  const base = attested.endsWith('/') ? attested : `${attested}/`
  return path.startsWith(base) && responseCodeForm.test(path.slice(base.length))
}

/** Returns true if the URL has a path segment, or a value in query or fragment, that the attested URL lacks. */
function addsCode(url: URL, attested: URL): boolean {
  const attestedValues = valueParts(attested)
  return url.pathname !== attested.pathname || valueParts(url).some((value) => !attestedValues.includes(value))
}

/**
 * Returns the parts of query and fragment. Leaves out empty parts and parts whose first `=` is at their end, such as
 * `response_code=`. A part without `=` counts as a value.
 */
const valueParts = ({ search, hash }: URL): readonly string[] =>
  [search, hash].flatMap((text) => text.slice(1).split('&')).filter((part) => !/^[^=]*=$|^$/.test(part))
