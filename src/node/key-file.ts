/**
 * Private keys of a role in one file: a JWK set with `fiducia_purpose` in each key. Missing keys are created. The first
 * key of a purpose and `kty` is the current one: it signs, or others encrypt to it. The other keys are next or former
 * keys, for rotation. The code of a role sees only signers and agreement keys.
 */
import { z } from 'zod'
import { type AgreementKey, type CryptoContext, type JsonObject, placeOf } from '../base/index.ts'
import {
  algorithmRow,
  bareJwk,
  createLocalSigner,
  isJwsAlgorithm,
  type JwsAlgorithm,
  jwkThumbprint,
  type Signer,
} from '../jose/index.ts'
import { agreementKey, privateJwk, privateKeyObject, signingKey } from './node-crypto.ts'
import { PrivateFileError, type PrivateFileOptions, readPrivateFile, writePrivateFile } from './private-file.ts'

type AgreementCurve = 'P-256' | 'P-384' | 'P-521'

/** Keys that a role needs: `{ federation: { use: 'sig', alg: 'ES256' }, response: { use: 'enc', crv: 'P-256' } }`. */
export type KeyPlan = {
  readonly [purpose: string]:
    | { readonly use: 'sig'; readonly alg: JwsAlgorithm }
    | { readonly use: 'enc'; readonly crv: AgreementCurve }
    | { readonly use: 'enc'; readonly alg: 'RSA-OAEP-256' }
}

type PurposesFor<P extends KeyPlan, U extends 'sig' | 'enc'> = {
  [K in keyof P]: P[K] extends { readonly use: U } ? K : never
}[keyof P]

/** Keys of a role by purpose. */
export interface Keys<P extends KeyPlan> {
  /** Current key first. */
  readonly signers: { readonly [K in PurposesFor<P, 'sig'>]: readonly [Signer, ...Signer[]] }
  /** Current key first. `publicJwk` contains the key material only. */
  readonly agreementKeys: { readonly [K in PurposesFor<P, 'enc'>]: readonly [AgreementKey, ...AgreementKey[]] }
}

const fileSchema = z.object({
  keys: z.array(
    z.looseObject({
      kty: z.string(),
      kid: z.string(),
      use: z.enum(['sig', 'enc']),
      alg: z.string().optional(),
      fiducia_purpose: z.string(),
    }),
  ),
})
export type StoredKey = z.infer<typeof fileSchema>['keys'][number]

/**
 * Loads the keys of a plan. Creates and saves missing keys. Never replaces a key. Rejects with `PrivateFileError` if
 * the file is malformed, or cannot be read or written. Also rejects if a key cannot be used or has another `use` than
 * the plan, and, with `readOnly`, if a key is missing. Does not compare algorithm and curve with the plan. Does not
 * guard against two processes that add keys to an existing file at the same time.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { mkdtempSync, rmSync } from 'node:fs'
 * import { createNodeCrypto, loadKeys } from 'fiducia/node'
 *
 * const directory = mkdtempSync('keys-')
 * const plan = { federation: { use: 'sig', alg: 'ES256' } } as const
 * const made = await loadKeys({ crypto: createNodeCrypto() }, `${directory}/keys.json`, plan)
 * const loaded = await loadKeys({ crypto: createNodeCrypto() }, `${directory}/keys.json`, plan)
 * assert.equal(made.signers.federation[0].kid, loaded.signers.federation[0].kid)
 * rmSync(directory, { recursive: true })
 * ```
 */
export async function loadKeys<P extends KeyPlan>(
  ctx: CryptoContext,
  path: string,
  plan: P,
  options: PrivateFileOptions = {},
): Promise<Keys<P>> {
  const content = readPrivateFile(path, options)
  const stored = content === undefined ? [] : parseKeys(path, content)
  const missing = Object.keys(plan).filter((purpose) => !stored.some((key) => key.fiducia_purpose === purpose))
  if (missing.length === 0) return assemble(ctx, path, plan, stored)
  const newKeys = await Promise.all(missing.map((purpose) => makeKey(ctx, purpose, plan[purpose] as KeyPlan[string])))
  const keys = [...stored, ...newKeys]
  const written = writePrivateFile(path, { keys }, { ...options, mode: content === undefined ? 'create' : 'replace' })
  return written ? assemble(ctx, path, plan, keys) : loadKeys(ctx, path, plan, options)
}

