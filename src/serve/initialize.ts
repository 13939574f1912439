/**
 * Initializes a service in a directory for this role only. Writes a commented settings file that works on this machine,
 * its JSON Schema, the keys, and the administration's token. For a Relying Party, also writes a sample application.
 * Only the owner can read the files. Keeps existing files, except the JSON Schema of an earlier version.
 */
import { existsSync, lstatSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { encodeBase64url } from '../base/index.ts'
import { withKeyCache } from '../jose/index.ts'
import {
  ConfigError,
  createNodeCrypto,
  createNodeRandom,
  createSystemClock,
  type FileLock,
  lockFile,
  makePrivateDirectory,
  type PrivateFileOptions,
  requirePrivateFile,
  writePrivateContent,
} from '../node/index.ts'
import { composeService } from './compose-service.ts'
import { openStores } from './open-stores.ts'
import { privateFilesOf } from './private-files.ts'
import { localPort } from './public-port.ts'
import { readSettings } from './read-settings.ts'
import { roleNames, type ServedRole } from './role-names.ts'
import type { RoleSettings } from './role-settings.ts'
import { portalFiles, writePortal } from './sample-portal.ts'
import type { Located } from './service.ts'
import { describeSettings, settingsSchemaFile } from './settings-document.ts'
import { defaultPorts, type TemplateOptions, writeTemplate } from './template.ts'

/** Directory of the settings file, and values for its template. */
export interface InitializeOptions extends TemplateOptions {
  readonly directory: string
  /** Name of the settings file in the directory. Defaults to that of the role: `relying-party.json`. */
  readonly fileName?: string
  /** Environment variables with settings or a passphrase. Defaults to none. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** Result of an initialization. */
export interface Initialized {
  /** Path of the file of settings. */
  readonly file: string
  /** False if the file already existed. */
  readonly written: boolean
  /** Directory of the key file. */
  readonly keys: string
  /** Private files that this call created for the keys, in order, each with the `kid` of its keys. */
  readonly createdKeys: readonly { readonly file: string; readonly kids: readonly string[] }[]
  /** Path of the sample application. Only for a Relying Party that has one. */
  readonly sample?: string
}

/**
 * Initializes a service. A second call only creates what is missing. Rejects with `ConfigError` or `PrivateFileError`
 * if an existing file cannot be used, a file cannot be written, or the directory belongs to another role. Before it
 * rejects, removes what it has created.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { mkdtempSync, rmSync } from 'node:fs'
 * import { initialize } from 'fiducia/serve'
 *
 * const directory = mkdtempSync('service-')
 * const { file, written } = await initialize('trust-anchor', { directory })
 * assert.ok(written)
 * assert.ok(file.startsWith(directory))
 * rmSync(directory, { recursive: true })
 * ```
 */
export async function initialize<R extends ServedRole>(role: R, options: InitializeOptions): Promise<Initialized> {
  const createdPaths: string[] = []
  let hasFailed = false
  let lock: FileLock | undefined
  let written: Written<R>
  const onMade = (path: string): void => void (hasFailed ? removeQuietly(path) : createdPaths.push(path))
  try {
    lock = createLocked(options.directory, onMade)
    written = await writeAll(role, options, onMade)
  } catch (thrown) {
    hasFailed = true // keys are created concurrently: some files appear after the failure
    for (const path of createdPaths.toReversed()) removeQuietly(path)
    throw thrown
  } finally {
    lock?.release()
  }
  const { settings, keyPaths, ...initialized } = written
  return { ...initialized, ...describeKeys(settings, options, keyPaths) }
}

/**
 * Creates and locks the directory, so that no other process uses files that this one might remove again. Throws
 * `ConfigError` if the directory cannot be created, or if another process has locked it.
 */
function createLocked(directory: string, onMade: (path: string) => void): FileLock {
  try {
    makePrivateDirectory(directory, onMade)
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    if (code === undefined) throw thrown
    throw new ConfigError([`${directory}: no service can be initialized there (${code}): name another directory`])
  }
  const path = join(directory, 'lock')
  const missing = !existsSync(path)
  const lock = lockWherePossible(path)
  if (lock === undefined)
    throw new ConfigError([
      `${directory}: another process initializes a service there: run the command again when it has ended`,
    ])
  if (missing) onMade(path)
  return lock
}

/**
 * Returns `undefined` if another process has the lock. Returns a lock without effect if the lock file cannot be used,
 * for example because the directory is not writable. Such a directory may already contain all files.
 */
function lockWherePossible(path: string): FileLock | undefined {
  try {
    return lockFile(path)
  } catch {
    return { release: () => undefined }
  }
}

interface Written<R extends ServedRole> extends Omit<Initialized, 'keys' | 'createdKeys'> {
  readonly settings: RoleSettings[R]
  /** Files and directories that were created for the keys. */
  readonly keyPaths: readonly string[]
}

async function writeAll<R extends ServedRole>(
  role: R,
  options: InitializeOptions,
  onMade: (path: string) => void,
): Promise<Written<R>> {
  const { directory, fileName = `${role}.json`, environment = {} } = options
  const file = join(directory, fileName)
  const missing = !existsSync(file)
  const otherRole = roleNames.find((one) => one !== role && existsSync(join(directory, `${one}.json`)))
  if (missing && otherRole !== undefined)
    throw new ConfigError([
      `${directory}: it contains a ${otherRole}, and two roles must not share keys and token: name another directory`,
    ])
  const random = createNodeRandom()
  const token = join(directory, 'administration.token')
  const create = (path: string, text: string): boolean => writePrivateContent(path, text, { mode: 'create', onMade })
  if (!existsSync(token)) create(token, `${encodeBase64url(random.bytes(32))}\n`)
  const portal = role === 'relying-party' && missing ? createPortal(directory, options, create) : undefined
  const written = missing && create(file, writeTemplate(role, { ...options, ...portal }))
  const settings = readSettings(role, { file, environment })
  const keyPaths: string[] = []
  const memoryStores = await openStores(role, { ...settings.database, url: 'sqlite::memory:' })
  try {
    const service = await composeService(role, settings, {
      clock: createSystemClock(),
      random,
      crypto: withKeyCache(createNodeCrypto()),
      fetch: () => Promise.reject(new Error('nothing is requested while a service is initialized')),
      stores: memoryStores.stores,
      decisions: { record: () => undefined },
      onFault: () => undefined,
      environment,
      makeKeys: true,
      onMade: (path) => {
        keyPaths.push(path)
        onMade(path)
      },
    })
    service.stop()
    service.close()
  } finally {
    await memoryStores.close()
  }
  writeSchema(join(directory, settingsSchemaFile(role)), role, written, onMade)
  const sample = join(directory, portalFiles.program)
  return { settings, keyPaths, file, written, ...(role === 'relying-party' && existsSync(sample) && { sample }) }
}

/** Returns the directory of the key file, and the created files among these paths. */
function describeKeys(
  settings: Located,
  { environment = {} }: InitializeOptions,
  keyPaths: readonly string[],
): Pick<Initialized, 'keys' | 'createdKeys'> {
  const { at, options } = privateFilesOf(settings, { environment })
  const files = keyPaths.filter((path) => lstatSync(path).isFile()).toSorted()
  return { keys: at(), createdKeys: files.map((file) => ({ file, kids: readKids(file, options) })) }
}

/** Returns the `kid` of each key of a file, and none of a file that is not a key file. */
function readKids(file: string, options: PrivateFileOptions): readonly string[] {
  const { keys } = requirePrivateFile(file, options)
  return Array.isArray(keys) ? keys.flatMap(({ kid }) => (typeof kid === 'string' ? [kid] : [])) : []
}

/** Creates the sample application and its key. Returns the digest of the key, for the settings. */
function createPortal(
  directory: string,
  { publicUrl, port = localPort(publicUrl) ?? defaultPorts['relying-party'] }: TemplateOptions,
  create: (path: string, text: string) => boolean,
): Pick<TemplateOptions, 'portalKeyDigest'> {
  const keyFile = join(directory, portalFiles.key)
  if (!existsSync(keyFile)) create(keyFile, `${encodeBase64url(createNodeRandom().bytes(32))}\n`)
  create(join(directory, portalFiles.program), writePortal(publicUrl ?? `http://localhost:${port}`))
  return { portalKeyDigest: createNodeCrypto().digestText('sha-256', readFileSync(keyFile, 'utf8').trim()) }
}

/** Writes the JSON Schema beside new settings. Replaces the schema of an earlier version if possible. */
function writeSchema(path: string, role: ServedRole, isNew: boolean, onMade: (path: string) => void): void {
  const text = `${JSON.stringify(describeSettings(role), null, 2)}\n`
  if (isNew && writePrivateContent(path, text, { mode: 'create', onMade })) return
  try {
    if (readFileSync(path, 'utf8') !== text) writePrivateContent(path, text, { mode: 'replace' })
  } catch {
    // The schema is missing or cannot be written. That is not a fault, because the service does not read it.
  }
}

/** Removes a file or an empty directory. Keeps a directory that contains other files. */
function removeQuietly(path: string): void {
  try {
    if (lstatSync(path).isDirectory()) rmdirSync(path)
    else rmSync(path)
  } catch {
    // A file that cannot be removed is complete. The next run keeps it.
  }
}
