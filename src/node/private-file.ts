/**
 * Files with secrets: readable by their owner only, written atomically, and optionally encrypted with a passphrase
 * (scrypt RFC 7914, AES-256-GCM).
 */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import {
  describeReadFault,
  describeWriteFault,
  failed,
  type JsonObject,
  missingFileRemedy,
  parseJsonObject,
  shellWord,
} from '../base/index.ts'
import { makePrivateDirectory } from './private-directory.ts'

/** A private file that cannot be used. The message names the file, the fault and, if known, the remedy. */
export class PrivateFileError extends Error {
  constructor(path: string, fault: string) {
    super(`The file ${path} ${fault}`)
    this.name = 'PrivateFileError'
  }
}

/** An encrypted file that does not open with the passphrase. */
export class UndecryptableFile extends PrivateFileError {}

/** Options for reading and writing secrets. */
export interface PrivateFileOptions {
  /** Passphrase that encrypts written files and opens encrypted ones. Without it, files are written in plain text. */
  readonly passphrase?: string
  /** Accepts files that others can read, such as secrets that an orchestrator mounts. Defaults to false. */
  readonly sharedReading?: boolean
  /** Refuses to create or replace a file, for replicas that share files and for mounted files. Defaults to false. */
  readonly readOnly?: boolean
  /** Called for a plain file that was read although a passphrase is configured. */
  readonly onPlain?: (path: string) => void
  /** Called for each file that the mode `create` writes, and for each directory that is created for a file. */
  readonly onMade?: (path: string) => void
}

const missingPassphrase =
  'provide its passphrase in FIDUCIA_KEYS_PASSPHRASE, or name a file with it (keys.passphraseFile, --passphrase-file)'
const wrongPassphrase =
  'check the passphrase (in a variable, quotation marks and line ends belong to it), or restore the file from a backup'

/** Cost parameters of scrypt. The files do not contain them, so a change makes existing files unreadable. */
const scryptCost = { N: 32_768, r: 8, p: 1, maxmem: 67_108_864 }
const envelopeSchema = z.object({
  encryption: z.literal('scrypt-aes-256-gcm'),
  salt: z.base64url(),
  iv: z.base64url(),
  ciphertext: z.base64url(),
})

/**
 * Reads and decrypts a JSON object. Also tries the passphrase with a byte order mark in front. Returns `undefined` if
 * there is no file. Throws `PrivateFileError` if the file cannot be read or decrypted, is not a JSON object, or is
 * accessible to others and `sharedReading` is not set.
 */
export function readPrivateFile(path: string, options: PrivateFileOptions): JsonObject | undefined {
  const text = readPrivateText(path, options)
  if (text === undefined) return undefined
  const content = parseJsonObject(text, 'file')
  if (failed(content))
    throw new PrivateFileError(path, 'is not a JSON object: restore it from a backup, or name another file.')
  if (!Object.hasOwn(content, 'encryption')) {
    if (options.passphrase !== undefined) options.onPlain?.(path)
    return content
  }
  const envelope = envelopeSchema.safeParse(content)
  if (!envelope.success) throw new PrivateFileError(path, 'is encrypted in an unknown format.')
  if (options.passphrase === undefined) throw new PrivateFileError(path, `is encrypted: ${missingPassphrase}.`)
  // Before D-1062, the byte order mark of a passphrase file was part of the passphrase.
  const plaintext = open(envelope.data, options.passphrase) ?? open(envelope.data, `\ufeff${options.passphrase}`)
  const inner = plaintext === undefined ? undefined : parseJsonObject(plaintext, 'file')
  if (inner === undefined || failed(inner))
    throw new UndecryptableFile(path, `does not open with this passphrase, or was damaged: ${wrongPassphrase}.`)
  return inner
}

/** Reads a file as `readPrivateFile` does. Also throws `PrivateFileError` if there is no file. */
export function requirePrivateFile(path: string, options: PrivateFileOptions): JsonObject {
  const content = readPrivateFile(path, options)
  if (content === undefined) throw new PrivateFileError(path, `does not exist: ${missingFileRemedy}.`)
  return content
}

/**
 * Reads a private text without a byte order mark (D-1062). Returns `undefined` if there is no file. Throws
 * `PrivateFileError` if the file cannot be read. Also throws if others than its owner have any access to it, unless
 * `sharedReading` is set or the system is Windows.
 */