/**
 * Creates a signing key for ES256 and saves it in a file of its own. `pathOf` returns the path for a `kid`. Never
 * replaces a file. Rejects with `PrivateFileError` if the file exists or cannot be written.
 */
export async function makeSigner(
  ctx: CryptoContext,
  pathOf: (kid: string) => string,
  purpose: string,
  options: PrivateFileOptions = {},
): Promise<Signer> {
  const key = await makeKey(ctx, purpose, { use: 'sig', alg: 'ES256' })
  const path = pathOf(key.kid)
  const signer = toSigner(ctx, path, key)
  if (!writePrivateFile(path, { keys: [key] }, { ...options, mode: 'create' }))
    throw new PrivateFileError(path, 'already exists.')
  return signer
}

/**
 * Returns the signing key of a file that `makeSigner` wrote, or `undefined` if there is no file. Throws
 * `PrivateFileError` if the file cannot be used, or if `kid` is not the thumbprint of its first key (RFC 7638).
 */
export function readSigner(
  ctx: CryptoContext,
  path: string,
  kid: string,
  options: PrivateFileOptions = {},
): Signer | undefined {
  const content = readPrivateFile(path, options)
  if (content === undefined) return undefined
  const [key] = parseKeys(path, content)
  const signer = key && toSigner(ctx, path, key)
  if (signer === undefined || jwkThumbprint(ctx, bareJwk(signer.publicJwk)) !== kid)
    throw new PrivateFileError(path, 'contains another key than its name states.')
  return signer
}

/** Parses the keys of a file. Throws `PrivateFileError` if they are malformed. */
export function parseKeys(path: string, content: JsonObject): readonly StoredKey[] {
  const parsed = fileSchema.safeParse(content)
  if (parsed.success) return parsed.data.keys
  throw new PrivateFileError(path, `is no key file (${placeOf('', parsed.error)}).`)
}

/**
 * Creates a key for a purpose and returns it with its private members. Does not save it. `ctx.crypto` must come from
 * `createNodeCrypto`, because other adapters do not export private keys.
 */
export async function makeKey(ctx: CryptoContext, purpose: string, row: KeyPlan[string]): Promise<StoredKey> {
  const key =
    'crv' in row
      ? await ctx.crypto.generateAgreementKey(row.crv)
      : // Generates an RSA key for decryption like a key for RS256: the key material is the same.
        await ctx.crypto.generateSigningKey(algorithmRow(row.use === 'sig' ? row.alg : 'RS256').scheme)
  const kid = jwkThumbprint(ctx, key.publicJwk)
  const alg = 'alg' in row ? { alg: row.alg } : {}
  return { ...privateJwk(key), kid, use: row.use, ...alg, fiducia_purpose: purpose } as StoredKey
}

function assemble<P extends KeyPlan>(ctx: CryptoContext, path: string, plan: P, stored: readonly StoredKey[]): Keys<P> {
  const signers: Record<string, Signer[]> = {}
  const agreementKeys: Record<string, AgreementKey[]> = {}
  for (const [purpose, row] of Object.entries(plan)) {
    const keys = stored.filter((key) => key.fiducia_purpose === purpose)
    if (keys.some(({ use }) => use !== row.use))
      throw new PrivateFileError(path, `has a key for "${purpose}" of another use.`)
    if (row.use === 'sig') signers[purpose] = keys.map((key) => toSigner(ctx, path, key))
    else agreementKeys[purpose] = keys.map((key) => agreementKey(importKey(path, key)))
  }
  return { signers, agreementKeys } as unknown as Keys<P>
}

function toSigner(ctx: CryptoContext, path: string, key: StoredKey): Signer {
  const { alg, kid } = key
  if (alg === undefined || !isJwsAlgorithm(alg)) throw new PrivateFileError(path, 'has a key without a known "alg".')
  const { kty, crv } = algorithmRow(alg)
  if (key.kty !== kty || (crv !== undefined && key.crv !== crv))
    throw new PrivateFileError(path, `has a key that does not fit its "alg" ${alg}.`)
  const signer = createLocalSigner(ctx, alg, signingKey(importKey(path, key)))
  return { ...signer, kid, publicJwk: { ...signer.publicJwk, kid } }
}

function importKey(path: string, key: StoredKey) {
  try {
    return privateKeyObject(key as JsonWebKey)
  } catch {
    throw new PrivateFileError(path, 'has a key that is not a private JWK.')
  }
}
