/**
 * A role's private keys in one file: a JWK set in which `fiducia_purpose` says what each key is for. Keys that are
 * missing are made; of several keys for one purpose the first signs, the others are still published and still decrypt
 * while they are rotated out. Role code sees signers and agreement keys only.
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

/** What keys a role needs: `{ federation: { use: 'sig', alg: 'ES256' }, response: { use: 'enc', crv: 'P-256' } }`. */
export type KeyPlan = {
  readonly [purpose: string]:
    | { readonly use: 'sig'; readonly alg: JwsAlgorithm }
    | { readonly use: 'enc'; readonly crv: AgreementCurve }
    | { readonly use: 'enc'; readonly alg: 'RSA-OAEP-256' }
}

type PurposesFor<P extends KeyPlan, U extends 'sig' | 'enc'> = {
  [K in keyof P]: P[K] extends { readonly use: U } ? K : never
}[keyof P]

/** The keys of a role by their purpose, as its plan names them. */
export interface Keys<P extends KeyPlan> {
  /** Current first; all of them are published. */
  readonly signers: { readonly [K in PurposesFor<P, 'sig'>]: readonly [Signer, ...Signer[]] }
  /** Current first. `publicJwk` carries the material only. */
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
 * Loads the keys of a plan, making and saving those that are missing. Throws `PrivateFileError` for a file that is
 * broken, whose keys do not fit the plan, or that does not open; never replaces a key.
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
  const made = await Promise.all(missing.map((purpose) => makeKey(ctx, purpose, plan[purpose] as KeyPlan[string])))
  const keys = [...stored, ...made]
  const written = writePrivateFile(path, { keys }, { ...options, mode: content === undefined ? 'create' : 'replace' })
  return written ? assemble(ctx, path, plan, keys) : loadKeys(ctx, path, plan, options)
}

/**
 * Makes a signing key and saves it in a file of its own, whose place its `kid` says. Nothing is replaced. Throws
 * `PrivateFileError`, also where there is a file.
 */
export async function makeSigner(
  ctx: CryptoContext,
  place: (kid: string) => string,
  { purpose, alg }: { readonly purpose: string; readonly alg: JwsAlgorithm },
  options: PrivateFileOptions = {},
): Promise<Signer> {
  const key = await makeKey(ctx, purpose, { use: 'sig', alg })
  const path = place(key.kid)
  const signer = toSigner(ctx, path, key)
  if (!writePrivateFile(path, { keys: [key] }, { ...options, mode: 'create' }))
    throw new PrivateFileError(path, 'is there already.')
  return signer
}

/** The key of such a file; `undefined` when there is none. Throws `PrivateFileError` for a file that does not hold it. */
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
    throw new PrivateFileError(path, 'holds another key than its name says.')
  return signer
}

/** Throws `PrivateFileError`. */
export function parseKeys(path: string, content: JsonObject): readonly StoredKey[] {
  const parsed = fileSchema.safeParse(content)
  if (parsed.success) return parsed.data.keys
  throw new PrivateFileError(path, `is no key file (${placeOf('', parsed.error)}).`)
}

export async function makeKey(ctx: CryptoContext, purpose: string, row: KeyPlan[string]): Promise<StoredKey> {
  const key =
    'crv' in row
      ? await ctx.crypto.generateAgreementKey(row.crv)
      : // RSA keys are all alike; what one is for stands beside it.
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
    throw new PrivateFileError(path, 'has a key that is no private JWK.')
  }
}
