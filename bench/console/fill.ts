/**
 * Messages and decisions as a busy sandbox records them: whole issuances, with the sizes of real requests and answers,
 * and occasional refusals.
 */
import type { DecisionRecord } from '../../src/base/index.ts'
import type { DecisionFeed, Message, MessageLog } from '../../src/console/index.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'

const start = 1_768_478_400_000
/** Checks of one decision of a PID Provider. */
const checks = Array.from({ length: 40 }, (_, index) => ({ requirement: `PP-${index + 10}`, passed: true }))

/** Creates functions that record messages and decisions. Ten messages in a row belong to one flow. */
export function createFiller(log: MessageLog, feed: DecisionFeed) {
  const random = seededRandom('console')
  const text = (bytes: number): string => Buffer.from(random.bytes(bytes)).toString('base64url')
  let count = 0
  let state = ''
  const recordDecision = (trace: string, isRefused: boolean): void =>
    feed.record({
      ...{ trace, surface: 'pid-provider/token', at: Math.floor(start / 1000) + count, evidence: {} },
      outcome: isRefused ? 'refused' : 'accepted',
      checks: isRefused
        ? [...checks, { requirement: 'PP-17', passed: false, code: 'iss_mismatch', at: 'iss' }]
        : [...checks],
    } satisfies DecisionRecord)
  const message = (): string => {
    count += 1
    if (count % 10 === 1) state = text(32)
    const trace = text(9)
    recordDecision(trace, count % 500 === 0)
    const recorded: Message = {
      ...{ id: `m${count}`, at: start + count * 10, from: 'wallet', to: 'pid-provider', milliseconds: 4 },
      traces: [trace],
      request: {
        ...{ method: 'POST', url: 'https://pid.example/token' },
        headers: [
          ['content-type', 'application/x-www-form-urlencoded'],
          ['dpop', text(400)],
        ],
        body: `grant_type=authorization_code&state=${state}&client_assertion=${text(600)}`,
      },
      response: {
        status: count % 500 === 0 ? 400 : 200,
        headers: [['content-type', 'application/json']],
        body: JSON.stringify({ access_token: text(600), c_nonce: text(32) }),
      },
    }
    log.record(recorded)
    return recorded.id
  }
  return {
    /** Records a decision without a message. */
    decision: (): void => {
      count += 1
      recordDecision(text(9), count % 50 === 0)
    },
    /** Records a message and its decision. Returns the id of the message. */
    message,
    /** Records the first message of the next flow. Returns its id. */
    flow: (): string => {
      count += 10 - (count % 10)
      return message()
    },
  }
}
