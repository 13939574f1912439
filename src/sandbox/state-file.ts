/**
 * Reads and writes `sandbox.json`, by which other programs on this machine find a running sandbox. The file is in
 * `.fiducia` and in the directory of `--data`. Only its owner can read it. It is written when all parties answer, and
 * removed at exit. If several sandboxes run in one directory, it describes the first one.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PrivateFileError, readPrivateFile, writePrivateFile } from '../node/index.ts'
import { furtherProfileNames } from '../profiles/index.ts'

const schema = z.looseObject({
  pid: z.int(),
  console: z.url(),
  trust_anchor: z.url().optional(),
  wallet_provider: z.url().optional(),
  pid_provider: z.url().optional(),
  relying_party: z.url().optional(),
  national_idp: z.object({ oidc: z.url(), saml: z.url().optional() }).optional(),
  users: z.array(z.object({ username: z.string(), password: z.string(), level: z.string() })).optional(),
  admin_token: z.string().optional(),
  /** Key that opens the console once, with --host. Each use replaces the key. */
  console_key: z.string().optional(),
  /** API key with which an application on this machine uses the Relying Party. */
  application_key: z.string().optional(),
  /** Client of an application that logs users in with OpenID Connect, with --openid. */
  openid: z.object({ issuer: z.url(), client_id: z.string(), client_secret: z.string() }).optional(),
  /** Additional entities by profile, with --profiles. */
  profiles: z
    .partialRecord(
      z.enum(furtherProfileNames),
      z.object({
        trust_anchor: z.url(),
        wallet_provider: z.url(),
        pid_provider: z.url(),
        relying_party: z.url(),
        /** Issues credentials of the profile without a login. */
        test_issuer: z.url(),
      }),
    )
    .optional(),
  /** Certificate in PEM, with --https. */
  certificate_authority: z.string().optional(),
})

/** Content of `sandbox.json`. */
export type SandboxState = z.infer<typeof schema>

/** Name of the file of decisions, only in the directory of `--data`. It remains after the sandbox has stopped. */
export const decisionFile = 'decisions.jsonl'

const pathOf = (directory: string): string => join(directory, 'sandbox.json')
const defaultDirectory = '.fiducia'

/**
 * Returns the state of the running sandbox in the directory, which defaults to `.fiducia`. Returns `undefined` if there
 * is no file, or if the sandbox's process has ended. Throws `PrivateFileError` if the file cannot be read, can be read
 * by others, or has another content.
 */
export function readStateFile(directory = defaultDirectory): SandboxState | undefined {
  const path = pathOf(directory)
  const content = readPrivateFile(path, {})
  if (content === undefined) return undefined
  const parsed = schema.safeParse(content)
  if (!parsed.success) throw new PrivateFileError(path, 'is not the state of a sandbox: remove it and start again.')
  return isAlive(parsed.data.pid) ? parsed.data : undefined
}

/** State files that a sandbox has written. */
export interface WrittenState {
  /**
   * Directory with the state: `.fiducia`, or `own` if another running sandbox uses `.fiducia`. `undefined` if other
   * running sandboxes use both.
   */
  readonly directory: string | undefined
  /** Replaces the state in the written files, unless another running sandbox replaced them. */
  update(state: SandboxState): void
  /** Removes the written files, unless another sandbox replaced them. */
  remove(): void
}

/** Console URLs of the running sandboxes whose state this process has written. */
const announced = new Set<string>()

/**
 * Writes the state into the directory `own`, and then into `.fiducia`: a program that waits for the file in `.fiducia`
 * finds both. Leaves out a directory with the state of another running sandbox. Throws `PrivateFileError` if a file
 * cannot be written.
 */
export function writeStateFile(state: SandboxState, own?: string): WrittenState {
  const directories = [...(own === undefined ? [] : [own]), defaultDirectory].filter((one) => !isTaken(one, state))
  const update = (next: SandboxState): void => {
    for (const directory of directories)
      if (!isTaken(directory, next)) writePrivateFile(pathOf(directory), next, { mode: 'replace' })
  }
  update(state)
  announced.add(state.console)
  return {
    directory: directories.at(-1),
    update,
    remove: () => {
      announced.delete(state.console)
      for (const directory of directories) {
        const { pid, console } = readIfValid(directory) ?? {}
        if (pid === state.pid && console === state.console) rmSync(pathOf(directory), { force: true })
      }
    },
  }
}

/**
 * Returns true if the directory contains the state of another running sandbox. A state with the same console URL is
 * stale, because two sandboxes cannot share the URL. The sandbox that wrote the state has ended, and another program
 * has its process id. A state with the id of this process is stale unless this process wrote the state. An ended
 * process can have had the same id.
 */
function isTaken(directory: string, { pid, console }: SandboxState): boolean {
  const existing = readIfValid(directory)
  if (existing === undefined || existing.console === console) return false
  return existing.pid !== pid || announced.has(existing.console)
}

function readIfValid(directory: string): SandboxState | undefined {
  try {
    return readStateFile(directory)
  } catch {
    return undefined
  }
}

/** Returns true if a process with this id exists, even one of another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
}
