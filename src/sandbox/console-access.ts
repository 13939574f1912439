/**
 * Access to the console of a sandbox that other machines can reach. Such a console requires a key, which can be used
 * once. Each use of a key creates the next key.
 */
import type { Decide } from '../base/index.ts'
import { type Access, type ClientScope, createAccess, createClientScope, createOneTimeKey } from '../console/index.ts'
import type { AnswerWithHeaders } from '../http/index.ts'
import { createNodeCrypto, createNodeRandom, createSystemClock } from '../node/index.ts'
import { isOpenToOthers } from './origins.ts'
import type { SandboxOptions, SandboxParts } from './sandbox-parts.ts'

/** Access to a console that requires a key, and the first key. */
interface KeyedAccess {
  readonly access: Access
  readonly clients: ClientScope
  readonly key: string
}

interface KeyedAccessParts {
  readonly publicUrl: string
  readonly decide: Decide<AnswerWithHeaders>
  /** Called with the next key when a key was used. */
  readonly onNextKey: (key: string) => void
}

/**
 * Creates the access to the console. Returns `undefined` for a sandbox on loopback, which requires no login. Programs
 * can read decisions with the administration token instead of a key.
 */
export function createKeyedAccess(
  { host }: Pick<SandboxOptions, 'host'>,
  { state }: Pick<SandboxParts, 'state'>,
  { publicUrl, decide, onNextKey }: KeyedAccessParts,
): KeyedAccess | undefined {
  if (!isOpenToOthers(host)) return undefined
  const ctx = { crypto: createNodeCrypto(), random: createNodeRandom(), clock: createSystemClock() }
  const secret = createOneTimeKey(ctx, onNextKey)
  const programToken = state?.admin_token
  const clients = createClientScope(() => false)
  const access = createAccess({
    ...{ ...ctx, publicUrl, decide, secret, client: clients.currentNetwork },
    ...(programToken !== undefined && { programToken }),
    milliseconds: () => performance.now(),
  })
  return { access, clients, key: secret.current() }
}

/** Returns the line that shows the key on the terminal. */
export const describeKey = (publicUrl: string, key: string): string =>
  `console key      ${key}  (opens the console once: ${publicUrl}/login?key=${key})\n`
