/** Polls the decisions of running roles through their administration APIs, and records them in the console's feed. */
import {
  type DecisionSink,
  type Fetch,
  failed,
  fetchText,
  joinUrl,
  parseJsonObject,
  readTrouble,
} from '../../base/index.ts'
import { decisionsPath } from '../../member/index.ts'
import { every, parseDecision } from '../../node/index.ts'

/** A role whose decisions are polled, and the console's token there. */
interface FollowedRole {
  readonly name: string
  readonly url: string
  readonly token?: string
}

interface FollowParts {
  /** Must not add the name of an operator to a request, because no operator causes the polling. */
  readonly fetch: Fetch
  readonly feed: DecisionSink
  readonly pollSeconds: number
  /**
   * Called with a code if the decisions of a role cannot be read, and again if the code changes. Called with
   * `undefined` when the decisions can be read again. An overload is reported only after two consecutive overloaded
   * polls.
   */
  readonly onTrouble: (role: string, code: string | undefined) => void
}

const statusCodes: ReadonlyMap<number, string> = new Map([
  [401, 'token_wrong'],
  [403, 'forbidden'],
  [429, 'rate_limited'],
  [503, 'overloaded'],
])

/** Maximum size of a page of decisions in bytes. */
const maximumPageBytes = 8 * 1024 * 1024
/** Maximum number of pages that one poll of a role reads. The next poll reads the rest. */
const maximumPages = 5

/**
 * Starts polling, at once and then every `pollSeconds`. Returns a function that stops it. A running poll then
 * continues, but reports no trouble. Skips roles without a token. Drops a decision that it cannot parse.
 */
export function followDecisions(roles: readonly FollowedRole[], { pollSeconds, ...parts }: FollowParts): () => void {
  let isStopped = false
  const onTrouble: FollowParts['onTrouble'] = (role, code) => {
    if (!isStopped) parts.onTrouble(role, code)
  }
  const stops = roles.flatMap(({ token, ...role }) => {
    if (token === undefined) return []
    const poll = createPoll({ ...role, token }, { ...parts, onTrouble })
    void poll()
    return [every(pollSeconds, poll)]
  })
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}

/**
 * Returns a function that records the role's decisions since its last call. It never rejects, and does nothing while
 * its previous call runs.
 */
function createPoll(
  role: Required<FollowedRole>,
  { fetch, feed, onTrouble }: Omit<FollowParts, 'pollSeconds'>,
): () => Promise<void> {
  let cursor: string | undefined
  let trouble: string | undefined
  let isRunning = false
  let previous: string | undefined
  const readPages = async (): Promise<string | undefined> => {
    for (let pages = 0; pages < maximumPages; pages += 1) {
      const page = await readPage(fetch, role, cursor)
      if (typeof page === 'string') return page
      for (const decision of page.decisions.map(parseDecision)) if (decision !== undefined) feed.record(decision)
      cursor = page.cursor
      if (page.decisions.length === 0) return undefined
    }
    return undefined
  }
  return async () => {
    if (isRunning) return
    isRunning = true
    const currentTrouble = await readPages().catch(() => 'unreachable')
    isRunning = false
    const isFirst = currentTrouble !== previous
    previous = currentTrouble
    if (currentTrouble === 'overloaded' && isFirst) return
    if (currentTrouble !== trouble) onTrouble(role.name, currentTrouble)
    trouble = currentTrouble
  }
}

/** Returns the page of decisions after the cursor, or the code of the failure. */
async function readPage(
  fetch: Fetch,
  { url, token, name }: Required<FollowedRole>,
  cursor: string | undefined,
): Promise<{ readonly decisions: readonly unknown[]; readonly cursor: string } | string> {
  const path = cursor === undefined ? decisionsPath : `${decisionsPath}?${new URLSearchParams({ after: cursor })}`
  const request = new Request(joinUrl(url, path), { headers: { authorization: `Bearer ${token}` } })
  const text = await fetchText(fetch, request, 'application/json', name, { size: maximumPageBytes })
  if (failed(text)) {
    // `fetchText` ends the place with the status.
    const [, status] = /\.status\.(\d+)$/.exec(text.at) ?? []
    const { trouble = '' } = readTrouble(text.at)
    if (['certificate', 'other_name'].includes(trouble)) return 'certificate_untrusted'
    return statusCodes.get(Number(status)) ?? text.code
  }
  const page = parseJsonObject(text, name, { size: maximumPageBytes })
  if (failed(page) || !Array.isArray(page.decisions) || typeof page.cursor !== 'string') return 'answer_unreadable'
  return { decisions: page.decisions, cursor: page.cursor }
}
