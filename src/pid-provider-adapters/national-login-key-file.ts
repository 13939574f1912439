/**
 * The PID Provider's keys for national identity providers over OpenID Connect: the signing key and the encryption key
 * for userinfo. Each is in an owner-only file. `openid-client` uses the signing key through WebCrypto.
 */
import { createPrivateKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { CryptoContext, PublicJwk } from '../base/index.ts'
import { bareJwk, createLocalDecrypter, type Decrypter, type JwsAlgorithm, jwkThumbprint } from '../jose/index.ts'
import { PrivateFileError, type PrivateFileOptions, readPrivateFile, writePrivateFile } from '../node/index.ts'
import { importNationalLoginKey, type NationalLoginKey } from './national-login-key.ts'
import { isStrongRsa, minimumRsaBits } from './saml-service-provider-key.ts'

const rsa = z.looseObject({ kty: z.literal('RSA'), n: z.string(), e: z.string(), d: z.string() })
const p256 = z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), d: z.string() })

/** A key for national identity providers, loaded from its file. */
export interface LoadedNationalLoginKey {
  readonly key: NationalLoginKey
  /** The JWK to publish. */
  readonly publicJwk: PublicJwk
}

/**
 * Loads the signing key, or creates it as RSA, which every national provider supports. Accepts a key on P-256 too, for
 * providers that support it. Rejects with `PrivateFileError` for a file without such a key, for an invalid key, for an
 * RSA key of fewer than 2048 bits, and for a missing file that must not be written.
 */
export async function loadNationalLoginKey(
  ctx: CryptoContext,
  path: string,
  options: PrivateFileOptions = {},
): Promise<LoadedNationalLoginKey> {
  const content = readPrivateFile(path, options) ?? (await createRsaKey(path, options))
  const parsed = z.union([rsa, p256]).safeParse(content)
  if (!parsed.success) throw new PrivateFileError(path, 'contains neither a private RSA key nor one on P-256.')
  const jwk = parsed.data as JsonWebKey
  importKey(path, jwk)
  const alg: JwsAlgorithm = jwk.kty === 'RSA' ? 'RS256' : 'ES256' // D-147
  const publicMembers = bareJwk(jwk as PublicJwk)
  const kid = jwkThumbprint(ctx, publicMembers)
  const key = await importNationalLoginKey(jwk, kid, alg)
  return { key, publicJwk: { ...publicMembers, kid, use: 'sig', alg } }
}

/**
 * Loads the encryption key for userinfo, or creates it. Returns `undefined` if the file is missing and must not be
 * written, because older fiducia versions did not create this file. Rejects with `PrivateFileError` for a file without
 * an RSA key of at least 2048 bits.
 */
export async function loadUserinfoDecrypter(
  ctx: CryptoContext,
  path: string,
  options: PrivateFileOptions = {},
): Promise<Decrypter | undefined> {
  const content = readPrivateFile(path, options)
  if (content === undefined && options.readOnly) return undefined
  const parsed = rsa.safeParse(content ?? (await createRsaKey(path, options)))
  if (!parsed.success) throw new PrivateFileError(path, 'does not contain a private RSA key.')
  const jwk = parsed.data as JsonWebKey
  const key = { publicJwk: bareJwk(jwk as PublicJwk), native: importKey(path, jwk) }
  return createLocalDecrypter(ctx, 'RSA-OAEP-256', key, ['A256CBC-HS512']) // D-145
}

function importKey(path: string, jwk: JsonWebKey) {
  try {
    const key = createPrivateKey({ key: jwk, format: 'jwk' })
    if (jwk.kty === 'EC' || isStrongRsa(key)) return key
  } catch {}
  const expected = jwk.kty === 'EC' ? 'a valid key on P-256' : `an RSA key of ${minimumRsaBits} bits or more`
  throw new PrivateFileError(path, `does not contain ${expected}.`)
}

/** Creates and saves a key. Returns the saved key, possibly that of a concurrent process. */
async function createRsaKey(path: string, options: PrivateFileOptions): Promise<object | undefined> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 })
  const jwk = privateKey.export({ format: 'jwk' })
  return writePrivateFile(path, jwk, { ...options, mode: 'create' }) ? jwk : readPrivateFile(path, options)
}
