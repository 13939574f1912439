/** Decodes a compact JWE: its header, and its content if a pasted private key decrypts it. */
import {
  decodeBase64urlText,
  decodeUtf8,
  type Failure,
  failed,
  isJsonObject,
  type JsonObject,
  type PublicJwk,
} from '../../../base/index.ts'
import {
  type DecryptedJwe,
  decryptJwe,
  type JweCode,
  keyTypeFits,
  type ParsedJwe,
  parseJwe,
} from '../../../jose/index.ts'
import { agreementKey, privateKeyObject } from '../../../node/node-crypto.ts'
import type { Decoded, Section, Verdict } from '../decoded.ts'
import { membersOf } from '../member-tree.ts'
import { reasonWithout } from '../pasted-keys.ts'
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
  const decrypted = failed(jwe) ? 'form_refused' : await decrypt(reading, jwe)
  const place = { kind: 'jwe', section: 'header', path: [] } as const
  return {
    kind: 'jwe',
    now: reading.now,
    verdicts: [verdictOf('form', jwe), decryptionVerdict(decrypted)],
    sections: [
      { name: 'header', members: await membersOf(reading, header, place) },
      ...(typeof decrypted === 'string' || failed(decrypted) ? [] : [await contentOf(reading, decrypted)]),
    ],
  }
}

type Decryption = DecryptedJwe | Failure<JweCode> | Because

function decryptionVerdict(decryption: Decryption): Verdict {
  if (typeof decryption === 'string') return notVerifiable('decryption', decryption)
  return failed(decryption) ? notValid('decryption', decryption) : passed('decryption', { by: 'pasted' })
}

/**
 * Tries each pasted private key of the right type and curve. Returns the last failure if none decrypts, and a reason if
 * none was tried.
 */
async function decrypt({ ctx, pastedKeys }: Reading, jwe: ParsedJwe): Promise<Decryption> {
  const { alg, enc, kid } = jwe.header
  const { privateKeys } = pastedKeys
  let last: Decryption = reasonWithout(pastedKeys, privateKeys.length > 0 ? 'key_other' : 'decryption_key_absent')
  for (const jwk of privateKeys) {
    const key = importKey(jwk)
    if (key === undefined || !fitsKey(jwe, key.publicJwk)) continue
    // The policy accepts the algorithms of the header. It does not check whether the recipient publishes them.
    const policy = { alg, enc: [enc], kid: typeof kid === 'string' ? kid : '' }
    const decrypted = await decryptJwe(ctx, jwe, key, policy).catch((): Because => 'not_supported')
    if (typeof decrypted !== 'string' && !failed(decrypted)) return decrypted
    last = decrypted
  }
  return last
}

function fitsKey({ header: { alg, epk } }: ParsedJwe, key: PublicJwk): boolean {
  const curve = isJsonObject(epk) ? epk.crv : undefined
  return keyTypeFits(key, alg) && (curve === undefined || curve === key.crv)
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
