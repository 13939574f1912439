/**
 * Cookies of the middleware: sealed with AES-256-GCM, and bound to their name and to `cookieScope`. HttpOnly and
 * SameSite=Lax. Over https also Secure, with the prefix `__Host-`.
 */
import {
  decodeBase64url,
  decodeUtf8,
  encodeBase64url,
  isJsonObject,
  type JsonObject,
  openBox,
  sealBox,
} from '../base/index.ts'
import { type CookiePolicy, cookieName, readCookie, setCookie } from '../http/index.ts'
import type { MiddlewareContext } from './options.ts'

/** Maximum length of a cookie's value. With name and attributes, browsers keep at least 4096 bytes (RFC 6265 §6.1). */
const maximumLength = 3800
const utf8 = new TextEncoder()

type Context = Pick<MiddlewareContext, 'crypto' | 'random' | 'sealingKey' | 'cookieScope' | 'origin' | 'clock'>

const policyOf = ({ origin }: Context, name: string): CookiePolicy => ({
  name,
  publicUrl: origin,
})

const additionalData = ({ cookieScope }: Context, name: string): Uint8Array => utf8.encode(`${name}\0${cookieScope}`)

/** Returns a `Set-Cookie` value. Rejects with a TypeError if the content is too large. */
export async function sealCookie(ctx: Context, name: string, content: JsonObject, seconds: number): Promise<string> {
  const plaintext = utf8.encode(JSON.stringify({ content, expiresAt: ctx.clock.now() + seconds }))
  const value = encodeBase64url(await sealBox(ctx, ctx.sealingKey, plaintext, additionalData(ctx, name)))
  if (value.length > maximumLength)
    throw new TypeError('requirePresentation: the presentation is too large for a cookie: set the option `keeper`')
  return setCookie(policyOf(ctx, name), value, seconds)
}

/**
 * Returns the content of a sealed cookie. Returns `undefined` if the cookie is absent, changed, expired, or sealed with
 * another key or for another query.
 */
export async function openCookie(
  ctx: Context,
  name: string,
  header: string | undefined,
): Promise<JsonObject | undefined> {
  const box = decodeBase64url(readCookie(header ?? null, cookieName(policyOf(ctx, name))) ?? '')
  const plaintext = box && (await openBox(ctx, ctx.sealingKey, box, additionalData(ctx, name)))
  const text = plaintext && decodeUtf8(plaintext)
  if (text === undefined) return undefined
  const { content, expiresAt } = JSON.parse(text)
  return isJsonObject(content) && ctx.clock.now() < expiresAt ? content : undefined
}

/** Returns the `Set-Cookie` value that deletes a cookie. */
export const clearCookie = (ctx: Context, name: string): string => setCookie(policyOf(ctx, name), '', 0)

/** Maximum total size of the cookies of started presentations in bytes. Servers accept 8 to 16 KB of headers. */
const maximumBegunBytes = 6500

/**
 * Returns `Set-Cookie` values that delete the oldest cookies of one base name if these cookies and `added` exceed the
 * limit. Browsers send the oldest cookies first (RFC 6265 §5.4). Without the limit, servers would answer 431 to a
 * browser that begins many presentations.
 */
export function forgetOldest(ctx: Context, base: string, added: string, header = ''): readonly string[] {
  const prefix = cookieName(policyOf(ctx, base))
  const sent = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix) && /^[\w-]*=/.test(pair))
  let over = sent.reduce((sum, pair) => sum + pair.length, added.length) - maximumBegunBytes
  const forgotten = sent.filter((pair) => {
    const isOver = over > 0
    over -= pair.length
    return isOver
  })
  return forgotten.map((pair) => clearCookie(ctx, base + pair.slice(prefix.length, pair.indexOf('='))))
}

/** Returns a copy of the response with one more `Set-Cookie`. */
export function withCookie(response: Response, cookie: string): Response {
  const headers = new Headers(response.headers)
  headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}
