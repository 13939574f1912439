/**
 * Ports of the console that only the sandbox can provide: the client of the roles' administration, and the entities
 * that asked the Trust Anchor for a statement.
 */
import { joinUrl } from '../base/index.ts'
import {
  type Administer,
  type Applicant,
  type ConsoleRole,
  createAdminister,
  type MessageLog,
} from '../console/index.ts'
import { createGuardedFetch, type GuardedFetchOptions } from '../node/index.ts'
import { paths } from '../trust-anchor/paths.ts'
import type { Traffic } from './traffic.ts'

interface AdministerOptions {
  readonly traffic: Traffic
  readonly reach: GuardedFetchOptions
  readonly roles: readonly ConsoleRole[]
  /** Token of every role's administration. */
  readonly token: string
  /** Receives the function that closes the connections. */
  readonly keep: (close: () => Promise<void>) => void
}

/**
 * Maximum time for a response of the Trust Anchor. Allows for two consecutive timeouts: the candidate, then its
 * superiors.
 */
const administrationMilliseconds = 30_000

/** Creates the client of the roles' administration. */
export function openAdminister({ traffic, reach, roles, token, keep }: AdministerOptions): Administer {
  const fetch = createGuardedFetch({ loopbackHttp: true, ...reach, timeoutMilliseconds: administrationMilliseconds })
  keep(() => fetch.close())
  return createAdminister(traffic.fetchAs('console', fetch), roles, () => token)
}

const maximumApplicants = 20

/**
 * Returns the entities that asked the Trust Anchor for a statement about themselves and got 404 at their last attempt,
 * most recent first, at most 20. `authority` is the Trust Anchor's identifier.
 */
export function applicantsIn(messages: Pick<MessageLog, 'all'>, authority: string): readonly Applicant[] {
  const fetchUrl = joinUrl(authority, paths.fetch)
  const last = new Map<string, boolean | number>()
  for (const { at, request, response } of messages.all()) {
    if (!request.url.startsWith(`${fetchUrl}?`) || response === undefined) continue
    const entityId = new URL(request.url).searchParams.get('sub') ?? ''
    last.delete(entityId)
    last.set(entityId, response.status === 404 ? Math.floor(at / 1000) : true)
  }
  return [...last]
    .flatMap(([entityId, at]) => (typeof at === 'number' ? [{ entityId, at }] : []))
    .toReversed()
    .slice(0, maximumApplicants)
}
