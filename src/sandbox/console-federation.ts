/**
 * Parts of the console that only a sandbox can provide: the client of the roles' administration, and the entities about
 * which the Trust Anchor was asked for a statement but has none.
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
  readonly networkOptions: GuardedFetchOptions
  readonly roles: readonly ConsoleRole[]
  /** Token of every role's administration. */
  readonly token: string
  /** Receives the function that closes the connections. */
  readonly addStop: (close: () => Promise<void>) => void
}

/**
 * Maximum time for a response of a role's administration, in milliseconds. A registration may wait for one request to
 * the candidate (5 s by default), and then for the Trust Anchor's own trust chain (20 s).
 */
const administrationMilliseconds = 30_000

/** Creates the client of the roles' administration. */
export function openAdminister({ traffic, networkOptions, roles, token, addStop }: AdministerOptions): Administer {
  const fetch = createGuardedFetch({
    loopbackHttp: true,
    ...networkOptions,
    timeoutMilliseconds: administrationMilliseconds,
  })
  addStop(() => fetch.close())
  return createAdminister(traffic.fetchAs('console', fetch), roles, () => token)
}

const maximumApplicants = 20

/**
 * Returns the entities about which the last request for a statement got 404 from the Trust Anchor: at most 20, most
 * recent first. Does not check who sent the request. `authority` is the Trust Anchor's identifier.
 */
export function applicantsIn(messages: Pick<MessageLog, 'all'>, authority: string): readonly Applicant[] {
  const fetchUrl = joinUrl(authority, paths.fetch)
  /** Time of the last request in seconds, or `undefined` if it did not get 404. */
  const refusedAt = new Map<string, number | undefined>()
  for (const { at, request, response } of messages.all()) {
    if (!request.url.startsWith(`${fetchUrl}?`) || response === undefined) continue
    const entityId = new URL(request.url).searchParams.get('sub') ?? ''
    refusedAt.delete(entityId)
    refusedAt.set(entityId, response.status === 404 ? Math.floor(at / 1000) : undefined)
  }
  return [...refusedAt]
    .flatMap(([entityId, at]) => (at === undefined ? [] : [{ entityId, at }]))
    .toReversed()
    .slice(0, maximumApplicants)
}
