/**
 * Verifies the device signature of a presented mdoc over a pasted session: the Request Object, or a JSON object with
 * `client_id`, `nonce` and `response_uri` (OpenID4VP 1.0 §B.2.6.1).
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
import { jwkThumbprint, parsePublicJwk } from '../../../jose/index.ts'
import {
  openId4VpTranscript,
  type ParsedDeviceResponse,
  type ParsedMdoc,
  verifyDeviceAuth,
} from '../../../mdoc/index.ts'
import type { Verdict } from '../decoded.ts'
import type { Reading } from '../reading.ts'
import { holds, notHere, refused } from '../verdicts.ts'

const members = ['client_id', 'nonce', 'response_uri'] as const

/** Maximum number of encryption keys that are tried. */
const mostKeys = 8

/** Judges the device's part. `mdoc` is the verified issuer's part, or `undefined` if it is not valid. */
export async function judgeDevice(
  reading: Reading,
  response: ParsedDeviceResponse,
  mdoc: Verified<ParsedMdoc> | undefined,
): Promise<Verdict> {
  const check = 'device_signature'
  const session = readSession(reading.options.session)
  if (session === undefined) return notHere(check, 'session_absent')
  const missing = members.filter((name) => typeof session[name] !== 'string')
  if (missing.length > 0) return notHere(check, 'session_incomplete', missing.join(', '))
  if (mdoc === undefined) return notHere(check, 'form_refused')
  const [clientId, presentationNonce, responseUri] = members.map((name) => String(session[name])) as [
    string,
    string,
    string,
  ]
  let last: Verdict = notHere(check, 'session_absent')
  for (const encryptionThumbprint of thumbprintsOf(reading, session)) {
    const transcript = openId4VpTranscript(reading.ctx, {
      ...{ clientId, presentationNonce, responseUri },
      ...(encryptionThumbprint !== undefined && { encryptionThumbprint }),
    })
    const judged = await verifyDeviceAuth(reading.ctx, response, mdoc, transcript, 'response')
    if (!failed(judged)) return holds(check, { by: 'pasted' })
    last = refused(check, judged)
  }
  return last
}

/** Returns the members of a session: of a JSON object, or of the payload of a JWT. */
function readSession(text: string | undefined): JsonObject | undefined {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return undefined
  const json = trimmed.startsWith('{') ? trimmed : (decodeBase64urlText(trimmed.split('.')[1] ?? '') ?? '')
  const parsed = parseJsonObject(json, 'session')
  return failed(parsed) ? {} : parsed
}

/** Returns the thumbprints of the keys for which the response may be encrypted, and `undefined` for none. */
function thumbprintsOf({ ctx, given }: Reading, session: JsonObject): readonly (string | undefined)[] {
  const stated = typeof session.jwk_thumbprint === 'string' ? [session.jwk_thumbprint] : []
  const keys = [...keysIn(session.client_metadata), ...keysIn(session), ...given.keys].slice(0, mostKeys)
  const all = [...stated, ...keys.map((key) => jwkThumbprint(ctx, key))]
  return [...new Set(all.filter((one) => /^[\w-]{43}$/.test(one))), undefined]
}

function keysIn(value: Json | undefined): readonly PublicJwk[] {
  const jwks = isJsonObject(value) ? value.jwks : undefined
  const keys = isJsonObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys : []
  return keys.slice(0, mostKeys).flatMap((key) => {
    const parsed = parsePublicJwk(key, 'session.jwks')
    return failed(parsed) ? [] : [parsed]
  })
}
