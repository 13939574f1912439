/** Follows the decisions of running roles by their administrations, and records them in the console's feed. */
import { type DecisionSink, type Fetch, failed, fetchText, joinUrl, parseJsonObject } from '../../base/index.ts'
import { decisionsPath } from '../../member/index.ts'
import { every, parseDecision } from '../../node/index.ts'

/** A role whose decisions are followed, and the console's token there. */
interface FollowedRole {
  readonly name: string
  readonly url: string
  readonly token?: string
}

interface FollowParts {
  /** Must not name an operator: the console follows for itself. */
  readonly fetch: Fetch
  readonly feed: DecisionSink
  readonly pollSeconds: number
  /** Called when the decisions of a role can no longer be read, and when they can be read again. */
  readonly onTrouble: (role: string, code: string | undefined) => void
}

/** Maximum size of a page of decisions in bytes. */
const longestPage = 8 * 1024 * 1024
/** Maximum number of pages of one role in a round. The next round reads the rest. */
const mostPages = 5

/** Begins to follow. Returns the function that ends it. A role without a token is not followed. */
export function followDecisions(roles: readonly FollowedRole[], { pollSeconds, ...parts }: FollowParts): () => void {
  const stops = roles.flatMap(({ token, ...role }) => {
    if (token === undefined) return []
    const round = createRound({ ...role, token }, parts)
    void round()
    return [every(pollSeconds, round)]
  })
  return () => {
    for (const stop of stops) stop()
  }
}

/** Returns the function that reads what a role decided since the last call. Never rejects. Calls do not overlap. */
function createRound(
  role: Required<FollowedRole>,
  { fetch, feed, onTrouble }: Omit<FollowParts, 'pollSeconds'>,
): () => Promise<void> {
  let cursor: string | undefined
  let trouble: string | undefined
  let isRunning = false
  const readPages = async (): Promise<string | undefined> => {
    for (let pages = 0; pages < mostPages; pages += 1) {
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
    const now = await readPages().catch(() => 'unreachable')
    isRunning = false
    if (now !== trouble) onTrouble(role.name, now)
    trouble = now
  }
}

/** Returns a page of decisions, or the code of the fault. */
async function readPage(
  fetch: Fetch,
  { url, token, name }: Required<FollowedRole>,
  cursor: string | undefined,
): Promise<{ readonly decisions: readonly unknown[]; readonly cursor: string } | string> {
  const path = cursor === undefined ? decisionsPath : `${decisionsPath}?${new URLSearchParams({ after: cursor })}`
  const request = new Request(joinUrl(url, path), { headers: { authorization: `Bearer ${token}` } })
  const text = await fetchText(fetch, request, 'application/json', name, { size: longestPage })
  if (failed(text)) return text.code
  const page = parseJsonObject(text, name, { size: longestPage })
  if (failed(page) || !Array.isArray(page.decisions) || typeof page.cursor !== 'string') return 'answer_unreadable'
  return { decisions: page.decisions, cursor: page.cursor }
}
