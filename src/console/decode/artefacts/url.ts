/** Decodes links and parameters: the engagement link of a wallet, other URLs, and form bodies. */
import { type Failure, fail, failed, type Json, type JsonObject } from '../../../base/index.ts'
import { parseParameters } from '../../../http/index.ts'
import { parseEngagementUrl } from '../../../oid4vp/index.ts'
import type { Decoded } from '../decoded.ts'
import { membersOf } from '../member-tree.ts'
import type { Reading } from '../reading.ts'
import { verdictOf } from '../verdicts.ts'

/** Returns true for a URL of any scheme. */
export const looksLikeUrl = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]{1,40}:[^\s]*$/i.test(text) && URL.canParse(text)

/** Decodes a URL with its query parameters. Does not show the fragment. Rejects for a text that is not a URL. */
export async function decodeUrl(reading: Reading, text: string): Promise<Decoded> {
  const url = new URL(text)
  const isEngagement = invokesWallet(url)
  const kind = isEngagement ? 'engagement_link' : 'url'
  const parameters = valuesOf([...url.searchParams])
  const target = { url: `${url.protocol}//${url.host}${url.pathname}` }
  return {
    kind,
    now: reading.now,
    verdicts: isEngagement ? [verdictOf('form', checkEngagement(text))] : [],
    sections: [
      {
        name: 'content',
        members: await membersOf(reading, target, { kind: 'http_request', section: 'content', path: [] }),
      },
      { name: 'parameters', members: await membersOf(reading, parameters, { kind, section: 'parameters', path: [] }) },
    ],
  }
}

/**
 * Parses an engagement link. `text` is a URL, so `engagement_malformed` can only mean that the link is too long. The
 * evidence of this failure is then the length.
 */
function checkEngagement(text: string): object | Failure {
  const engagement = parseEngagementUrl(text, { loopbackHttp: true })
  const isTooLong = failed(engagement) && engagement.code === 'engagement_malformed'
  return isTooLong ? fail('engagement_malformed', 'engagement', { found: `${text.length} characters` }) : engagement
}

/**
 * Returns true if the parameters refer to a Request Object or contain one. Returns false for the `request_uri` of a
 * pushed request (RFC 9126 §2.2), because its URL leads to an authorization server.
 */
function invokesWallet({ searchParams }: URL): boolean {
  const requestUri = searchParams.get('request_uri')
  if (requestUri === null) return searchParams.has('client_id') && searchParams.has('request')
  return !/^urn:/i.test(requestUri)
}

/** Returns true for a text without white space if it has one of these parameters of OAuth or OpenID4VP. */
export const looksLikeForm = (text: string): boolean =>
  !/\s/.test(text) &&
  /(?:^|&)(?:client_id|grant_type|client_assertion|request_uri|request|response|vp_token|code|assertion)=/.test(text)

/** Decodes form parameters. The verdict `form` is that of the strict parser. */
export async function decodeForm(reading: Reading, text: string): Promise<Decoded> {
  const members = await membersOf(reading, formValues(text), { kind: 'form', section: 'parameters', path: [] })
  return {
    kind: 'form',
    now: reading.now,
    verdicts: [verdictOf('form', parseParameters(text, 'form'))],
    sections: [{ name: 'parameters', members }],
  }
}

/**
 * Returns the first 200 parameters of a form, also if the strict parser refuses it. Accepts one parameter per line, as
 * the pages of `docs/flows` show them.
 */
export function formValues(text: string): JsonObject {
  const strict = parseParameters(text, 'form')
  if (!failed(strict) && !text.includes('\n')) return valuesOf([...strict])
  return valuesOf([...new URLSearchParams(text.replaceAll(/\r?\n/g, '&'))])
}

/** Returns the first 200 parameters as an object. A repeated parameter becomes a list. */
function valuesOf(pairs: readonly (readonly [string, string])[]): JsonObject {
  const values = new Map<string, Json>()
  for (const [name, value] of pairs.slice(0, 200)) {
    const earlier = values.get(name)
    values.set(name, earlier === undefined ? value : [earlier, value].flat())
  }
  return Object.fromEntries(values)
}
