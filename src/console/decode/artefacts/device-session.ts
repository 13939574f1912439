/**
 * Verifies the device signature of a presented mdoc. The signature covers the request (OpenID4VP 1.0 §B.2.6.1). The
 * operator pastes the request as a session: the Request Object, or JSON with `client_id`, `nonce` and `response_uri`.
 */
import {
  decodeBase64urlText,
  failed,
  isJsonObject,
  type Json,
  type JsonObject,
  type PublicJwk,
  parseJsonObject,
  type Verified,
} from '../../../base/index.ts'
import { jwkThumbprint } from '../../../jose/index.ts'
import {
  openId4VpTranscript,
  type ParsedDeviceResponse,
  type ParsedMdoc,
  verifyDeviceAuth,
} from '../../../mdoc/index.ts'
import type { Verdict } from '../decoded.ts'
import type { Reading } from '../reading.ts'
import { notValid, notVerifiable, passed } from '../verdicts.ts'
import { asKeys, maximumTriedKeys } from './signature.ts'

const sessionMembers = ['client_id', 'nonce', 'response_uri'] as const

/**
 * Verifies the device signature. `mdoc` is the issuer-signed part, or `undefined` if it could not be verified. The
 * verdict is `not_verifiable` without `mdoc` or without a complete session.
 */
export async function verifyDeviceSignature(
  reading: Reading,
  response: ParsedDeviceResponse,
  mdoc: Verified<ParsedMdoc> | undefined,
): Promise<Verdict> {
  const check = 'device_signature'
  const session = readSession(reading.options.session)
  if (session === undefined) return notVerifiable(check, 'session_absent')
  const missing = sessionMembers.filter((name) => !isWellFormedText(session[name]))
  if (missing.length > 0) return notVerifiable(check, 'session_incomplete', missing.join(', '))
  if (mdoc === undefined) return notVerifiable(check, 'issuer_part_refused')
  const [clientId, presentationNonce, responseUri] = sessionMembers.map((name) => String(session[name])) as [
    string,
    string,
    string,
  ]
  let last: Verdict = notVerifiable(check, 'session_absent')
  for (const encryptionThumbprint of thumbprintsOf(reading, session)) {
    const transcript = openId4VpTranscript(reading.ctx, {
      ...{ clientId, presentationNonce, responseUri },
      ...(encryptionThumbprint !== undefined && { encryptionThumbprint }),
    })
    const result = await verifyDeviceAuth(reading.ctx, response, mdoc, transcript, 'response')
    if (!failed(result)) return passed(check, { by: 'pasted' })
    last = notValid(check, result)
  }
  return last
}

/** Returns true for a text without lone surrogates, which a transcript cannot contain. */
const isWellFormedText = (value: Json | undefined): boolean => typeof value === 'string' && value.isWellFormed()

/** Parses a JSON object or the payload of a JWT. Returns `{}` for any other text, `undefined` for an empty one. */
function readSession(text: string | undefined): JsonObject | undefined {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return undefined
  const json = trimmed.startsWith('{') ? trimmed : (decodeBase64urlText(trimmed.split('.')[1] ?? '') ?? '')
  const parsed = parseJsonObject(json, 'session')
  return failed(parsed) ? {} : parsed
}

/**
 * Returns the possible thumbprints of the key that encrypts the response: `jwk_thumbprint`, then those of at most 8
 * keys, in the order `client_metadata.jwks`, `jwks`, pasted keys. The last value is `undefined`, for an unencrypted
 * response.
 */
function thumbprintsOf({ ctx, pastedKeys }: Reading, session: JsonObject): readonly (string | undefined)[] {
  const sessionThumbprints = typeof session.jwk_thumbprint === 'string' ? [session.jwk_thumbprint] : []
  const keys = [...keysIn(session.client_metadata), ...keysIn(session), ...pastedKeys.keys].slice(0, maximumTriedKeys)
  const all = [...sessionThumbprints, ...keys.map((key) => jwkThumbprint(ctx, key))]
  return [...new Set(all.filter((one) => /^[\w-]{43}$/.test(one))), undefined]
}

function keysIn(value: Json | undefined): readonly PublicJwk[] {
  const jwks = isJsonObject(value) ? value.jwks : undefined
  const keys = isJsonObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys : []
  return keys.slice(0, maximumTriedKeys).flatMap(asKeys)
}
