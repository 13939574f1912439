/**
 * Begins a service: writes a commented file of settings that works on this machine, and the keys beside it, readable by
 * their owner only, in a directory of the role's own. What is there already is left as it is, so that it can be run again
 * for keys that are missing.
 */
import { existsSync, lstatSync, rmdirSync, rmSync } from 'node:fs'
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
  writePrivateText,
} from '../node/index.ts'
import { composeService } from './compose-service.ts'
import { openStores } from './open-stores.ts'
import { readSettings } from './read-settings.ts'
import { roleNames, type ServedRole } from './role-names.ts'
import { type TemplateOptions, writeTemplate } from './template.ts'

/** Where the file of settings goes, and what it says. */
export interface InitializeOptions extends TemplateOptions {
  readonly directory: string
  /** Settings may be given by it, a passphrase above all. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** What was made where a service begins. */
export interface Initialized {
  /** The file of settings. */
  readonly file: string
  /** False when there was one already. */
  readonly written: boolean
}

/**
 * Rejects with `ConfigError` or `PrivateFileError` where a file that is there cannot be used, none can be written, or the
 * directory is another role's. What was made until then is taken away again: all of it, or nothing.
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
  const made: string[] = []
  let over = false
  let lock: FileLock | undefined
  const onMade = (path: string): void => void (over ? takeAway(path) : made.push(path))
  try {
    lock = enter(options.directory, onMade)
    return await begin(role, options, onMade)
  } catch (thrown) {
    over = true // keys are made side by side, and some after another has failed
    for (const path of made.toReversed()) takeAway(path)
    throw thrown
  } finally {
    lock?.release()
  }
}

/** Makes the directory and keeps others from it, who would build on what may be taken away again. */
function enter(directory: string, onMade: (path: string) => void): FileLock {
  try {
    makePrivateDirectory(directory, onMade)
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    if (code === undefined) throw thrown
    throw new ConfigError([`${directory}: no service can be begun there (${code}): name another directory`])
  }
  const path = join(directory, 'lock')
  const missing = !existsSync(path)
  const lock = lockWherePossible(path)
  if (lock === undefined)
    throw new ConfigError([
      `${directory}: another process begins a service there: run it again when that one has ended`,
    ])
  if (missing) onMade(path)
  return lock
}

/** Where no lock can be made nothing can be made, and what is there may still be whole. */
function lockWherePossible(path: string): FileLock | undefined {
  try {
    return lockFile(path)
  } catch {
    return { release: () => undefined }
  }
}

async function begin<R extends ServedRole>(
  role: R,
  options: InitializeOptions,
  onMade: (path: string) => void,
): Promise<Initialized> {
  const { directory, environment = {} } = options
  const file = join(directory, `${role}.json`)
  const missing = !existsSync(file)
  const other = roleNames.find((one) => one !== role && existsSync(join(directory, `${one}.json`)))
  if (missing && other !== undefined)
    throw new ConfigError([
      `${directory}: a ${other} was begun there, and keys and token are not for two roles: name another directory`,
    ])
  const random = createNodeRandom()
  const token = join(directory, 'administration.token')
  const create = (path: string, text: string): boolean => writePrivateText(path, text, { mode: 'create', onMade })
  if (!existsSync(token)) create(token, `${encodeBase64url(random.bytes(32))}\n`)
  const written = missing && create(file, writeTemplate(role, options))
  const settings = readSettings(role, { file, environment })
  const opened = await openStores(role, { ...settings.database, url: 'sqlite::memory:' })
  try {
    const service = await composeService(role, settings, {
      clock: createSystemClock(),
      random,
      crypto: withKeyCache(createNodeCrypto()),
      fetch: () => Promise.reject(new Error('nothing is asked while a service is begun')),
      stores: opened.stores,
      decisions: { record: () => undefined },
      onFault: () => undefined,
      environment,
      makeKeys: true,
      onMade,
    })
    service.stop()
    service.close()
  } finally {
    await opened.close()
  }
  return { file, written }
}

/** A directory that others have put something into stays. */
function takeAway(path: string): void {
  try {
    if (lstatSync(path).isDirectory()) rmdirSync(path)
    else rmSync(path)
  } catch {
    // What cannot be taken away is whole, and is kept by the next run.
  }
}
