/**
 * The PID Provider's keys towards national identity providers over OpenID Connect, each in an owner-only file: the one
 * that signs, whose library signs by WebCrypto and wants the JWK, and the one to which userinfo is encrypted.
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

/** A key towards national identity providers, out of its file. */
export interface LoadedNationalLoginKey {
  readonly key: NationalLoginKey
  /** As it is published. */
  readonly publicJwk: PublicJwk
}

/**
 * Loads the key that signs, made when it is missing: RSA, which every national provider knows. One on P-256 serves as
 * well, where the providers do. Throws `PrivateFileError` for a file that holds neither.
 */
export async function loadNationalLoginKey(
  ctx: CryptoContext,
  path: string,
  options: PrivateFileOptions = {},
): Promise<LoadedNationalLoginKey> {
  const content = readPrivateFile(path, options) ?? (await makeRsaKey(path, options))
  const parsed = z.union([rsa, p256]).safeParse(content)
  if (!parsed.success) throw new PrivateFileError(path, 'is no private key, neither RSA nor on P-256.')
  const jwk = parsed.data as JsonWebKey
  if (jwk.kty === 'RSA') importRsaKey(path, jwk)
  const alg: JwsAlgorithm = jwk.kty === 'RSA' ? 'RS256' : 'ES256' // D-147
  const bare = bareJwk(jwk as PublicJwk)
  const kid = jwkThumbprint(ctx, bare)
  const key = await importNationalLoginKey(jwk, kid, alg)
  return { key, publicJwk: { ...bare, kid, use: 'sig', alg } }
}

/**
 * Loads the key to which userinfo is encrypted, made when it is missing; `undefined` where none may be made, so that
 * files from before such keys still serve. Throws `PrivateFileError` for a file that holds none.
 */
export async function loadUserinfoDecrypter(
  ctx: CryptoContext,
  path: string,
  options: PrivateFileOptions = {},
): Promise<Decrypter | undefined> {
  const kept = readPrivateFile(path, options)
  if (kept === undefined && options.readOnly) return undefined
  const parsed = rsa.safeParse(kept ?? (await makeRsaKey(path, options)))
  if (!parsed.success) throw new PrivateFileError(path, 'is no private RSA key.')
  const jwk = parsed.data as JsonWebKey
  const key = { publicJwk: bareJwk(jwk as PublicJwk), native: importRsaKey(path, jwk) }
  return createLocalDecrypter(ctx, 'RSA-OAEP-256', key, ['A256CBC-HS512']) // D-145
}

function importRsaKey(path: string, jwk: JsonWebKey) {
  try {
    const key = createPrivateKey({ key: jwk, format: 'jwk' })
    if (isStrongRsa(key)) return key
  } catch {}
  throw new PrivateFileError(path, `is no RSA key of ${minimumRsaBits} bits or more.`)
}

/** The key that was written: another process may have been first. */
async function makeRsaKey(path: string, options: PrivateFileOptions): Promise<object | undefined> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 })
  const jwk = privateKey.export({ format: 'jwk' })
  return writePrivateFile(path, jwk, { ...options, mode: 'create' }) ? jwk : readPrivateFile(path, options)
}
