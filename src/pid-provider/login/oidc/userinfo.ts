/**
 * The userinfo response of the national identity provider: the person's attributes as a signed JWT. The provider
 * encrypts it if the metadata of the PID Provider contain an encryption key (OpenID Connect Core 1.0 §5.3.2; SPID/CIE
 * rules 2023-10). The adapter fetches it with the access token of the login. This file only decrypts and verifies it.
 */
import { z } from 'zod'
import {
  type CryptoContext,
  decodeUtf8,
  type Failure,
  fail,
  failed,
  type JsonObject,
  parseJson,
  placeOf,
  type Verified,
  verified,
  withoutNulls,
} from '../../../base/index.ts'
import { checkJwtTimes, type Decrypter, type JwsCode, parseJws, verifyJws } from '../../../jose/index.ts'
import type { ProviderCode } from '../national-identity-provider.ts'
import type { NationalTokenPolicy } from './id-token.ts'

/**
 * Reasons to refuse a userinfo response (OpenID Connect Core 1.0 §5.3.2, §5.3.4). A `ProviderCode` means that the
 * provider's keys could not be read, and does not concern the response.
 */
export type UserinfoCode =
  | JwsCode
  | ProviderCode
  | 'kid_unknown'
  | 'userinfo_undecryptable'
  | 'userinfo_malformed'
  | 'userinfo_iss_mismatch'
  | 'userinfo_aud_mismatch'
  | 'userinfo_sub_mismatch'

/** Policy for a userinfo response. */
export type UserinfoPolicy = Omit<NationalTokenPolicy, 'loginNonce' | 'startedAt'> & {
  /** `sub` of the verified ID Token. */
  readonly subject: string
  /** Decrypts with the key in the PID Provider's metadata. Absent if the metadata contain no encryption key. */
  readonly decrypter?: Pick<Decrypter, 'decrypt'> | undefined
}

const userinfo = z.looseObject({
  iss: z.string().optional(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
})

/**
 * Decrypts a userinfo JWT if it is encrypted, and verifies it: signature by a registered key, `sub` as in the ID Token,
 * and `iss`, `aud` and times if present. Removes claims that are null. Does not check the attributes. Accepts
 * unencrypted userinfo even if the metadata request encryption (D-145).
 */
export async function verifyNationalUserinfo(
  ctx: CryptoContext,
  compact: string,
  policy: UserinfoPolicy,
): Promise<Verified<JsonObject> | Failure<UserinfoCode>> {
  const signedJwt = await signedJwtOf(compact, policy)
  if (failed(signedJwt)) return signedJwt
  const jws = parseJws(signedJwt, { typ: ['JWT', undefined], algorithms: policy.algorithms }, 'userinfo')
  if (failed(jws)) return jws
  const claims = withoutNulls(jws.payload) // D-502
  const parsed = userinfo.safeParse(claims)
  if (!parsed.success) return fail('userinfo_malformed', placeOf('userinfo', parsed.error))
  const { iss, sub, aud } = parsed.data
  if (sub !== policy.subject) return fail('userinfo_sub_mismatch', 'userinfo.sub') // PP-62
  if (iss !== undefined && iss !== policy.issuer) return fail('userinfo_iss_mismatch', 'userinfo.iss') // PP-62
  if (aud !== undefined && ![aud].flat().includes(policy.clientId)) return fail('userinfo_aud_mismatch', 'userinfo.aud') // PP-62
  const timeFault = checkJwtTimes(claims, policy, 'userinfo')
  if (timeFault) return timeFault // PP-62
  const key = await policy.keyOf(jws.header)
  if (failed(key)) return key // PP-58
  if (key === undefined) return fail('kid_unknown', 'userinfo.header.kid') // PP-62
  const signed = await verifyJws(ctx, jws, key, 'userinfo')
  if (failed(signed)) return signed // PP-62
  return verified(claims)
}

/** Returns the signed JWT, decrypted from a nested one if necessary (RFC 7519 §5.2). */
async function signedJwtOf(compact: string, { decrypter }: UserinfoPolicy): Promise<string | Failure<UserinfoCode>> {
  const isJwe = compact.split('.').length === 5
  if (!isJwe) return compact // D-145
  const decrypted = await decrypter?.decrypt(compact, 'userinfo')
  if (decrypted === undefined) return fail('userinfo_undecryptable', 'userinfo') // PP-62
  if (failed(decrypted)) return fail('userinfo_undecryptable', decrypted.at) // PP-62
  return jwtOf(decodeUtf8(decrypted.plaintext) ?? '')
}

/**
 * Returns the JWT of a decrypted text. Providers that use `italia/spid-cie-oidc-django` encrypt the JWT as a JSON
 * string, with quotes (D-364).
 */
function jwtOf(text: string): string {
  const value = parseJson(text, 'userinfo')
  return typeof value === 'string' ? value : text
}
