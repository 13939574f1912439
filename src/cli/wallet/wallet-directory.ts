/**
 * Storage of a command line wallet: settings and sealed files in its directory. The sealing key is elsewhere, in the
 * user's configuration directory (WI-11).
 */
import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import type { DecisionSink, PublicJwk } from '../../base/index.ts'
import { makePrivateDirectory, readPrivateFile, writePrivateContent, writePrivateFile } from '../../node/index.ts'
import { furtherProfileNames } from '../../profiles/index.ts'
import type { BlobStore, StorageSecret } from '../../wallet/index.ts'
import { UserError } from '../user-error.ts'

const publicKeys = z.array(z.custom<PublicJwk>((value) => typeof value === 'object' && value !== null)).min(1)

/** Content of `settings.json`. Later versions read the file of an earlier one, so a new member must be optional. */
const walletSettings = z.strictObject({
  walletProvider: z.string(),
  /** Console whose device API creates the simulated phone. */
  console: z.string(),
  /** Platform of the simulated phone. Defaults to Android. */
  platform: z.enum(['android', 'ios']).optional(),
  /** Default PID Provider. */
  pidProvider: z.string().optional(),
  trustAnchor: z.string(),
  /** Pinned keys of the Trust Anchor. */
  anchorKeys: publicKeys,
  /** Trust Anchor entities of the profiles other than `seed`, each with the sandbox's test issuer for that profile. */
  profileAnchors: z
    .array(
      z.strictObject({
        profile: z.enum(furtherProfileNames),
        entityId: z.string(),
        keys: publicKeys,
        testIssuer: z.string(),
      }),
    )
    .optional(),
  /** Additional roots for the certificates of other parties (PEM), besides those in the keys of `profileAnchors`. */
  certificateRoots: z.array(z.string()).optional(),
  /** PEM certificates of a sandbox with https. */
  certificateAuthorities: z.array(z.string()),
})

export type WalletSettings = z.infer<typeof walletSettings>

const settingsPath = (directory: string): string => join(directory, 'settings.json')

/**
 * Reads the settings of a wallet. Returns `undefined` if there is no wallet. Throws a UserError if the file does not
 * contain settings, and `PrivateFileError` if it cannot be read.
 */
export function readSettings(directory: string): WalletSettings | undefined {
  const content = readPrivateFile(settingsPath(directory), {})
  if (content === undefined) return undefined
  const parsed = walletSettings.safeParse(content)
  if (parsed.success) return parsed.data
  throw new UserError(
    `The file ${settingsPath(directory)} does not contain the settings of a wallet: remove ${directory} and start again.`,
  )
}

/** Writes the settings, readable by their owner only. Replaces existing ones. */
export function writeSettings(directory: string, settings: WalletSettings): void {
  writePrivateFile(settingsPath(directory), settings, { mode: 'replace' })
}

/** Creates a store with one file for each record. Records are replaced atomically. */
export function createFileBlobStore(directory: string): BlobStore {
  const folder = join(directory, 'sealed')
  const pathOf = (name: string): string => join(folder, `${Buffer.from(name, 'utf8').toString('base64url')}.sealed`)
  const isMissing = (thrown: unknown): boolean => (thrown as NodeJS.ErrnoException).code === 'ENOENT'
  return {
    get: async (name) => {
      try {
        return new Uint8Array(readFileSync(pathOf(name)))
      } catch (thrown) {
        if (isMissing(thrown)) return undefined
        throw thrown
      }
    },
    put: async (name, bytes) => void writePrivateContent(pathOf(name), bytes, { mode: 'replace' }),
    delete: async (name) => rmSync(pathOf(name), { force: true }),
    names: async () => {
      try {
        const files = readdirSync(folder).filter((file) => file.endsWith('.sealed'))
        return files.map((file) => Buffer.from(file.slice(0, -'.sealed'.length), 'base64url').toString('utf8'))
      } catch (thrown) {
        if (isMissing(thrown)) return []
        throw thrown
      }
    },
  }
}

const storedKey = z.object({ key: z.base64url() })

/**
 * Returns the sealing key of this directory's wallet. Creates a missing key in the user's configuration directory. The
 * path of the directory determines the key file, so a wallet in a moved directory does not open. Throws a UserError if
 * the key file contains no key, and `PrivateFileError` if it cannot be read or written.
 */
export function openStorageSecret(directory: string, environment: NodeJS.ProcessEnv): StorageSecret {
  const { XDG_CONFIG_HOME: configured = '' } = environment
  // A relative path must be ignored (XDG Base Directory Specification): its meaning depends on the working directory.
  const home = isAbsolute(configured) ? configured : join(homedir(), '.config')
  const name = createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 32)
  const path = join(home, 'fiducia', 'wallets', `${name}.json`)
  const newKey = { key: randomBytes(32).toString('base64url') }
  if (readPrivateFile(path, {}) === undefined) writePrivateFile(path, newKey, { mode: 'create' })
  const parsed = storedKey.safeParse(readPrivateFile(path, {}))
  const key = parsed.success ? Buffer.from(parsed.data.key, 'base64url') : undefined
  if (key?.length !== 32)
    throw new UserError(`The file ${path} contains no wallet key: restore it, or start a new wallet.`)
  return { storageKey: async () => new Uint8Array(key) }
}

/**
 * Creates a sink that appends every decision of the wallet to its log, for `fiducia explain --log` (WI-19). A decision
 * that cannot be written is lost. `warn` receives a sentence about the first loss.
 */
export function createFileSink(directory: string, warn: (sentence: string) => void): DecisionSink {
  const file = join(directory, 'decisions.jsonl')
  let warned = false
  return {
    record: (decision) => {
      try {
        makePrivateDirectory(directory)
        const line = JSON.stringify({ event: decision.outcome, decision })
        appendFileSync(file, `${line}\n`, { mode: 0o600 })
      } catch (thrown) {
        const code = (thrown as NodeJS.ErrnoException).code ?? 'unknown'
        if (!warned) warn(`The log ${file} cannot be written (${code}): decisions are not logged.`)
        warned = true
      }
    },
  }
}
