/**
 * Validates a Request Object and creates a response as the deployed wallet of IT-Wallet 1.4.6 does
 * (`vectors/it-wallet-1.4.6.ts`).
 */
import assert from 'node:assert/strict'
import { randomBytes, X509Certificate } from 'node:crypto'
import { CompactEncrypt, importJWK, type JWK } from 'jose'
import {
  certifiedEndpoints,
  clientIdPrefixes,
  type Form,
  keyMembers,
  memberRules,
  response as responseRules,
} from '../vectors/it-wallet-1.4.6.ts'

// biome-ignore lint/suspicious/noExplicitAny: a decoded message of another party
type Decoded = any

/** A decoded Request Object. */
export interface DecodedRequest {
  readonly header: Decoded
  readonly payload: Decoded
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isUrl = (value: unknown): boolean => typeof value === 'string' && URL.canParse(value)
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
const isListOf = (check: (value: unknown) => boolean, value: unknown, minimum = 0): boolean =>
  Array.isArray(value) && value.length >= minimum && value.every(check)

function hasForm(form: Form, value: unknown): boolean {
  if (typeof form === 'object') return 'equal' in form ? value === form.equal : isText(value) && value !== form.not
  const checks = {
    text: isText,
    texts: (one: unknown) => isListOf(isText, one, 1),
    integer: Number.isInteger,
    url: isUrl,
    urls: (one: unknown) => isListOf(isUrl, one),
    object: isObject,
    objects: (one: unknown) => isListOf(isObject, one),
  }
  return checks[form](value)
}

const valueAt = (request: DecodedRequest, path: string): unknown =>
  path.split('.').reduce((at: Decoded, step) => at?.[step], request)

/** Returns the DNS and URI names of a certificate. */
function namesOf(certificate: string): { readonly dns: readonly string[]; readonly uris: readonly string[] } {
  const { subjectAltName = '' } = new X509Certificate(Buffer.from(certificate, 'base64'))
  const named = (kind: string): readonly string[] =>
    subjectAltName.split(', ').flatMap((name) => (name.startsWith(kind) ? [name.slice(kind.length)] : []))
  return { dns: named('DNS:'), uris: named('URI:') }
}

function covers({ dns, uris }: ReturnType<typeof namesOf>, endpoint: string): boolean {
  const { href, hostname } = new URL(endpoint)
  const wildcard = hostname.replace(/^[^.]+/, '*')
  return uris.some((uri) => new URL(uri).href === href) || dns.some((name) => [hostname, wildcard].includes(name))
}

/**
 * Returns the rules that the object violates: the path of a member, `payload.client_metadata.jwks.keys.kid` for a key
 * without `kid`, `client_id` for an identifier other than those of the link and the entity, and `certificate
 * response_uri` for an endpoint that the certificate does not cover. Does not verify the signature.
 */
export function violatedRules(
  request: DecodedRequest,
  expected: { readonly clientId: string; readonly entityId: string },
): readonly string[] {
  const { header, payload } = request
  const hasClientMetadata = payload.client_metadata !== undefined
  const members = memberRules
    .filter(({ path }) => hasClientMetadata || !path.startsWith('payload.client_metadata.'))
    .filter(({ path, form, required }) => {
      const value = valueAt(request, path)
      return value === undefined ? required : !hasForm(form, value)
    })
    .map(({ path }) => path)
  const keys: readonly Decoded[] = [payload.client_metadata?.jwks?.keys ?? []].flat().filter(isObject)
  const keyFaults = keyMembers.filter((name) => !keys.every((key) => isText(key[name])))
  const bare = clientIdPrefixes.reduce((id, prefix) => id.replace(prefix, ''), String(payload.client_id))
  const isClient = payload.client_id === expected.clientId && bare === expected.entityId
  const names = isText(header.x5c?.[0]) ? namesOf(header.x5c[0]) : undefined
  const uncovered = certifiedEndpoints.filter(
    (name) => names !== undefined && isUrl(payload[name]) && !covers(names, payload[name]),
  )
  return [
    ...members,
    ...keyFaults.map((name) => `payload.client_metadata.jwks.keys.${name}`),
    ...(isClient || members.includes('payload.client_id') ? [] : ['client_id']),
    ...uncovered.map((name) => `certificate ${name}`),
  ]
}

/** Metadata of the Relying Party. They apply if the request has no `client_metadata`. */
interface EncryptionMetadata {
  readonly jwks: { readonly keys: readonly JWK[] }
  readonly encrypted_response_enc_values_supported?: readonly string[]
}

/**
 * Returns the key to which the wallet encrypts. Prefers keys with its algorithm; among them, the first with `use: enc`,
 * then the first without `use: sig`. Fails if the key has no `kid`.
 */
function encryptionKeyOf(keys: readonly JWK[]): JWK {
  const sameAlg = keys.filter(({ alg }) => alg === responseRules.alg)
  const candidates = sameAlg.length > 0 ? sameAlg : keys
  const key = candidates.find(({ use }) => use === 'enc') ?? candidates.find(({ use }) => use !== 'sig') ?? keys[0]
  assert.ok(key?.kid, 'the wallet finds no key with a kid')
  return key
}

/** Returns the form of the encrypted response. Each presentation is in a list of its own. */
export async function responseForm(
  { payload }: Pick<DecodedRequest, 'payload'>,
  metadata: EncryptionMetadata,
  presentations: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const own: EncryptionMetadata = payload.client_metadata ?? metadata
  const key = encryptionKeyOf(own.jwks.keys)
  const [enc = responseRules.defaultEnc] = own.encrypted_response_enc_values_supported ?? []
  const values: Decoded = {
    state: payload.state,
    vp_token: Object.fromEntries(Object.entries(presentations).map(([id, text]) => [id, [text]])),
  }
  const plaintext = JSON.stringify(Object.fromEntries(responseRules.members.map((name) => [name, values[name]])))
  const response = await new CompactEncrypt(Buffer.from(plaintext))
    .setProtectedHeader({ alg: responseRules.alg, enc, ...(key.kid && { kid: key.kid }) })
    .setKeyManagementParameters({ apu: randomBytes(responseRules.apuBytes), apv: Buffer.from(payload.nonce) })
    .encrypt(await importJWK(key, responseRules.alg))
  return Object.fromEntries(responseRules.form.map((name) => [name, response]))
}
