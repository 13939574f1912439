/** Reads the keys that an operator pastes next to a text: JWK, JWKS, PEM, or an Entity Configuration. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import {
  decodeBase64urlText,
  failed,
  isJsonObject,
  type Json,
  type JsonObject,
  type PublicJwk,
  parseJson,
  parseJsonObject,
} from '../../base/index.ts'
import { parsePublicJwk } from '../../jose/index.ts'
import { parseCertificate } from '../../x509/index.ts'
import { pemBlocks } from './pem.ts'
import { publicPart } from './secret-members.ts'
import type { Because } from './words.ts'

/** The pasted keys. The result of the decoder does not contain them. */
export interface PastedKeys {
  /** Public keys, including those of the certificates and of the private keys. */
  readonly keys: readonly PublicJwk[]
  /** DER certificates with a supported key. A pasted certificate counts as trusted. */
  readonly certificates: readonly Uint8Array[]
  /** Private JWKs for decryption. Their public part need not be supported. */
  readonly privateKeys: readonly JsonObject[]
  /** True if the pasted text is not empty and contains no supported key. */
  readonly isUnreadable: boolean
}

const noKeys: PastedKeys = { keys: [], certificates: [], privateKeys: [], isUnreadable: false }

const maximumKeys = 64

/** Returns `key_unreadable` if a text was pasted that contains no supported key, otherwise `absent`. */
export const reasonWithout = ({ isUnreadable }: PastedKeys, absent: Because): Because =>
  isUnreadable ? 'key_unreadable' : absent

/** Returns the reason why no pasted key verifies a signature: the keys do not fit, cannot be read, or are absent. */
export const reasonWithoutKey = (pasted: PastedKeys): Because =>
  reasonWithout(pasted, pasted.keys.length > 0 ? 'key_other' : 'key_absent')

/** Reads at most 64 keys from the text of the Key field. Does not verify the signature of a statement. */
export function readPastedKeys(text: string | undefined): PastedKeys {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return noKeys
  const keys = trimmed.startsWith('-----BEGIN ') ? fromPem(trimmed) : fromJson(jsonOf(trimmed))
  const isUnreadable = keys.keys.length + keys.privateKeys.length === 0
  return { ...keys, isUnreadable }
}

/** Returns the parsed JSON, or the payload of a compact JWS. Returns `undefined` for any other text. */
function jsonOf(text: string): Json | undefined {
  const parsed = parseJson(text, 'key')
  if (!failed(parsed)) return parsed
  const payload = decodeBase64urlText(text.split('.', 3)[1] ?? '')
  const object = payload === undefined ? undefined : parseJsonObject(payload, 'key')
  return object === undefined || failed(object) ? undefined : object
}

function fromJson(value: Json | undefined): Omit<PastedKeys, 'isUnreadable'> {
  const jwks = keysIn(value).slice(0, maximumKeys)
  return {
    keys: jwks.flatMap((jwk) => {
      const key = parsePublicJwk(publicPart(jwk), 'key')
      return failed(key) ? [] : [key]
    }),
    certificates: [],
    privateKeys: jwks.filter((jwk) => typeof jwk.d === 'string'),
  }
}

/** Returns the keys of a JWK, a JWKS, or a statement with its metadata. */
function keysIn(value: Json | undefined): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(keysIn)
  if (!isJsonObject(value)) return []
  if (typeof value.kty === 'string') return [value]
  if (Array.isArray(value.keys)) return value.keys.filter(isJsonObject)
  const metadata = isJsonObject(value.metadata) ? Object.values(value.metadata) : []
  return [value.jwks, value.jwk, ...metadata.map((one) => (isJsonObject(one) ? one.jwks : undefined))].flatMap(keysIn)
}

function fromPem(text: string): Omit<PastedKeys, 'isUnreadable'> {
  const keys: PublicJwk[] = []
  const certificates: Uint8Array[] = []
  const privateKeys: JsonObject[] = []
  for (const { label, bytes, text: pem } of pemBlocks(text).slice(0, maximumKeys)) {
    if (label === 'CERTIFICATE') {
      const certificate = parseCertificate(bytes, 'key')
      const key = failed(certificate) ? undefined : publicJwkOf(certificate.publicKey())
      if (key === undefined) continue
      certificates.push(bytes)
      keys.push(key)
    } else {
      const exportJwk = () => createPrivateKey(pem).export({ format: 'jwk' }) as JsonObject
      const privateKey = label.endsWith('PRIVATE KEY') ? attempt(exportJwk) : undefined
      if (privateKey) privateKeys.push(privateKey)
      const key = publicJwkOf(attempt(() => createPublicKey(pem)))
      if (key) keys.push(key)
    }
  }
  return { keys, certificates, privateKeys }
}

/** Returns a public key as a JWK, or `undefined` if the key is absent or its type is not supported. */
export function publicJwkOf(key: KeyObject | undefined): PublicJwk | undefined {
  const jwk = key && attempt(() => key.export({ format: 'jwk' }))
  const parsed = jwk && parsePublicJwk(jwk as JsonObject, 'key')
  return parsed === undefined || failed(parsed) ? undefined : parsed
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
