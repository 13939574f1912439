/** Changes of the content of a message (`ContentChange`), and the function that applies them. */
import {
  decodeBase64urlText,
  encodeBase64url,
  encodeUtf8,
  failed,
  type Json,
  type JsonObject,
  type NumericDate,
  parseJsonObject,
} from '../../base/index.ts'
import { algorithmRow, isJwsAlgorithm } from '../../jose/index.ts'
import { changeMdoc, type MdocChange } from './change-mdoc.ts'
import type { PlaceContext } from './known-keys.ts'
import type { FaultableMessage, Place } from './places.ts'

/** A change of the content of a message. */
export type ContentChange =
  /** Replaces a text by the result of `change`. The result `undefined` removes the text. */
  | { readonly kind: 'text'; readonly place: Place; readonly change: (text: string) => string | undefined }
  /** Changes a JWT. Its real signer signs it again, unless `key` is set. */
  | {
      readonly kind: 'jwt'
      readonly place: Place
      readonly header?: (header: JsonObject) => JsonObject
      readonly claims?: (claims: JsonObject, now: NumericDate) => JsonObject
      /**
       * `another`: a new key signs. `broken`: one character of the signature changes, and `header` and `claims` have no
       * effect. `none`: the JWT has no signature, and its `alg` is `none`.
       */
      readonly key?: 'another' | 'broken' | 'none'
    }
  /** Changes an mdoc. Its real issuer signs it again, unless `key` is set. */
  | ({ readonly kind: 'mdoc'; readonly place: Place } & MdocChange)
  /** Replaces the response by a JSON error with this status. */
  | { readonly kind: 'status'; readonly status: number }

/** Reasons why a message cannot be changed. */
type MissedCode = 'document_missing' | 'key_unknown'

/**
 * Returns the changed message. Returns `document_missing` if the message has no document at the place, if a JWT cannot
 * be decoded or has an unsupported `alg`, or if the change has no effect on a text or JWT. Returns `key_unknown` if the
 * key of the document's signer is unknown.
 */
export async function changeMessage(
  ctx: PlaceContext,
  message: FaultableMessage,
  contentChange: ContentChange,
  now: NumericDate,
): Promise<FaultableMessage | MissedCode> {
  if (contentChange.kind === 'status') {
    const error = JSON.stringify({ error: 'server_error', error_description: 'A fault of the sandbox (Break it).' })
    return { ...message, status: contentChange.status, headers: { 'content-type': 'application/json' }, body: error }
  }
  const opened = await contentChange.place(message, ctx)
  if (opened === undefined) return 'document_missing'
  if (contentChange.kind === 'text') {
    const text = contentChange.change(opened.text)
    return text === opened.text ? 'document_missing' : opened.close(text)
  }
  const changed =
    contentChange.kind === 'mdoc'
      ? await changeMdoc(ctx, opened.text, contentChange, now)
      : await changeJwt(ctx, opened.text, contentChange, now)
  return changed === 'document_missing' || changed === 'key_unknown' ? changed : opened.close(changed)
}

async function changeJwt(
  ctx: PlaceContext,
  compact: string,
  { header: changeHeader, claims: changeClaims, key }: Extract<ContentChange, { readonly kind: 'jwt' }>,
  now: NumericDate,
): Promise<string> {
  const [first = '', second = '', signature = ''] = compact.split('.')
  const [header, claims] = [first, second].map((part) => parseJsonObject(decodeBase64urlText(part) ?? '', '')) as [
    JsonObject,
    JsonObject,
  ]
  if (failed(header) || failed(claims)) return 'document_missing'
  if (key === 'broken') return `${first}.${second}.${changedText(signature)}`
  const newHeader = { ...(changeHeader?.(header) ?? header), ...(key === 'none' && { alg: 'none' }) }
  const newClaims = changeClaims?.(claims, now) ?? claims
  const contents = [newHeader, newClaims].map((part) => JSON.stringify(part))
  const isUnchanged = contents[0] === JSON.stringify(header) && contents[1] === JSON.stringify(claims)
  if (key === undefined && isUnchanged) return 'document_missing'
  const input = contents.map((content) => encodeBase64url(content)).join('.')
  if (key === 'none') return `${input}.`
  const { alg } = header
  if (typeof alg !== 'string' || !isJwsAlgorithm(alg)) return 'document_missing'
  const { scheme } = algorithmRow(alg)
  const sign =
    key === 'another'
      ? async (data: Uint8Array) => ctx.crypto.sign(scheme, await ctx.crypto.generateSigningKey(scheme), data)
      : (await ctx.keys.signerOf(compact))?.sign
  return sign === undefined ? 'key_unknown' : `${input}.${encodeBase64url(await sign(encodeUtf8(input)))}`
}

/** Replaces the first ASCII letter or digit of a text by another of its kind. Returns the same text if it has none. */
export const changedText = (text: string): string =>
  text.replace(/[A-Za-z0-9]/, (one) => {
    if (/\d/.test(one)) return one === '1' ? '2' : '1'
    if (/[A-Z]/.test(one)) return one === 'A' ? 'B' : 'A'
    return one === 'a' ? 'b' : 'a'
  })

/**
 * Returns a wrong value in place of `value`. A number grows by one, and a boolean is negated. A text changes in one
 * character, and a URL becomes a URL of another site. An array loses its last element, and its other elements become
 * wrong values. An object, null and an absent value become an empty object.
 */
export function wrongValue(value: Json | undefined): Json {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return Array.isArray(value) ? value.slice(0, -1).map(wrongValue) : {}
  return /^https?:/.test(value) ? 'https://elsewhere.example' : changedText(value)
}
