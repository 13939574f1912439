/** Decodes a compact JWE: its header, and its content if a pasted private key decrypts it. */

import type { Failure } from '../../../base/index.ts'
import { decodeBase64urlText, decodeUtf8, failed, isJsonObject, type JsonObject } from '../../../base/index.ts'
import { type DecryptedJwe, decryptJwe, type JweCode, type ParsedJwe, parseJwe } from '../../../jose/index.ts'
import { agreementKey, privateKeyObject } from '../../../node/node-crypto.ts'
import type { Decoded, Section } from '../decoded.ts'
import { membersOf } from '../member-tree.ts'
import { bareMember, type Reading } from '../reading.ts'
import { notValid, notVerifiable, passed, verdictOf } from '../verdicts.ts'
import type { Because } from '../words.ts'
import { parseLenientJson } from './open-jws.ts'

/** Decodes a compact JWE. Returns `undefined` if its header is not a JSON object. */
export async function decodeJwe(reading: Reading, text: string): Promise<Decoded | undefined> {
  const compact = text.replace(/\s+/g, '')
  const header = parseLenientJson(decodeBase64urlText(compact.slice(0, compact.indexOf('.'))) ?? '')
  if (!isJsonObject(header)) return undefined
  const jwe = parseJwe(text.trim(), 'jwe')
  const decrypted = failed(jwe) ? undefined : await decrypt(reading, jwe)
  const decryption =
    decrypted === undefined
      ? notVerifiable('decryption', failed(jwe) ? 'form_refused' : reasonWithoutPrivateKey(reading))
      : failed(decrypted)
        ? notValid('decryption', decrypted)
        : passed('decryption', { by: 'pasted' })
  const place = { kind: 'jwe', section: 'header', path: [] } as const
  return {
    kind: 'jwe',
    now: reading.now,
    verdicts: [verdictOf('form', jwe), decryption],
    sections: [
      { name: 'header', members: await membersOf(reading, header, place) },
      ...(decrypted === undefined || failed(decrypted) ? [] : [await contentOf(reading, decrypted)]),
    ],
  }
}

const reasonWithoutPrivateKey = ({ pastedKeys }: Reading): Because =>
  pastedKeys.isUnreadable ? 'key_unreadable' : 'decryption_key_absent'

/**
 * Tries each pasted private key. Returns the last failure if none fits, and `undefined` if no usable key was pasted.
 */
async function decrypt(
  { ctx, pastedKeys }: Reading,
  jwe: ParsedJwe,
): Promise<DecryptedJwe | Failure<JweCode> | undefined> {
  const { alg, enc, kid } = jwe.header
  let last: Failure<JweCode> | undefined
  for (const jwk of pastedKeys.privateKeys) {
    const key = importKey(jwk)
    if (key === undefined) continue
    // The policy accepts the algorithms of the header. It does not check whether the recipient publishes them.
    const decrypted = await decryptJwe(ctx, jwe, key, { alg, enc: [enc], kid: typeof kid === 'string' ? kid : '' })
    if (!failed(decrypted)) return decrypted
    last = decrypted
  }
  return last
}

function importKey(jwk: JsonObject) {
  try {
    return agreementKey(privateKeyObject(jwk as JsonWebKey))
  } catch {
    return undefined
  }
}

async function contentOf(reading: Reading, { plaintext }: DecryptedJwe): Promise<Section> {
  const text = decodeUtf8(plaintext) ?? ''
  const value = parseLenientJson(text)
  if (isJsonObject(value)) {
    const place = { kind: 'form', section: 'content', path: [] } as const
    return { name: 'content', members: await membersOf(reading, value, place) }
  }
  const nested = await reading.nested(text)
  return { name: 'content', members: [{ ...bareMember('plaintext', text), ...(nested && { nested }) }] }
}
