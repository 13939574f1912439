/** Issues an SD-JWT (RFC 9901 §4). */
import type { CryptoContext, Json, JsonObject, Random } from '../base/index.ts'
import { type Signer, signJwt } from '../jose/index.ts'
import { type ConcretePath, createDisclosure, isReservedName, neverSelective, saltBytes } from './disclosure.ts'

/**
 * Content of an SD-JWT before claims are replaced by digests (RFC 9901 §4). Must not contain the reserved names `_sd`,
 * `_sd_alg`, `...` and `__proto__`.
 */
export interface SdJwtContent {
  /** Header with `typ`, and with `kid` if verifiers select the key by `kid`. The signer adds `alg`. */
  readonly header: { readonly typ: string; readonly alg?: never } & JsonObject
  /** Top-level claims that are visible. `nested` may hide values inside them. */
  readonly plain: JsonObject
  /** Selectively disclosable claims. Each becomes a Disclosure. */
  readonly disclosable: JsonObject
  /**
   * Paths of nested members and elements that also become Disclosures: `['verified_claims', 'claims', 'given_name']`,
   * `['nationalities', 0]`. One path may be a prefix of another.
   */
  readonly nested?: readonly ConcretePath[]
}

type Container = Record<string | number, Json>

/**
 * Issues an SD-JWT that ends in `~`. Uses SHA-256 and one 128-bit salt for each Disclosure. Sorts the digests, so that
 * their order reveals nothing. Does not check deeper names in `plain` and `disclosable`. Rejects with a TypeError for
 * - a claim that is both plain and disclosable
 * - a reserved name at the top level or at the end of a nested path
 * - `iat` or a claim of `neverSelective` in `disclosable` or as the first step of a nested path
 * - a nested path that is repeated, has fewer than two steps or leads to no claim
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom } from 'fiducia/node'
 * import { issueSdJwt } from 'fiducia/sd-jwt'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const signer = await generateSigner(ctx)
 * const plain = { iss: 'https://pid.example', vct: 'eu.eudiw.pid.it' }
 * const disclosable = { given_name: 'Ada', family_name: 'Rossi' }
 * const sdJwt = await issueSdJwt(ctx, signer, { header: { typ: 'dc+sd-jwt' }, plain, disclosable })
 * assert.equal(sdJwt.split('~').length, 4)
 * ```
 */
export async function issueSdJwt(
  ctx: CryptoContext & { readonly random: Random },
  signer: Pick<Signer, 'alg' | 'sign'>,
  { header, plain, disclosable, nested = [] }: SdJwtContent,
): Promise<string> {
  const names = Object.keys(disclosable)
  for (const name of names) requireDisclosable(name, plain)
  for (const name of Object.keys(plain)) if (isReservedName(name)) throw new TypeError(`${name} is a reserved name`)
  const salts = ctx.random.bytes(saltBytes * (names.length + nested.length)) // PP-106
  let saltEnd = 0
  const texts: string[] = []
  const hide = (name: string | undefined, value: Json): string => {
    saltEnd += saltBytes
    const { text, digest } = createDisclosure(ctx, salts.subarray(saltEnd - saltBytes, saltEnd), name, value)
    texts.push(text)
    return digest
  }
  const claims = hideNested({ ...plain, ...disclosable }, nested, hide)
  const digests = names.map((name) => hide(name, claims[name] as Json)).sort() // PP-106
  const payload: Record<string, Json> = {}
  for (const name in plain) payload[name] = claims[name] as Json
  if (digests.length > 0) payload._sd = digests
  payload._sd_alg = 'sha-256' // PP-106
  return `${await signJwt(signer, header, payload)}~${texts.map((text) => `${text}~`).join('')}` // PP-107
}

const mustStayPlain = (name: string | number | undefined): boolean =>
  name === 'iat' || (typeof name === 'string' && neverSelective.has(name))

function requireDisclosable(name: string, plain: JsonObject): void {
  if (isReservedName(name)) throw new TypeError(`${name} is a reserved name`)
  if (mustStayPlain(name)) throw new TypeError(`${name} must not be selectively disclosable`) // PP-106
  if (Object.hasOwn(plain, name)) throw new TypeError(`${name} is both plain and disclosable`) // PP-106
}

/**
 * Replaces the values at these paths by digests. Begins with the deepest path, so that an outer Disclosure contains the
 * digests of inner ones. Throws the TypeErrors of `issueSdJwt` for nested paths.
 */
function hideNested(
  claims: JsonObject,
  paths: readonly ConcretePath[],
  hide: (name: string | undefined, value: Json) => string,
): JsonObject {
  if (paths.length === 0) return claims
  if (new Set(paths.map((path) => JSON.stringify(path))).size < paths.length) throw new TypeError('a path is repeated')
  const copy = structuredClone(claims) as Container
  for (const path of [...paths].sort((a, b) => b.length - a.length)) {
    if (path.length < 2) throw new TypeError('a path has fewer than two steps: put top-level claims in `disclosable`')
    if (mustStayPlain(path[0])) throw new TypeError(`${path[0]} must not be selectively disclosable`) // PP-106
    const key = path.at(-1) as string | number
    const parent = path
      .slice(0, -1)
      .reduce<Json | undefined>((value, step) => memberOf(value, step), copy as JsonObject)
    const value = memberOf(parent, key)
    if (value === undefined) throw new TypeError(`there is no claim at ${path.join('.')}`)
    if (Array.isArray(parent)) parent[key as number] = { '...': hide(undefined, value) }
    else hideMember(parent as Container, key as string, hide)
  }
  return copy as JsonObject
}

function hideMember(parent: Container, name: string, hide: (name: string | undefined, value: Json) => string): void {
  if (isReservedName(name)) throw new TypeError(`${name} is a reserved name`)
  const digest = hide(name, parent[name] as Json)
  delete parent[name]
  parent._sd = [...((parent._sd as readonly string[] | undefined) ?? []), digest].sort() // PP-106
}

function memberOf(value: Json | undefined, step: string | number): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== (typeof step === 'number'))
    return undefined
  return Object.hasOwn(value, step) ? (value as Container)[step] : undefined
}