export function readPrivateText(path: string, options: Pick<PrivateFileOptions, 'sharedReading'>): string | undefined {
  try {
    const stats = statSync(path)
    const isShared = process.platform !== 'win32' && !stats.isDirectory() && (stats.mode & 0o077) !== 0
    if (isShared && !options.sharedReading)
      throw new PrivateFileError(path, `can be read by others: run chmod 600 ${shellWord(path)}`)
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (thrown instanceof PrivateFileError) throw thrown
    throw new PrivateFileError(path, `cannot be read ${describeReadFault(thrown)}.`)
  }
}

/**
 * Writes a JSON object as `writePrivateContent` does, encrypted if there is a passphrase. Also throws
 * `PrivateFileError` if `readOnly` is set.
 */
export function writePrivateFile(
  path: string,
  content: object,
  options: PrivateFileOptions & { readonly mode: 'create' | 'replace' },
): boolean {
  if (options.readOnly)
    throw new PrivateFileError(
      path,
      'is missing or incomplete: restore it from a backup. Only if it was never there, run fiducia init.',
    )
  const text = JSON.stringify(content, null, 2)
  return writePrivateContent(
    path,
    `${options.passphrase === undefined ? text : seal(text, options.passphrase)}\n`,
    options,
  )
}

/**
 * Writes a file with mode 0600, unencrypted, and flushes file and directory. Creates missing directories with mode
 * 0700. Mode `create` never replaces a file, and returns false if the file exists. Throws `PrivateFileError` if the
 * file cannot be written, and then leaves no draft.
 */
export function writePrivateContent(
  path: string,
  content: string | Uint8Array,
  { mode, onMade }: Pick<PrivateFileOptions, 'onMade'> & { readonly mode: 'create' | 'replace' },
): boolean {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`
  try {
    makePrivateDirectory(dirname(path), onMade)
    const file = openSync(draft, 'wx', 0o600)
    try {
      try {
        writeFileSync(file, content)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      const published = publish(draft, path, mode)
      if (published && mode === 'create') onMade?.(path)
      flushDirectory(dirname(path))
      return published
    } catch (thrown) {
      rmSync(draft, { force: true })
      throw thrown
    }
  } catch (thrown) {
    throw new PrivateFileError(path, `cannot be written ${describeWriteFault(thrown)}.`)
  }
}

/**
 * Encrypts a file in plain text. Returns false if it is already encrypted with this passphrase. Throws
 * `PrivateFileError` if it is missing, has another passphrase, or cannot be read or written.
 */
export function encryptPrivateFile(path: string, passphrase: string): boolean {
  const plain: string[] = []
  const content = requirePrivateFile(path, { passphrase, onPlain: (file) => void plain.push(file) })
  return plain.length > 0 && writePrivateFile(path, content, { passphrase, mode: 'replace' })
}

/**
 * Error codes that `flushDirectory` ignores: the directory cannot be read, or its file system cannot flush directories.
 */
const unflushable: ReadonlySet<string | undefined> = new Set(['EACCES', 'EBADF', 'EINVAL', 'ENOTSUP'])

/**
 * Flushes the directory: a power failure loses even a flushed file if its directory entry is not flushed. Does nothing
 * on Windows, which cannot open directories.
 */
function flushDirectory(path: string): void {
  if (process.platform === 'win32') return
  let directory: number | undefined
  try {
    directory = openSync(path, 'r')
    fsyncSync(directory)
  } catch (thrown) {
    if (!unflushable.has((thrown as NodeJS.ErrnoException).code)) throw thrown
  } finally {
    if (directory !== undefined) closeSync(directory)
  }
}

function publish(draft: string, path: string, mode: 'create' | 'replace'): boolean {
  if (mode === 'replace') {
    renameSync(draft, path)
    return true
  }
  try {
    linkSync(draft, path)
    return true
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw thrown
  } finally {
    unlinkSync(draft)
  }
}

function seal(text: string, passphrase: string): string {
  const salt = randomBytes(16)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, 32, scryptCost), iv)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const encode = (bytes: Buffer): string => bytes.toString('base64url')
  const envelope = { salt: encode(salt), iv: encode(iv), ciphertext: encode(ciphertext) }
  return JSON.stringify({ encryption: 'scrypt-aes-256-gcm', ...envelope }, null, 2)
}

function open(envelope: z.infer<typeof envelopeSchema>, passphrase: string): string | undefined {
  const decode = (text: string): Buffer => Buffer.from(text, 'base64url')
  const bytes = decode(envelope.ciphertext)
  try {
    const key = scryptSync(passphrase, decode(envelope.salt), 32, scryptCost)
    const decipher = createDecipheriv('aes-256-gcm', key, decode(envelope.iv), { authTagLength: 16 })
    decipher.setAuthTag(bytes.subarray(bytes.length - 16))
    return decipher.update(bytes.subarray(0, bytes.length - 16), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
