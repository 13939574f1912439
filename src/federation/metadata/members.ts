/**
 * What members of *resolved* metadata must be (FED-20); those that nobody knows pass (GEN-21). Judged by hand and not by a
 * schema: so is each chain that is seen for the first time, where a schema took as long as all statements take to be read.
 */
import { isJsonObject, type Json } from '../../base/index.ts'

/** Where a value is not as it must be: `''` the value itself, `.keys.0` in it; `undefined` when it is. */
export type Kind = (value: Json) => string | undefined

const where =
  (fits: (value: Json) => boolean): Kind =>
  (value) =>
    fits(value) ? undefined : ''

const isText = (value: Json): value is string => typeof value === 'string'

export const text: Kind = where(isText)

/** An absolute URL without a fragment; whether plain http may be used is judged by those who call it. */
export const endpoint: Kind = where((value) => isText(value) && URL.canParse(value) && !value.includes('#'))

/** An absolute URL for people, any part of a page. */
export const page: Kind = where((value) => isText(value) && URL.canParse(value))

export const nothing: Kind = where(() => false)

/** An array, empty or not, whose items are all of a kind. */
export const listOf =
  (kind: Kind): Kind =>
  (value) => {
    if (!Array.isArray(value)) return ''
    for (let index = 0; index < value.length; index += 1) {
      const fault = kind(value[index])
      if (fault !== undefined) return `.${index}${fault}`
    }
    return undefined
  }

/** An object whose members, whatever their names, are all of a kind. */
export const mapOf =
  (kind: Kind): Kind =>
  (value) => {
    if (!isJsonObject(value)) return ''
    for (const name in value) {
      const fault = kind(value[name] as Json)
      if (fault !== undefined) return `.${name}${fault}`
    }
    return undefined
  }

/** An object with all members of the one table, and with those of the other as they are there. */
export const shaped = (
  required: Readonly<Record<string, Kind>>,
  optional: Readonly<Record<string, Kind>> = {},
): Kind => {
  const kinds = Object.entries({ ...optional, ...required })
  return (value) => {
    if (!isJsonObject(value)) return ''
    for (const [name, kind] of kinds) {
      const member = value[name]
      const fault = member === undefined ? missing(required, name) : kind(member)
      if (fault !== undefined) return `.${name}${fault}`
    }
    return undefined
  }
}

const missing = (required: object, name: string): string | undefined => (Object.hasOwn(required, name) ? '' : undefined)

export const names: Kind = listOf(text)

/** One name, or a list of them where several will do. */
export const nameOrNames: Kind = (value) => (isText(value) ? undefined : names(value))

export const jwks: Kind = shaped({ keys: listOf(shaped({ kty: text })) })

/** The three ways to publish protocol keys (OpenID Federation 1.0 §5.2.1). */
export const keyMembers = { jwks, jwks_uri: endpoint, signed_jwks_uri: endpoint }
