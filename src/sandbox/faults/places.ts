/**
 * Places in a message: a header, a parameter, a member, a part of a token. A place returns its text, and a function
 * that replaces the text.
 */
import {
  decodeLenientBase64,
  decodeUtf8,
  encodeBase64,
  encodeUtf8,
  failed,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../base/index.ts'
import { encryptJwe, parseJwe } from '../../jose/index.ts'
import { openIssuerSigned } from './device-response.ts'
import type { PlaceContext } from './known-keys.ts'

/** A request or a response in the form that faults change. */
export interface FaultableMessage {
  /** Path and query of a request. Empty for a response. */
  readonly target: string
  /** Headers by lower-case name. For a received request, contains only those that faults change. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Status of a response. */
  readonly status?: number
}

/** A text, and the function that replaces it in the message or text that contains it. */
interface Opened<Outer> {
  readonly text: string
  /** Returns the container with this text in its place. `undefined` removes the text. */
  close(text: string | undefined): Outer | Promise<Outer>
}

/** Opens a text. Returns `undefined` if the message has none at this place. */
export type Place = (message: FaultableMessage, ctx: PlaceContext) => Promise<Opened<FaultableMessage> | undefined>

/** A place within a text. */
type Inner = (outer: string, ctx: PlaceContext) => Promise<Opened<string> | undefined>

/** Opens the whole body. */
export const body: Place = async (message) => ({
  text: message.body,
  close: (text = '') => ({ ...message, body: text }),
})

/** Returns the place of a header with this lower-case name. */
export const header =
  (name: string): Place =>
  async (message) => {
    const text = message.headers[name]
    if (text === undefined) return undefined
    const { [name]: _, ...others } = message.headers
    return {
      text,
      close: (changed) => ({ ...message, headers: changed === undefined ? others : { ...others, [name]: changed } }),
    }
  }

/** Opens the token of an `authorization` header, without the scheme. */
export const token: Place = async (message, ctx) => {
  const opened = await header('authorization')(message, ctx)
  const [scheme, text] = opened?.text.split(' ') ?? []
  if (opened === undefined || text === undefined) return undefined
  return { text, close: (changed) => opened.close(changed === undefined ? undefined : `${scheme} ${changed}`) }
}

/** Returns the place of a parameter of the query. */
export const query =
  (name: string): Place =>
  async (message) => {
    const [path = ''] = message.target.split('?', 1)
    const opened = openParameter(message.target.slice(path.length + 1), name)
    return (
      opened && { ...opened, close: async (text) => ({ ...message, target: `${path}?${await opened.close(text)}` }) }
    )
  }

/** Returns the place of a parameter of the form in the body. */
export const form = (name: string): Place => within(body, async (outer) => openParameter(outer, name))

function openParameter(text: string, name: string): Opened<string> | undefined {
  const parameters = new URLSearchParams(text)
  const value = parameters.get(name)
  if (value === null) return undefined
  return {
    text: value,
    close: (changed) => {
      if (changed === undefined) parameters.delete(name)
      else parameters.set(name, changed)
      return parameters.toString()
    },
  }
}

/** Returns the place of a parameter of the URL at another place. */
export const parameter = (name: string, outer: Place): Place =>
  within(outer, async (text) => {
    const url = URL.parse(text)
    const value = url?.searchParams.get(name) ?? undefined
    if (url === null || value === undefined) return undefined
    return {
      text: value,
      close: (changed) => {
        if (changed === undefined) url.searchParams.delete(name)
        else url.searchParams.set(name, changed)
        return url.href
      },
    }
  })

/**
 * Returns the place of a member of the JSON at another place. Dots in `path` separate the names of nested members.
 * Values other than strings are opened as JSON.
 */
export const json = (path: string, outer: Place = body): Place =>
  within(outer, async (text) => {
    const root = parseJson(text, '')
    if (failed(root)) return undefined
    const names = path.split('.')
    const last = names.pop() as string
    let holder: Json | undefined = root
    for (const name of names) holder = memberOf(holder, name)
    const value = memberOf(holder, last)
    if (value === undefined) return undefined
    return {
      text: typeof value === 'string' ? value : JSON.stringify(value),
      close: (changed) => {
        setMember(holder as JsonObject | Json[], last, changed, typeof value === 'string')
        return JSON.stringify(root)
      },
    }
  })

const memberOf = (holder: Json | undefined, name: string): Json | undefined => {
  if (Array.isArray(holder)) return holder[Number(name)]
  return isJsonObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined
}

/** Sets a member or an element. `undefined` removes it, so that an array becomes shorter. */
function setMember(
  holder: { [name: string]: Json } | Json[],
  name: string,
  text: string | undefined,
  isText: boolean,
): void {
  const value = text === undefined ? [] : [isText ? text : (JSON.parse(text) as Json)]
  if (Array.isArray(holder)) holder.splice(Number(name), 1, ...value)
  else if (value[0] === undefined) delete holder[name]
  else holder[name] = value[0]
}

/**
 * Returns the place of the plaintext of a JWE to the sandbox's Relying Party. `close` encrypts the changed plaintext
 * again, and rejects with an Error if this fails.
 */
export const decrypted = (outer: Place): Place =>
  within(outer, async (compact, ctx) => {
    const jwe = parseJwe(compact, 'jwe')
    if (failed(jwe)) return undefined
    for (const decrypter of ctx.keys.decrypters()) {
      const opened = await decrypter.decrypt(compact)
      if (failed(opened)) continue
      return {
        text: decodeUtf8(opened.plaintext) ?? '',
        close: async (changed = '') => {
          const { alg, enc, epk: _, kid: __, ...header } = jwe.header
          const sealed = await encryptJwe(ctx, { alg, enc, header, recipient: decrypter.publicJwk }, changed)
          if (failed(sealed)) throw new Error(`the changed plaintext cannot be encrypted again: ${sealed.code}`)
          return sealed
        },
      }
    }
    return undefined
  })

/** Returns the place of the issuer's JWT in an SD-JWT: its first part. */
export const issuerJwt = (outer: Place): Place => part(outer, () => 0)

/** Opens the XML of a SAML response in a form. */
export const samlResponse: Place = within(form('SAMLResponse'), async (text) => ({
  text: new TextDecoder().decode(decodeLenientBase64(text)),
  close: (changed = '') => encodeBase64(encodeUtf8(changed)),
}))

/** Returns the place of the issuer-signed part of a presented mdoc. */
export const issuerSigned = (outer: Place): Place =>
  within(outer, async (text) => {
    const opened = openIssuerSigned(text)
    return opened && { text: opened.text, close: (changed = '') => opened.close(changed) }
  })

/** Returns the place of the first disclosure of an SD-JWT: its second part, unless that is the last one. */
export const disclosure = (outer: Place): Place => part(outer, (last) => (last > 1 ? 1 : undefined))

/** Returns the place of the key binding JWT of an SD-JWT: its last part, unless that is the first one. */
export const keyBinding = (outer: Place): Place => part(outer, (last) => (last > 0 ? last : undefined))

const part = (outer: Place, indexOf: (last: number) => number | undefined): Place =>
  within(outer, async (text) => {
    const parts = text.split('~')
    const index = indexOf(parts.length - 1)
    const content = index === undefined ? undefined : parts[index]
    if (index === undefined || content === undefined || content === '') return undefined
    const close = (changed: string | undefined): string => {
      // Without a key binding, an SD-JWT still ends with its separator.
      if (changed === undefined && index < parts.length - 1) return parts.toSpliced(index, 1).join('~')
      return parts.with(index, changed ?? '').join('~')
    }
    return { text: content, close }
  })

function within(outer: Place, inner: Inner): Place {
  return async (message, ctx) => {
    const openedOuter = await outer(message, ctx)
    const opened = openedOuter && (await inner(openedOuter.text, ctx))
    return opened && { text: opened.text, close: async (text) => openedOuter.close(await opened.close(text)) }
  }
}
