/**
 * Several people repeat complete life cycles at a running sandbox until `stop`: setup, PID, both presentations, every
 * request again (which must be refused), revocation, and a last presentation, which must be refused too. `judge` checks
 * the recorded errors at the end.
 */

import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fetch } from '../../src/base/index.ts'
import {
  type Answered,
  createVisitor,
  fetchRegister,
  isRetryable,
  presentRevoked,
  replay,
  revoke,
  runLifeCycle,
} from './visitor.ts'

export interface SteadyLoad {
  /** Returns the successful answers per second, between two times of `performance.now`. */
  rate(from: number, to: number): number
  /** Returns the numbers of completed and of abandoned life cycles. */
  counts(): { readonly completed: number; readonly abandoned: number }
  /**
   * Returns the origins that have carried out a request with a value of single use, among the last 60 such requests.
   */
  usedAt(): ReadonlySet<string>
  /** Ends the load. Resolves when no life cycle is in progress. */
  stop(): Promise<void>
  /**
   * Throws if there was a forbidden outcome. Looks up in the register each PID that arrived, and repeats the last
   * requests that were carried out, even those of abandoned life cycles. Returns the number of permitted errors: by
   * status, or for a missing answer by target and reason.
   */
  judge(adminToken?: string): Promise<Readonly<Record<string, number>>>
}

interface LoadOptions {
  readonly base: number
  readonly adminToken: string
  readonly people: number
  readonly fetch: Fetch
  /** Milliseconds between the life cycles of one person. */
  readonly pauseMilliseconds?: number
}

/** Milliseconds until all caches have the new status: in the sandbox, a status list is cached for two seconds. */
const revocationMilliseconds = 2500

/**
 * Returns true for a refusal after which the wallet can repeat or sign the request again. A wallet that repeats a proof
 * after a lost answer gets a fresh `c_nonce` with the refusal (OpenID4VCI draft 13 §7.3.1.2, WI-53).
 */
const canRetry = ({ path, status, retryAfter, text = '' }: Answered): boolean =>
  isRetryable(status, retryAfter) ||
  (path.endsWith('/credential') && status === 400 && /"invalid_proof".*"c_nonce":/.test(text))

export function startLoad({ base, adminToken, people, fetch, pauseMilliseconds = 0 }: LoadOptions): SteadyLoad {
  const answered: number[] = []
  const failures: Answered[] = []
  const wrong: string[] = []
  /** Status list indexes of PIDs that arrived and have not yet been seen in the register. */
  const unseen: number[] = []
  const used: Request[] = []
  const use = (request: Request): void => {
    used.push(request)
    if (used.length > 60) used.shift()
  }
  const counted = { completed: 0, abandoned: 0 }
  let stopping = false
  /** Records answers. After `expect`, a refusal below status 500 does not count as a failure. */
  const recordAnswers = () => {
    let expected = false
    return {
      expect: () => {
        expected = true
      },
      onAnswer: (one: Answered): void => {
        if (one.status > 0 && one.status < 400) answered.push(performance.now())
        else if (!expected || one.status >= 500) failures.push(one)
      },
    }
  }

  async function runOneLifeCycle(): Promise<void> {
    const { onAnswer, expect } = recordAnswers()
    const visitor = await createVisitor({ base, fetch, onAnswer, onUse: use })
    const { origins } = visitor
    let confirmed = false
    try {
      await runLifeCycle(visitor)
      const known = await fetchRegister(fetch, origins, adminToken, 50)
      const entry = known.find(({ statusIndex }) => statusIndex === visitor.statusIndexes[0])
      assert.ok(entry, 'a PID is not in the register')
      confirmed = true
      expect()
      await replay(visitor, fetch, true)
      if (!(await revoke(fetch, origins, adminToken, entry.id))) throw new Error('not revoked')
      await wait(revocationMilliseconds)
      await presentRevoked(visitor)
    } finally {
      if (!confirmed) unseen.push(...visitor.statusIndexes)
    }
  }
  async function repeatLifeCycles(): Promise<void> {
    while (!stopping) {
      try {
        await runOneLifeCycle()
        counted.completed += 1
      } catch (thrown) {
        counted.abandoned += 1
        // A failed assertion of the load shows a wrong acceptance or a second use, which is never permitted.
        if (thrown instanceof assert.AssertionError) wrong.push(thrown.message)
        await wait(100)
      }
      if (pauseMilliseconds > 0) await wait(pauseMilliseconds)
    }
  }
  const running = Array.from({ length: people }, repeatLifeCycles)
  return {
    rate: (from, to) => (answered.filter((at) => at >= from && at < to).length * 1000) / (to - from),
    counts: () => ({ ...counted }),
    usedAt: () => new Set(used.map(({ url }) => new URL(url).origin)),
    stop: async () => {
      stopping = true
      await Promise.all(running)
    },
    judge: async (token = adminToken) => {
      assert.deepEqual(wrong, [])
      const histogram: Record<string, number> = {}
      for (const failure of failures) {
        const { path, status, retryAfter, text } = failure
        assert.ok(canRetry(failure), `${path} was answered ${status}, Retry-After ${retryAfter}: ${text}`)
        const name = status === 0 ? `0 ${path} ${text}` : `${status}`
        histogram[name] = (histogram[name] ?? 0) + 1
      }
      const { origins } = await createVisitor({ base, fetch })
      const missing = new Set(unseen)
      let before: string | undefined
      do {
        const page = await fetchRegister(fetch, origins, token, 1000, before)
        for (const { statusIndex } of page) missing.delete(statusIndex)
        before = page.length < 1000 ? undefined : page.at(-1)?.id
      } while (missing.size > 0 && before !== undefined)
      assert.deepEqual([...missing], [], 'PIDs at these status list indices are not in the register')
      for (const request of used) {
        const { status } = await fetch(request.clone())
        assert.ok(status >= 400 && status < 500, `${request.url} was carried out and is answered ${status} again`)
      }
      return histogram
    },
  }
}
