/**
 * The private keys of a sandbox: the keys of its roles, and the keys that signed in this process, such as those of its
 * wallets. A fault uses them to change a token and to sign it again with the key of the token's real signer.
 */
import {
  type AgreementKey,
  type Crypto,
  type CryptoContext,
  decodeBase64urlText,
  failed,
  isJsonObject,
  type PublicJwk,
  parseJsonObject,
  type Random,
  type SignatureScheme,
  type SigningKey,
} from '../../base/index.ts'
import {
  algorithmRow,
  createLocalDecrypter,
  type Decrypter,
  isJwsAlgorithm,
  jwkThumbprint,
  type Signer,
} from '../../jose/index.ts'
import type { RoleKeys } from '../../serve/index.ts'

/** A key that can sign bytes. */
interface KnownSigner {
  readonly publicJwk: PublicJwk
  sign(data: Uint8Array): Promise<Uint8Array>
}

interface KnownKeys {
  /**
   * Returns a `Crypto` that remembers the keys that sign with it. Keeps at most 500 keys and drops the oldest first.
   */
  watch(crypto: Crypto): Crypto
  /**
   * Adds the keys of the roles, which are never forgotten. Does not add the keys of the roles' entities for other
   * profiles.
   */
  add(keys: RoleKeys): void
  /** Returns the key that signed a compact JWS, if it is known. */
  signerOf(compact: string): Promise<KnownSigner | undefined>
  /** Returns the decrypters of the Relying Party for encrypted responses. */
  decrypters(): readonly Decrypter[]
  /** Returns the PID Provider's key that signs mdocs. Returns `undefined` before `add`. */
  mdocSigner(): Signer | undefined
}

/** Maximum number of remembered keys, in addition to the keys of the roles. A wallet has about five. */
const capacity = 500

/** Creates an empty collection. */
export function createKnownKeys(crypto: Crypto): KnownKeys {
  const ctx = { crypto }
  const roleSigners = new Map<string, KnownSigner>()
  const recent = new Map<string, KnownSigner>()
  const thumbprints = new WeakMap<SigningKey, string>()
  const decrypters: Decrypter[] = []
  let mdocSigner: Signer | undefined
  const thumbprintOf = ({ publicJwk }: { readonly publicJwk: PublicJwk }): string => jwkThumbprint(ctx, publicJwk)
  /** Remembers a key by its thumbprint, because two objects may represent the same key. */
  const remember = (scheme: SignatureScheme, key: SigningKey): void => {
    const thumbprint = thumbprints.get(key) ?? thumbprintOf(key)
    thumbprints.set(key, thumbprint)
    if (recent.has(thumbprint)) return
    recent.set(thumbprint, { publicJwk: key.publicJwk, sign: async (data) => crypto.sign(scheme, key, data) })
    const [oldest] = recent.keys()
    if (recent.size > capacity && oldest !== undefined) recent.delete(oldest)
  }
  return {
    watch: (watched) => ({
      ...watched,
      sign: (scheme, key, data) => {
        remember(scheme, key)
        return watched.sign(scheme, key, data)
      },
    }),
    add: (keys) => {
      for (const signer of signersOf(keys))
        roleSigners.set(thumbprintOf(signer), { ...signer, sign: async (data) => signer.sign(data) })
      mdocSigner = keys['pid-provider'].mdoc.signer
      for (const key of keys['relying-party'].response) decrypters.push(createDecrypter(ctx, key))
    },
    signerOf: async (compact) => {
      const kid = kidOf(compact) ?? ''
      const keyOfKid = recent.get(kid) ?? roleSigners.get(kid)
      const others = [...roleSigners.values(), ...recent.values()].reverse()
      const candidates = keyOfKid ? [keyOfKid, ...others] : others
      for (const candidate of candidates) if (await hasSigned(crypto, candidate, compact)) return candidate
      return undefined
    },
    decrypters: () => decrypters,
    mdocSigner: () => mdocSigner,
  }
}

const signersOf = (keys: RoleKeys): readonly Signer[] => [
  ...keys['trust-anchor'].federation,
  ...keys['wallet-provider'].federation,
  ...keys['wallet-provider'].attestation,
  ...keys['pid-provider'].federation,
  ...keys['pid-provider'].credential,
  ...keys['relying-party'].federation,
  ...keys['relying-party'].request,
]

const createDecrypter = (ctx: { readonly crypto: Crypto }, key: AgreementKey): Decrypter =>
  createLocalDecrypter(ctx, key.publicJwk.kty === 'EC' ? 'ECDH-ES' : 'RSA-OAEP-256', key)

/** Returns the header of a compact JWS, or `undefined` if it cannot be read. */
function headerOf(compact: string): Readonly<Record<string, unknown>> | undefined {
  const header = parseJsonObject(decodeBase64urlText(compact.split('.', 1)[0] ?? '') ?? '', '')
  return failed(header) || !isJsonObject(header) ? undefined : header
}

const kidOf = (compact: string): string | undefined => {
  const kid = headerOf(compact)?.kid
  return typeof kid === 'string' ? kid : undefined
}

async function hasSigned(crypto: Crypto, { publicJwk }: KnownSigner, compact: string): Promise<boolean> {
  const alg = headerOf(compact)?.alg
  const end = compact.lastIndexOf('.')
  if (typeof alg !== 'string' || !isJwsAlgorithm(alg)) return false
  const { scheme, kty, crv } = algorithmRow(alg)
  if (publicJwk.kty !== kty || (crv !== undefined && publicJwk.crv !== crv)) return false
  const key = await crypto.importVerificationKey(publicJwk, scheme)
  const signature = new Uint8Array(Buffer.from(compact.slice(end + 1), 'base64url'))
  return key !== undefined && (await crypto.verify(scheme, key, Buffer.from(compact.slice(0, end)), signature))
}

/** Keys and cryptography for decrypting parts of a message and for signing changed parts. */
export type PlaceContext = CryptoContext & { readonly random: Random; readonly keys: KnownKeys }
