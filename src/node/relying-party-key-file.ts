/**
 * The PID Provider's key towards national identity providers over OpenID Connect, in an owner-only file. Its library
 * signs by WebCrypto and wants the JWK.
 */
import { generateKeyPairSync } from 'node:crypto'
import { z } from 'zod'
import type { CryptoContext, PublicJwk } from '../base/index.ts'
import { bareJwk, jwkThumbprint } from '../jose/index.ts'
import { PrivateFileError, type PrivateFileOptions, readPrivateFile, writePrivateFile } from './private-file.ts'
import { importRelyingPartyKey, type RelyingPartyKey } from './relying-party-key.ts'

const stored = z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), d: z.string() })

export interface LoadedRelyingPartyKey {
  readonly key: RelyingPartyKey
  /** As it is published. */
  readonly publicJwk: PublicJwk
}

/** Loads the key, made when it is missing. Throws `PrivateFileError` for a file that holds none. */
export async function loadRelyingPartyKey(
  ctx: CryptoContext,
  path: string,
  options: PrivateFileOptions = {},
): Promise<LoadedRelyingPartyKey> {
  const content = readPrivateFile(path, options) ?? makeKey(path, options)
  const parsed = stored.safeParse(content)
  if (!parsed.success) throw new PrivateFileError(path, 'is no private key on P-256.')
  const jwk = parsed.data as JsonWebKey
  const bare = bareJwk(jwk as PublicJwk)
  const kid = jwkThumbprint(ctx, bare)
  const key = await importRelyingPartyKey(jwk, kid, 'ES256')
  return { key, publicJwk: { ...bare, kid, use: 'sig', alg: 'ES256' } }
}

function makeKey(path: string, options: PrivateFileOptions): JsonWebKey {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  writePrivateFile(path, jwk, { ...options, mode: 'create' })
  return jwk
}
