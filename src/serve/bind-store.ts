/**
 * Binds keys and store to each other. A lost store must not be replaced by an empty one without notice: all revocations
 * would be forgotten. The same identifier is in `store.json` beside the key file and in the store itself. At the start,
 * a difference shows that the keys or the store were lost or replaced.
 */
import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { encodeBase64url, type Random } from '../base/index.ts'
import {
  ConfigError,
  PrivateFileError,
  type PrivateFileOptions,
  readPrivateFile,
  writePrivateFile,
} from '../node/index.ts'
import type { StoreIdentity } from '../stores/index.ts'

/** Content of `store.json`. `pending` means that the store may not be bound to the identifier yet (D-1178). */
const fileSchema = z.object({ store: z.string().regex(/^[\w-]{22}$/), pending: z.literal(true).optional() })
type StoreFile = z.infer<typeof fileSchema>

interface BindStoreParts {
  readonly identity: StoreIdentity
  /** `store.json` beside the key file. */
  readonly file: string
  readonly options: PrivateFileOptions
  readonly random: Random
  /** Accepts an empty store for keys that were used with another store. */
  readonly newStore: boolean
  /** Receives a sentence for the operator. */
  readonly warn: (sentence: string) => void
}

/**
 * Binds keys and store at the first start, and compares their identifiers at each later start. A store without an
 * identifier adopts that of the file. Several processes may start at once, and a start that ended early can be repeated
 * (D-1178). Rejects with `ConfigError` if the store belongs to other keys, if its identifier is missing beside the
 * keys, or if it is empty although the keys were used with another store (D-1176). Also rejects with `ConfigError` if
 * `newStore` is true for a store that is bound or not empty. Rejects with `PrivateFileError` if the file cannot be
 * read. If the file cannot be written, only warns, or with `newStore` rejects with `PrivateFileError`.
 */
export async function bindStore(parts: BindStoreParts): Promise<void> {
  const { identity, file, newStore } = parts
  // Another replica writes a shared file before it binds the store, so the store is read first.
  const inStore = await identity.find()
  const inFile = readFile(parts)
  if (newStore && (inStore !== undefined || !(await identity.isEmpty())))
    throw new ConfigError([
      `--new-store: the store${inStore === undefined ? '' : ` ${inStore}`} is in use: start without --new-store`,
    ])
  if (inStore !== undefined) {
    if (inFile === undefined) requireConfirmation(parts, inStore)
    else if (inFile.pending) writeConfirmed(parts, inStore)
    else if (inFile.store !== inStore) throw otherKeysError(file, inFile.store, inStore)
    return
  }
  if (newStore) return bindNew(parts, inFile)
  const { store, pending } = inFile ?? createPending(parts)
  if (pending) return writeConfirmed(parts, await identity.bind(store))
  // Another replica that confirmed a shared file has bound the store since it was read above.
  if ((await identity.find()) === undefined && (await identity.isEmpty())) throw emptyStoreError(file, store)
  const bound = await identity.bind(store)
  if (bound !== store) throw otherKeysError(file, store, bound)
}

/**
 * Creates the file with a new identifier that is pending. Returns the content of a file that another replica has
 * created since. Ignores a file that cannot be written.
 */
function createPending(parts: BindStoreParts): StoreFile {
  const created: StoreFile = { store: makeIdentifier(parts), pending: true }
  try {
    writePrivateFile(parts.file, created, { ...parts.options, readOnly: false, mode: 'create' })
  } catch (thrown) {
    if (!(thrown instanceof PrivateFileError)) throw thrown
  }
  return readFile(parts) ?? created
}

/**
 * Throws `ConfigError` if the identifier of a bound store is missing beside the keys: a wrong path of the key file, and
 * new keys there, would give the service another identity. If the directory is read-only, only warns: the first start
 * could not write the identifier either.
 */
function requireConfirmation({ file, warn }: BindStoreParts, inStore: string): void {
  const confirmation = `write ${JSON.stringify({ store: inStore })} into ${file}`
  if (isWritable(dirname(file)))
    throw new ConfigError([
      `keys.file: the store ${inStore} was used with keys, and ${file} does not say that these are the same: correct keys.file or database.url. If the keys belong to this store, ${confirmation}`,
    ])
  warn(
    `${file} is missing, so nothing shows that these keys belong to the store ${inStore}: if they do, ${confirmation}. Otherwise correct keys.file`,
  )
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Binds the keys to a new store. Writes the file first, so that a start that ends early can be repeated. */
async function bindNew(parts: BindStoreParts, former: StoreFile | undefined): Promise<void> {
  const { identity, file, options, warn } = parts
  const created: StoreFile = { store: makeIdentifier(parts), pending: true }
  writePrivateFile(file, created, { ...options, readOnly: false, mode: 'replace' })
  const bound = await identity.bind(created.store)
  writeConfirmed(parts, bound)
  const formerStore = former === undefined || former.pending ? 'an earlier one' : former.store
  warn(
    `--new-store: the keys are bound to the new store ${bound}. It does not contain what was revoked in ${formerStore}.`,
  )
}

const makeIdentifier = ({ random }: Pick<BindStoreParts, 'random'>): string => encodeBase64url(random.bytes(16))

function readFile({ file, options }: Pick<BindStoreParts, 'file' | 'options'>): StoreFile | undefined {
  const content = readPrivateFile(file, { ...options, onPlain: () => undefined })
  if (content === undefined) return undefined
  const parsed = fileSchema.safeParse(content)
  if (!parsed.success) throw new PrivateFileError(file, 'contains no identifier of a store: restore it from a backup.')
  return parsed.data
}

/**
 * Writes the identifier of the bound store beside the key file. Warns if the file cannot be written, for example
 * because an orchestrator mounts the directory read-only: the operator must then add the file.
 */
function writeConfirmed({ file, options, warn }: BindStoreParts, store: string): void {
  try {
    writePrivateFile(file, { store }, { ...options, readOnly: false, mode: 'replace' })
  } catch (thrown) {
    if (!(thrown instanceof PrivateFileError)) throw thrown
    const advice = `put ${JSON.stringify({ store })} there`
    warn(`${file} cannot be written, so a lost store would not be noticed at the next start: ${advice}.`)
  }
}

const otherKeysError = (file: string, inFile: string, inStore: string): ConfigError =>
  new ConfigError([
    `database.url: the store is bound to other keys: it is ${inStore}, and ${file} names ${inFile}: name the store of these keys, or the keys of this store`,
  ])

const emptyStoreError = (file: string, inFile: string): ConfigError =>
  new ConfigError([
    `database.url: the store is empty, and ${file} says that the keys were used with the store ${inFile}. What was revoked there would be valid again: restore that store, or start once with --new-store`,
  ])
