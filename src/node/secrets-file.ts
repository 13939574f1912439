/**
 * Secrets that all replicas of a role share, by purpose: for example the HMAC keys of challenges and `c_nonce`s, and
 * the key of `unique_id`, which is never rotated. During a rotation, a purpose has two secrets: the first creates
 * values, and both verify values.
 */
import { z } from 'zod'
import { encodeBase64url, type JsonObject, type NonceKey, type NonceKeys, type Random } from '../base/index.ts'
import {
  PrivateFileError,
  type PrivateFileOptions,
  readPrivateFile,
  requirePrivateFile,
  writePrivateFile,
} from './private-file.ts'

/** HMAC keys by purpose, not only for nonces: one or two for each purpose, the current one first. */
export type Secrets<P extends string> = { readonly [purpose in P]: NonceKeys }

const secret = z.object({
  id: z.int().min(0).max(255),
  /** 32 bytes. */
  secret: z.base64url().length(43),
})
const fileSchema = z.object({ secrets: z.record(z.string(), z.array(secret).min(1).max(2)) })
type Stored = z.infer<typeof fileSchema>['secrets']

/**
 * Returns the secrets of the purposes, the current one first. Creates and saves missing secrets. If another process
 * creates the file at the same time, returns the secrets of that process. Throws `PrivateFileError` if the file is
 * malformed or cannot be read or written, or if `readOnly` is set and a secret is missing. Does not guard against two
 * processes that add a purpose to an existing file at the same time.
 */
export function loadSecrets<const P extends string>(
  ctx: { readonly random: Random },
  path: string,
  purposes: readonly P[],
  options: PrivateFileOptions = {},
): Secrets<P> {
  const content = readPrivateFile(path, options)
  const stored = content === undefined ? {} : parseSecrets(path, content)
  const missing = purposes.filter((purpose) => !Object.hasOwn(stored, purpose))
  if (missing.length === 0) return toSecrets(purposes, stored)
  const secrets: Stored = { ...stored }
  for (const purpose of missing) secrets[purpose] = [makeSecret(ctx.random, 1)]
  const mode = content === undefined ? 'create' : 'replace'
  return writePrivateFile(path, { secrets }, { ...options, mode })
    ? toSecrets(purposes, secrets)
    : loadSecrets(ctx, path, purposes, options)
}

/**
 * Takes the next step of a rotation. All services must restart before the following step. If the second secret is newer
 * than the first, they change places. Otherwise a new secret takes the second place, and replaces the secret that is
 * there, if any. Returns the `id`s in order. Throws `PrivateFileError` if there is no secret of the purpose, if
 * `readOnly` is set, or if the file is missing, malformed or cannot be read or written. Does not check whether the
 * purpose may be rotated.
 */
export function rotateSecret(
  ctx: { readonly random: Random },
  path: string,
  purpose: string,
  options: PrivateFileOptions = {},
): readonly number[] {
  const content = requirePrivateFile(path, options)
  const stored = parseSecrets(path, content)
  const [current, second] = stored[purpose] ?? []
  if (current === undefined) throw new PrivateFileError(path, `has no secret for "${purpose}".`)
  const nextId = (current.id + 1) % 256
  const rotated = second?.id === nextId ? [second, current] : [current, makeSecret(ctx.random, nextId)]
  writePrivateFile(path, { secrets: { ...stored, [purpose]: rotated } }, { ...options, mode: 'replace' })
  return rotated.map(({ id }) => id)
}

function parseSecrets(path: string, content: JsonObject): Stored {
  const parsed = fileSchema.safeParse(content)
  if (parsed.success) return parsed.data.secrets
  throw new PrivateFileError(path, 'is not a file of secrets.')
}

const makeSecret = (random: Random, id: number): z.infer<typeof secret> => ({
  id,
  secret: encodeBase64url(random.bytes(32)),
})

function toSecrets<P extends string>(purposes: readonly P[], stored: Stored): Secrets<P> {
  const toKey = ({ id, secret: text }: z.infer<typeof secret>): NonceKey => ({
    id,
    secret: new Uint8Array(Buffer.from(text, 'base64url')),
  })
  return Object.fromEntries(purposes.map((purpose) => [purpose, stored[purpose]?.map(toKey)])) as unknown as Secrets<P>
}
