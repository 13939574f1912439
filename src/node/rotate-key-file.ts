/**
 * Three steps rotate a key in a key file: add a next key, activate this key, and remove the old key. Before the second
 * step, the operator waits until every party has fetched the next key. Before the third step, the operator waits until
 * the signatures of the old key have expired. Services read the file when they start. No step locks the file: of two
 * concurrent steps, one can be lost.
 */
import type { CryptoContext, PublicJwk } from '../base/index.ts'
import { bareJwk, isJwsAlgorithm } from '../jose/index.ts'
import { type KeyPlan, makeKey, parseKeys, type StoredKey } from './key-file.ts'
import { rsaResponseKey } from './key-plans.ts'
import { PrivateFileError, type PrivateFileOptions, requirePrivateFile, writePrivateFile } from './private-file.ts'

/** Description of a key in a file, without private members. */
export interface KeyDescription {
  readonly kid: string
  readonly purpose: string
  readonly use: 'sig' | 'enc'
  /** True for the key that signs, or that others encrypt to. A purpose may have one current key for each `kty`. */
  readonly current: boolean
  /** Public members only. */
  readonly publicJwk: PublicJwk
}

/** Lists all keys of a file in order. Throws `PrivateFileError` if the file is missing, malformed or unreadable. */
export function describeKeys(path: string, options: PrivateFileOptions = {}): readonly KeyDescription[] {
  const keys = storedKeys(path, options)
  return keys.map((key) => {
    const { kid, use, alg, fiducia_purpose: purpose } = key
    const publicJwk = { ...publicMembersOf(path, key), kid, use, ...(alg !== undefined && { alg }) }
    return { kid, purpose, use, current: firstLike(keys, key) === key, publicJwk }
  })
}

/**
 * Adds a key after all others of the file. Its kind is that of the first key of the purpose, unless a plan is given.
 * The current key stays in use. But a key of a `kty` that the purpose does not have yet is current at once. Returns the
 * `kid` of the new key. Rejects with `PrivateFileError` if the file cannot be read or written, or if it has no key of
 * the purpose. Does not check that the plan fits the purpose.
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
    if (keys.length === 0) throw new PrivateFileError(path, 'has no keys: run fiducia keys create.')
    const purposes = new Set(keys.map((key) => key.fiducia_purpose))
    throw new PrivateFileError(path, `has no key for "${purpose}": there are keys for ${[...purposes].join(', ')}.`)
  }
  const next = await makeKey(ctx, purpose, plan ?? planOf(path, current))
  writePrivateFile(path, { keys: [...keys, next] }, { ...options, mode: 'replace' })
  return next.kid
}

/**
 * Moves a key before the other keys of its purpose and `kty`, so that wallets still prefer the same kind of key. Throws
 * `PrivateFileError` if the file cannot be read or written, or if it has no such key.
 */
export function activateKeyOfFile(path: string, kid: string, options: PrivateFileOptions = {}): void {
  const keys = storedKeys(path, options)
  const chosen = keyOf(path, keys, kid)
  const current = firstLike(keys, chosen)
  const reordered = keys.flatMap((key) => (key === current ? [chosen, key] : [key]))
  writePrivateFile(path, { keys: [...new Set(reordered)] }, { ...options, mode: 'replace' })
}

/**
 * Removes a key permanently. Throws `PrivateFileError` for a current key, for an unknown key, and if the file cannot be
 * read or written. A current key can be removed only if it is the last key of its `kty` and a key of another `kty`
 * precedes it in the purpose. The optional RSA key of a Relying Party meets this condition.
 */
export function removeKeyOfFile(path: string, kid: string, options: PrivateFileOptions = {}): void {
  const keys = storedKeys(path, options)
  const chosen = keyOf(path, keys, kid)
  const isCurrent = firstLike(keys, chosen) === chosen
  const isLastOfType = keys.findLast((key) => isLike(key, chosen)) === chosen
  if (isCurrent && (!isLastOfType || firstOf(keys, chosen.fiducia_purpose) === chosen))
    throw new PrivateFileError(path, `uses the key ${kid}: activate another one first.`)
  writePrivateFile(path, { keys: keys.filter((key) => key !== chosen) }, { ...options, mode: 'replace' })
}

function storedKeys(path: string, options: PrivateFileOptions): readonly StoredKey[] {
  return parseKeys(path, requirePrivateFile(path, options))
}

const firstOf = (keys: readonly StoredKey[], purpose: string): StoredKey | undefined =>
  keys.find((key) => key.fiducia_purpose === purpose)

/**
 * Returns the current key: the first one of the same purpose and `kty`. Each `kty` has its own current key, because
 * wallets support different kinds.
 */
const firstLike = (keys: readonly StoredKey[], chosen: StoredKey): StoredKey | undefined =>
  keys.find((key) => isLike(key, chosen))

const isLike = (key: StoredKey, { fiducia_purpose: purpose, kty }: StoredKey): boolean =>
  key.fiducia_purpose === purpose && key.kty === kty

function keyOf(path: string, keys: readonly StoredKey[], kid: string): StoredKey {
  const key = keys.find((one) => one.kid === kid)
  if (key === undefined) throw new PrivateFileError(path, `has no key ${kid}.`)
  return key
}

const unsupported = 'has a key whose type, curve or algorithm is not supported.'

function publicMembersOf(path: string, key: StoredKey): PublicJwk {
  try {
    return bareJwk(key as unknown as PublicJwk)
  } catch {
    throw new PrivateFileError(path, unsupported)
  }
}

function planOf(path: string, { use, alg, crv, kty }: StoredKey): KeyPlan[string] {
  if (use === 'sig' && alg !== undefined && isJwsAlgorithm(alg)) return { use, alg }
  if (use === 'enc' && (crv === 'P-256' || crv === 'P-384' || crv === 'P-521')) return { use, crv }
  if (use === 'enc' && kty === 'RSA') return rsaResponseKey
  throw new PrivateFileError(path, unsupported)
}
