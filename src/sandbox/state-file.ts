/**
 * `.fiducia/sandbox.json`: where a running sandbox tells other programs on this machine where it is (DESIGN §8).
 * Owner-only, written when everything answers, removed at exit. Of several in one directory the first stands there.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PrivateFileError, readPrivateFile, writePrivateFile } from '../node/index.ts'

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
  /** With which an application on this machine uses the relying party's API. */
  application_key: z.string().optional(),
  /** PEM, under --https. */
  certificate_authority: z.string().optional(),
})

/** `.fiducia/sandbox.json` by its shape. */
export type SandboxState = z.infer<typeof schema>

/** Where decisions outlive the sandbox, in a directory that the user named. */
export const decisionFile = 'decisions.jsonl'

const pathOf = (directory: string): string => join(directory, 'sandbox.json')
const here = '.fiducia'

/** The state of the sandbox that runs here, or in the directory given; `undefined` when none does. */
export function readStateFile(directory = here): SandboxState | undefined {
  const path = pathOf(directory)
  const content = readPrivateFile(path, {})
  if (content === undefined) return undefined
  const parsed = schema.safeParse(content)
  if (!parsed.success) throw new PrivateFileError(path, 'is no state of a sandbox: remove it and start again.')
  return isAlive(parsed.data.pid) ? parsed.data : undefined
}

/** The files of a sandbox that was announced. */
export interface WrittenState {
  /** Where programs find the state; not said when another sandbox's stands here and this one has no directory of its own. */
  readonly directory: string | undefined
  /** Removes what was written, unless another took the place. */
  forget(): void
}

/**
 * Writes the state into this one's own directory, and here, unless another sandbox that runs has its own here. Here last:
 * whoever waits for it finds all of it.
 */
export function writeStateFile(state: SandboxState, own?: string): WrittenState {
  const directories = [...(own === undefined ? [] : [own]), ...(isTaken(state) ? [] : [here])]
  for (const directory of directories) writePrivateFile(pathOf(directory), state, { mode: 'replace' })
  return {
    directory: directories.at(-1),
    forget: () => {
      for (const directory of directories)
        if (readable(directory)?.pid === state.pid) rmSync(pathOf(directory), { force: true })
    },
  }
}

/** Two cannot answer at one console: such a file was left behind, and its process number has gone to another program. */
function isTaken({ pid, console }: SandboxState): boolean {
  const standing = readable(here)
  return standing !== undefined && standing.pid !== pid && standing.console !== console
}

function readable(directory: string): SandboxState | undefined {
  try {
    return readStateFile(directory)
  } catch {
    return undefined
  }
}

/** A sandbox that was killed leaves its file behind. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
}
