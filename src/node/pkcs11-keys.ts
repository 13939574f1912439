/**
 * Signing keys in a PKCS#11 token: EC P-256, never exported. A key that another tool generated is found by its label. A
 * key that is generated here has its thumbprint (RFC 7638) as its identifier (CKA_ID), and is found by it. The token
 * signs digests and returns r‖s.
 */
import { type CryptoContext, decodeBase64url, encodeBase64url, type PublicJwk, Unavailable } from '../base/index.ts'
import type { KeyVault } from '../federation/index.ts'
import { jwkThumbprint, type Signer } from '../jose/index.ts'
import {
  loadPkcs11,
  openPkcs11Session,
  type Pkcs11Attribute,
  Pkcs11Fault,
  type Pkcs11Library,
  type Pkcs11Options,
  type Pkcs11Session,
} from './pkcs11-session.ts'

/**
 * Keys of a token. They serve as the vault of a key ring (FED-10). `create` generates a key. `open` returns the key with
 * this `kid` if it was generated here, or if `signer` has returned it before. Otherwise it resolves to `undefined`. It
 * rejects with `Unavailable` if several keys of the token have the CKA_ID, because the service may already run.
 * `discard` destroys a key that was generated here, and ignores any other `kid`.
 */
export interface Pkcs11Keys extends Required<KeyVault> {
  /**
   * Returns the key with this label. Rejects with `Pkcs11Fault` if there is not exactly one such public key, or if it
   * is not on P-256. Also rejects with `Pkcs11Fault` if not exactly one private key has the CKA_ID of the public key.
   * Rejects with `Unavailable` if the token does not answer.
   */
  signer(label: string): Promise<Signer>
  /** Closes the session. A later call opens a new one. */
  close(): void
}

const cka = {
  class: 0x0,
  token: 0x1,
  private: 0x2,
  label: 0x3,
  keyType: 0x100,
  id: 0x102,
  sensitive: 0x103,
  sign: 0x108,
  verify: 0x10a,
  extractable: 0x162,
  ecParameters: 0x180,
  ecPoint: 0x181,
} as const
const cko = { publicKey: 2, privateKey: 3 } as const
const ckkEc = 3
const ckm = { ecKeyPairGeneration: 0x1040, ecdsa: 0x1041 } as const

/** DER of OBJECT IDENTIFIER prime256v1. */
const p256 = Buffer.from('06082a8648ce3d030107', 'hex')
const label = 'fiducia'

/** Opens a session with the token. Rejects with `Pkcs11Fault` if package, library, token or PIN cannot be used. */
export async function openPkcs11Keys(
  ctx: CryptoContext,
  options: Pkcs11Options,
  library?: Pkcs11Library,
): Promise<Pkcs11Keys> {
  const session = openPkcs11Session(library ?? (await loadPkcs11()), options)
  /** Keys that were found by their labels, by `kid`. Another tool may have given them any CKA_ID. */
  const labelled = new Map<string, Signer>()
  return {
    signer: async (label) => {
      const signer = await findSigner(ctx, session, { type: cka.label, value: label }, label)
      if (signer === undefined) throw new Pkcs11Fault(`The token "${options.token}" has no P-256 key "${label}".`)
      labelled.set(signer.kid, signer)
      return signer
    },
    open: async (kid) => {
      const id = idOf(kid)
      return (
        labelled.get(kid) ?? (id && findSigner(ctx, session, { type: cka.id, value: id }, kid).catch(throwAsOutage))
      )
    },
    locationOf: () => `the token "${options.token}"`,
    create: () => makeSigner(ctx, session),
    discard: async (kid) => {
      const id = idOf(kid)
      if (id === undefined) return
      await session.run((library, handle) => {
        for (const half of find(library, handle, [{ type: cka.id, value: id }])) library.C_DestroyObject(handle, half)
      })
    },
    close: () => session.close(),
  }
}

/** Throws `Unavailable` for a fault of the token's keys, and any other error unchanged. */
function throwAsOutage(thrown: unknown): never {
  if (thrown instanceof Pkcs11Fault) throw new Unavailable(thrown.message, 30, { cause: thrown })
  throw thrown
}

/** Returns the identifier (CKA_ID) of a generated key. Returns `undefined` if `kid` is not a SHA-256 thumbprint. */
function idOf(kid: string): Buffer | undefined {
  const id = decodeBase64url(kid)
  return id?.length === 32 ? Buffer.from(id) : undefined
}

