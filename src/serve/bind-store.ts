/**
 * Binds keys and store to each other. A lost store must not be replaced by an empty one without notice: all revocations
 * would be forgotten. The same identifier is in `store.json` beside the key file and in the store itself. At the start,
 * a difference shows that the keys or the store were lost or replaced.
 */
import { accessSync, constants, rmSync } from 'node:fs'
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

const fileSchema = z.object({ store: z.string().regex(/^[\w-]{22}$/) })

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
 * identifier adopts that of the file. Rejects with `ConfigError` if the store belongs to other keys, if its identifier
 * is missing beside the keys, or if it is empty although the keys were used with another store (D-1176). Also rejects
 * with `ConfigError` if `newStore` is true for a store that is bound or not empty. Rejects with `PrivateFileError` if
 * the file cannot be read. If the file is missing and cannot be written, only warns, or with `newStore` rejects with
 * `PrivateFileError`.
 */
export async function bindStore(parts: BindStoreParts): Promise<void> {
  const { identity, file, newStore } = parts
  // Another replica writes a shared file before it binds the store, so the store is read first.
  const inStore = await identity.find()
  const inFile = readIdentifier(parts)
  if (newStore && (inStore !== undefined || !(await identity.isEmpty())))
    throw new ConfigError([
      `--new-store: the store${inStore === undefined ? '' : ` ${inStore}`} is in use: start without --new-store`,
    ])
  if (inStore !== undefined) {
    if (inFile !== undefined && inFile !== inStore) throw otherKeysError(file, inFile, inStore)
    if (inFile === undefined) requireConfirmation(parts, inStore)
    return
  }
  if (newStore) return bindNew(parts, inFile)
  if (inFile !== undefined && (await identity.isEmpty())) throw emptyStoreError(file, inFile)
  const created = inFile ?? createFile(parts)
  const bound = await bindOrDiscard(parts, created, inFile === undefined)
  if (bound !== created && inFile !== undefined) throw otherKeysError(file, inFile, bound)
  if (inFile === undefined && readIdentifier(parts) !== bound) writeIdentifier(parts, bound)
}

/**
 * Creates the file with a new identifier. Returns the identifier of another replica that has created the file since.
 * Ignores a file that cannot be written.
 */
function createFile(parts: BindStoreParts): string {
  const created = makeIdentifier(parts)
  try {
    writePrivateFile(parts.file, { store: created }, { ...parts.options, readOnly: false, mode: 'create' })
  } catch (thrown) {
    if (!(thrown instanceof PrivateFileError)) throw thrown
  }
  return readIdentifier(parts) ?? created
}

/** Binds the store. If that fails, removes a new file: the next start would take the store for a lost one. */
async function bindOrDiscard({ identity, file }: BindStoreParts, created: string, isNew: boolean): Promise<string> {
  try {
    return await identity.bind(created)
  } catch (thrown) {
    if (isNew) rmSync(file, { force: true })
    throw thrown
  }
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

/**
 * Binds the keys to a new store. Writes the file first: if the process then crashes, the store is still empty, and the
 * operator can repeat the start.
 */
async function bindNew(parts: BindStoreParts, former: string | undefined): Promise<void> {
  const { identity, file, options, warn } = parts
  const created = makeIdentifier(parts)
  const writeFile = (store: string): boolean =>
    writePrivateFile(file, { store }, { ...options, readOnly: false, mode: 'replace' })
  writeFile(created)
  const bound = await identity.bind(created)
  if (bound !== created) writeFile(bound) // another replica was first
  warn(
    `--new-store: the keys are bound to the new store ${bound}. It does not contain what was revoked in ${former ?? 'an earlier one'}.`,
  )
}

const makeIdentifier = ({ random }: Pick<BindStoreParts, 'random'>): string => encodeBase64url(random.bytes(16))

function readIdentifier({ file, options }: Pick<BindStoreParts, 'file' | 'options'>): string | undefined {
  const content = readPrivateFile(file, { ...options, onPlain: () => undefined })
  if (content === undefined) return undefined
  const parsed = fileSchema.safeParse(content)
  if (!parsed.success) throw new PrivateFileError(file, 'contains no identifier of a store: restore it from a backup.')
  return parsed.data.store
}

/**
 * Writes the identifier beside the key file. Warns if the file cannot be written, for example because an orchestrator
 * mounts the directory read-only: the operator must then add the file.
 */
function writeIdentifier({ file, options, warn }: BindStoreParts, store: string): void {
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
