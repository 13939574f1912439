/** Faults of signed content of a message: a JWT, a disclosure, an mdoc, a DeviceResponse or a SAML response. */
import {
  daySeconds,
  decodeBase64urlText,
  encodeBase64url,
  type Json,
  type JsonObject,
  type NumericDate,
} from '../../base/index.ts'
import { samlChanges } from './change-saml.ts'
import { type ContentChange, wrongValue } from './content-changes.ts'
import { deviceChanges } from './device-response.ts'
import { type Effect, type Ends, type NamedEffect, splitName, withEffects } from './fault-steps.ts'
import type { Place } from './places.ts'

const hour = 3600

/**
 * Faults of a JWT: `expired`, `not_yet_valid`, `wrong_typ`, `wrong_kid`, `wrong_key`, `broken_signature`, `unsigned`,
 * `malformed`, `missing`, and `missing_x` and `wrong_x` for its claims. The JWT's real signer signs a changed header or
 * changed claims.
 */
export const jwtFaults = (name: string, place: Place, ends: Ends): readonly NamedEffect[] =>
  Object.entries(ends).map(([fault, end]) => ({
    fault: name === '' ? fault : `${name}.${fault}`,
    effect: jwtEffect(place, fault),
    end,
  }))

function jwtEffect(place: Place, fault: string): ContentChange {
  const named = jwtEffects(place)[fault]
  if (named !== undefined) return named
  const [kind, member] = splitName(fault)
  if (kind === 'missing') return { kind: 'jwt', place, claims: ({ [member]: _, ...others }) => others }
  return { kind: 'jwt', place, claims: (claims) => ({ ...claims, [member]: wrongValue(claims[member]) }) }
}

const jwtEffects = (place: Place): Readonly<Record<string, ContentChange>> => ({
  expired: { kind: 'jwt', place, claims: (claims, now) => shifted(claims, now, -2 * 24 * hour) },
  not_yet_valid: { kind: 'jwt', place, claims: (claims, now) => shifted(claims, now, hour) },
  wrong_typ: { kind: 'jwt', place, header: (header) => ({ ...header, typ: 'wrong+jwt' }) },
  wrong_kid: { kind: 'jwt', place, header: (header) => ({ ...header, kid: 'nobody' }) },
  wrong_key: { kind: 'jwt', place, key: 'another' },
  broken_signature: { kind: 'jwt', place, key: 'broken' },
  unsigned: { kind: 'jwt', place, key: 'none' },
  malformed: { kind: 'text', place, change: (text) => text.slice(0, text.lastIndexOf('.')) },
  missing: { kind: 'text', place, change: () => undefined },
})

/**
 * Faults of an mdoc: its validity, its type, its status, its encoding, the issuer's key, and the issuer's signature.
 */
export const mdocFaults = (place: Place, ends: Ends): readonly NamedEffect[] =>
  withEffects(
    ends,
    {
      expired: {
        kind: 'mdoc',
        place,
        content: (mso, now) => ({ ...mso, validityInfo: validFor(now - 2 * daySeconds, now - daySeconds) }),
      },
      not_yet_valid: {
        ...{ kind: 'mdoc', place },
        content: (mso, now) => ({ ...mso, validityInfo: validFor(now + daySeconds, now + 2 * daySeconds) }),
      },
      wrong_docType: { kind: 'mdoc', place, content: (mso) => ({ ...mso, docType: 'org.example.another.1' }) },
      missing_status: { kind: 'mdoc', place, content: ({ status: _, ...mso }) => mso },
      wrong_key: { kind: 'mdoc', place, key: 'another' },
      broken_signature: { kind: 'mdoc', place, key: 'broken' },
      // Four characters of base64url encode three bytes, so the rest can be decoded.
      malformed: { kind: 'text', place, change: (text) => text.slice(0, 4 * Math.floor(text.length / 8)) },
    },
    'mdoc.',
  )

/** Faults of the DeviceResponse of a presented mdoc: its encoding, its type, an element, or the device's signature. */
export const deviceFaults = (place: Place, ends: Ends): readonly NamedEffect[] =>
  withEffects(
    ends,
    {
      malformed: { kind: 'text', place, change: (text) => text.slice(0, 4 * Math.floor(text.length / 8)) },
      wrong_docType: { kind: 'text', place, change: deviceChanges.docType },
      wrong_element: { kind: 'text', place, change: deviceChanges.element },
      broken_signature: { kind: 'text', place, change: deviceChanges.signature },
      unsigned: { kind: 'text', place, change: deviceChanges.unsigned },
      mac: { kind: 'text', place, change: deviceChanges.mac },
      missing: { kind: 'text', place, change: () => undefined },
    },
    'device.',
  )

/** Faults of a SAML response, in which only the Assertion is signed. */
export const samlFaults = (place: Place, ends: Ends): readonly NamedEffect[] =>
  withEffects(
    ends,
    Object.fromEntries(
      Object.entries(samlChanges).map(([name, change]): [string, Effect] => [name, { kind: 'text', place, change }]),
    ),
    'saml.',
  )

const validFor = (validFrom: NumericDate, validUntil: NumericDate) => ({ signed: validFrom, validFrom, validUntil })

/**
 * Shifts the times of a token by this many seconds. If they shift to the past, `exp` is at least an hour ago, and `iat`
 * is at least an hour before `exp`.
 */
function shifted(claims: JsonObject, now: NumericDate, seconds: number): JsonObject {
  const { iat, nbf, exp } = claims
  const expiry = typeof exp === 'number' && seconds < 0 ? Math.min(exp + seconds, now - hour) : undefined
  return {
    ...claims,
    ...(typeof iat === 'number' && { iat: Math.min(iat + seconds, (expiry ?? iat + seconds) - (expiry ? hour : 0)) }),
    ...(typeof nbf === 'number' && { nbf: nbf + seconds }),
    ...(typeof exp === 'number' && { exp: expiry ?? exp + seconds }),
  }
}

/** Faults of a disclosure: another value, or no disclosure. */
export const disclosureFaults = (place: Place, ends: Ends): readonly NamedEffect[] =>
  withEffects(
    ends,
    {
      wrong: { kind: 'text', place, change: withOtherValue },
      missing: { kind: 'text', place, change: () => undefined },
    },
    'disclosure.',
  )

function withOtherValue(encoded: string): string {
  const parts: Json = JSON.parse(decodeBase64urlText(encoded) ?? '[]')
  return encodeBase64url(JSON.stringify(Array.isArray(parts) ? [...parts.slice(0, -1), 'changed'] : parts))
}
