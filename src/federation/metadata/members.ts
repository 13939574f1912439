/**
 * Checks of members of *resolved* metadata (FED-20). Unknown members are accepted (GEN-21). The checks are
 * hand-written, because with a schema library they took as long as parsing all statements of a chain.
 */
import { isJsonObject, type Json } from '../../base/index.ts'

/**
 * Checks a value. Returns the place of the first fault: `''` for the value itself, a path such as `.keys.0` for a part
 * of it. Returns `undefined` if there is no fault.
 */
export type Shape = (value: Json) => string | undefined

const shapeOf =
  (fits: (value: Json) => boolean): Shape =>
  (value) =>
    fits(value) ? undefined : ''

const isText = (value: Json): value is string => typeof value === 'string'

/** A string, possibly empty. */
export const text: Shape = shapeOf(isText)

/** An absolute URL of any scheme, without fragment. Code that uses the URL must check it with `parseUrl`. */
export const endpoint: Shape = shapeOf((value) => isText(value) && URL.canParse(value) && !value.includes('#'))

/** An absolute URL, possibly with a fragment. */
export const page: Shape = shapeOf((value) => isText(value) && URL.canParse(value))

/** No value. For a member that must be absent. */
export const nothing: Shape = shapeOf(() => false)

/** An array, possibly empty, whose elements are all of one shape. */
export const listOf =
  (shape: Shape): Shape =>
  (value) => {
    if (!Array.isArray(value)) return ''
    for (let index = 0; index < value.length; index += 1) {
      const fault = shape(value[index])
      if (fault !== undefined) return `.${index}${fault}`
    }
    return undefined
  }

/** An object whose members are all of one shape. */
export const mapOf =
  (shape: Shape): Shape =>
  (value) => {
    if (!isJsonObject(value)) return ''
    for (const name in value) {
      const fault = shape(value[name] as Json)
      if (fault !== undefined) return `.${name}${fault}`
    }
    return undefined
  }

/** An object with all required members. Optional members must be valid if present. */
export const shaped = (
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape => {
  const members = Object.entries({ ...optional, ...required })
  return (value) => {
    if (!isJsonObject(value)) return ''
    for (const [name, shape] of members) {
      const member = value[name]
      const fault = member === undefined ? missing(required, name) : shape(member)
      if (fault !== undefined) return `.${name}${fault}`
    }
    return undefined
  }
}

const missing = (required: object, name: string): string | undefined => (Object.hasOwn(required, name) ? '' : undefined)

/** An array of strings, possibly empty. */
export const names: Shape = listOf(text)

/** A string or an array of strings. */
export const nameOrNames: Shape = (value) => (isText(value) ? undefined : names(value))

const jwks: Shape = shaped({ keys: listOf(shaped({ kty: text })) })

/** The three ways to publish protocol keys (OpenID Federation 1.0 §5.2.1). */
export const keyMembers = { jwks, jwks_uri: endpoint, signed_jwks_uri: endpoint }