async function findSigner(
  ctx: CryptoContext,
  session: Pkcs11Session,
  wanted: Pkcs11Attribute,
  shown: string,
): Promise<Signer | undefined> {
  const found = await session.run((library, handle) => {
    const [key, ...more] = find(library, handle, [{ type: cka.class, value: cko.publicKey }, wanted])
    const [{ value: id } = { value: Buffer.alloc(0) }] =
      key === undefined ? [] : library.C_GetAttributeValue(handle, key, [{ type: cka.id }])
    const publicJwk = key && publicJwkOf(library, handle, key)
    const privateKeys = publicJwk === undefined ? [] : findPrivateKeys(library, handle, id)
    return { publicJwk, id, isOne: more.length === 0, privateKeys: privateKeys.length }
  })
  if (found.publicJwk === undefined) return undefined
  if (!found.isOne)
    throw new Pkcs11Fault(
      `The token has more than one key "${shown}": delete the others, or give each key pair its own label and CKA_ID.`,
    )
  if (found.privateKeys !== 1)
    throw new Pkcs11Fault(
      `The token has ${found.privateKeys === 0 ? 'no private key' : 'more than one private key'} with the CKA_ID of the key "${shown}": give each key pair its own.`,
    )
  return toSigner(ctx, session, found.publicJwk, found.id)
}

/** Returns the private keys with this CKA_ID, at most two. */
const findPrivateKeys = (library: Pkcs11Library, session: Buffer, id: Buffer): readonly Buffer[] =>
  find(library, session, [
    { type: cka.class, value: cko.privateKey },
    { type: cka.id, value: id },
  ])

function find(library: Pkcs11Library, session: Buffer, template: Pkcs11Attribute[]): readonly Buffer[] {
  library.C_FindObjectsInit(session, [{ type: cka.keyType, value: ckkEc }, ...template])
  try {
    return library.C_FindObjects(session, 2)
  } finally {
    library.C_FindObjectsFinal(session)
  }
}

/**
 * Returns the public key. CKA_EC_POINT is an OCTET STRING with the point, or the bare point in some tokens. Returns
 * `undefined` for another curve.
 */
function publicJwkOf(library: Pkcs11Library, session: Buffer, key: Buffer): PublicJwk | undefined {
  const template = [{ type: cka.ecParameters }, { type: cka.ecPoint }]
  const [parameters, point] = library.C_GetAttributeValue(session, key, template)
  const bare = point?.value.subarray(-65)
  if (!parameters?.value.equals(p256) || bare?.length !== 65 || bare[0] !== 4) return undefined
  const [x, y] = [bare.subarray(1, 33), bare.subarray(33)].map((half) => encodeBase64url(half))
  return x === undefined || y === undefined ? undefined : { kty: 'EC', crv: 'P-256', x, y }
}

/**
 * Generates a key pair in a single attempt: after a failed attempt, the token may have kept the pair, and a second
 * attempt would create another one. In a lost session, this attempt would fail. Therefore runs a search first, which
 * opens a new session if the session was lost.
 */
async function makeSigner(ctx: CryptoContext, session: Pkcs11Session): Promise<Signer> {
  await session.run((library, handle) => find(library, handle, []))
  const generated = await session.run((library, handle) => {
    const common = [
      { type: cka.token, value: true },
      { type: cka.label, value: label },
    ]
    const { publicKey, privateKey } = library.C_GenerateKeyPair(
      handle,
      { mechanism: ckm.ecKeyPairGeneration },
      [...common, { type: cka.ecParameters, value: p256 }, { type: cka.verify, value: true }],
      [
        ...common,
        ...[cka.private, cka.sensitive, cka.sign].map((type) => ({ type, value: true })),
        { type: cka.extractable, value: false },
      ],
    )
    const halves = [publicKey, privateKey]
    let identified: { readonly publicJwk: PublicJwk; readonly id: Buffer } | undefined
    try {
      const publicJwk = publicJwkOf(library, handle, publicKey)
      if (publicJwk === undefined) return undefined
      const id = Buffer.from(decodeBase64url(jwkThumbprint(ctx, publicJwk)) ?? [])
      for (const half of halves) library.C_SetAttributeValue(handle, half, [{ type: cka.id, value: id }])
      identified = { publicJwk, id }
      return identified
    } finally {
      if (identified === undefined) for (const half of halves) library.C_DestroyObject(handle, half)
    }
  }, 1)
  if (generated === undefined) throw new Pkcs11Fault('The token created a key that is not on P-256.')
  return toSigner(ctx, session, generated.publicJwk, generated.id)
}

/** Creates a signer. Object handles are valid only in their session, so each session looks up the private key once. */
function toSigner(ctx: CryptoContext, session: Pkcs11Session, publicJwk: PublicJwk, id: Buffer): Signer {
  const kid = jwkThumbprint(ctx, publicJwk)
  let held: { readonly session: Buffer; readonly key: Buffer } | undefined
  const keyIn = (library: Pkcs11Library, handle: Buffer): Buffer => {
    if (held?.session === handle) return held.key
    const [key] = findPrivateKeys(library, handle, id)
    if (key === undefined) throw new Error(`the token has no private key with the CKA_ID of key ${kid}`)
    held = { session: handle, key }
    return key
  }
  return {
    kid,
    alg: 'ES256',
    publicJwk: { ...publicJwk, kid, use: 'sig', alg: 'ES256' },
    sign: (data) =>
      session.run((library, handle) => {
        const digest = Buffer.from(ctx.crypto.digest('sha-256', data))
        library.C_SignInit(handle, { mechanism: ckm.ecdsa }, keyIn(library, handle))
        return library.C_SignAsync(handle, digest, Buffer.alloc(64))
      }),
  }
}
