/**
 * The steps of a rollover in a key file: a next key is added and published, later it comes before the old one and signs, at
 * last the old one is taken out. Between two steps lies the time in which everybody learns the new key, and in which what
 * the old one signed lives. Services take the file up when they start again.
 */
import type { CryptoContext, JsonObject, PublicJwk } from '../base/index.ts'
import { bareJwk, isJwsAlgorithm } from '../jose/index.ts'
import { type KeyPlan, makeKey, parseKeys, type StoredKey } from './key-file.ts'
import { rsaResponseKey } from './key-plans.ts'
import { PrivateFileError, type PrivateFileOptions, readPrivateFile, writePrivateFile } from './private-file.ts'

/** A key of a file as an operator sees it. */
export interface KeyDescription {
  readonly kid: string
  readonly purpose: string
  readonly use: 'sig' | 'enc'
  /** The one that signs, or that others encrypt to. */
  readonly current: boolean
  /** Nothing of the private half. */
  readonly publicJwk: PublicJwk
}

/** All keys of a file in its order. Throws `PrivateFileError`. */
export function describeKeys(path: string, options: PrivateFileOptions = {}): readonly KeyDescription[] {
  const keys = storedKeys(path, options)
  return keys.map((key) => {
    const { kid, use, alg, fiducia_purpose: purpose } = key
    const publicJwk = { ...bareJwk(key as unknown as PublicJwk), kid, use, ...(alg !== undefined && { alg }) }
    return { kid, purpose, use, current: firstLike(keys, key) === key, publicJwk }
  })
}

/**
 * Adds a key behind the current one of its purpose, and like that one when no plan is said. Returns its `kid`. Throws
 * `PrivateFileError`, also for a purpose without a key.
 */
export async function addNextKey(
  ctx: CryptoContext,
  path: string,
  purpose: string,
  options: PrivateFileOptions = {},
  plan?: KeyPlan[string],
): Promise<string> {
  const keys = storedKeys(path, options)
  const current = firstOf(keys, purpose)
  if (current === undefined) {
    const purposes = new Set(keys.map((key) => key.fiducia_purpose))
    throw new PrivateFileError(path, `has no key for "${purpose}": there are keys for ${[...purposes].join(', ')}.`)
  }
  const next = await makeKey(ctx, purpose, plan ?? planOf(path, current))
  writePrivateFile(path, { keys: [...keys, next] }, { ...options, mode: 'replace' })
  return next.kid
}

/**
 * Puts a key before the others of its purpose and `kty`: which kind of key wallets encrypt to first stays as it is.
 * Throws `PrivateFileError`.
 */
export function activateKeyOfFile(path: string, kid: string, options: PrivateFileOptions = {}): void {
  const keys = storedKeys(path, options)
  const chosen = keyOf(path, keys, kid)
  const current = firstLike(keys, chosen)
  const turned = keys.flatMap((key) => (key === current ? [chosen, key] : [key]))
  writePrivateFile(path, { keys: [...new Set(turned)] }, { ...options, mode: 'replace' })
}

/** Takes a key out for good; not the first of its purpose. Throws `PrivateFileError`, also for that one. */
export function removeKeyOfFile(path: string, kid: string, options: PrivateFileOptions = {}): void {
  const keys = storedKeys(path, options)
  const chosen = keyOf(path, keys, kid)
  if (firstOf(keys, chosen.fiducia_purpose) === chosen)
    throw new PrivateFileError(path, `uses the key ${kid}: activate another one first.`)
  writePrivateFile(path, { keys: keys.filter((key) => key !== chosen) }, { ...options, mode: 'replace' })
}

function storedKeys(path: string, options: PrivateFileOptions): readonly StoredKey[] {
  const content: JsonObject | undefined = readPrivateFile(path, options)
  if (content === undefined) throw new PrivateFileError(path, 'is not there.')
  return parseKeys(path, content)
}

const firstOf = (keys: readonly StoredKey[], purpose: string): StoredKey | undefined =>
  keys.find((key) => key.fiducia_purpose === purpose)

/** The current one of its kind: one that signs, or, since each wallet takes what it can, one of each `kty`. */
const firstLike = (keys: readonly StoredKey[], { fiducia_purpose: purpose, kty }: StoredKey): StoredKey | undefined =>
  keys.find((key) => key.fiducia_purpose === purpose && key.kty === kty)

function keyOf(path: string, keys: readonly StoredKey[], kid: string): StoredKey {
  const key = keys.find((one) => one.kid === kid)
  if (key === undefined) throw new PrivateFileError(path, `has no key ${kid}.`)
  return key
}

function planOf(path: string, { use, alg, crv, kty }: StoredKey): KeyPlan[string] {
  if (use === 'sig' && alg !== undefined && isJwsAlgorithm(alg)) return { use, alg }
  if (use === 'enc' && (crv === 'P-256' || crv === 'P-384' || crv === 'P-521')) return { use, crv }
  if (use === 'enc' && kty === 'RSA') return rsaResponseKey
  throw new PrivateFileError(path, 'has a key of a kind that is not made here.')
}
