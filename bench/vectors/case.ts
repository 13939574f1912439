/**
 * A measured operation over HTTP: creates its requests before the measurement, and passes values of its answers to
 * later operations. Requests are complete, so nothing is signed during the measurement.
 */
import type { ServedRole } from '../../src/serve/index.ts'
import { bodyOf, type RawResponse } from '../client/connection.ts'
import type { FloorName } from '../floors/crypto-floors.ts'
import type { CaseId } from '../goals.ts'
import type { BenchWallet, Population } from './wallets.ts'

/**
 * Environment in which cases are prepared: a population of wallets, and requests for values that only the service can
 * issue.
 */
export interface Stage {
  readonly population: Population
  /** Sends prepared requests outside the measurement. Each must get this status. */
  collect(role: ServedRole, requests: readonly Buffer[], status: number): Promise<readonly RawResponse[]>
}

export interface Case {
  readonly id: CaseId
  readonly role: ServedRole
  /** Cases of the same round that must run before this one, because it uses values of their answers. */
  readonly needs: readonly CaseId[]
  /** Expected status of each answer. */
  readonly status: number
  /** Floor of the unavoidable cryptography. Absent if answers are signed in advance. */
  readonly crypto?: FloorName | 'wp-register'
  /** True if the service stores a claim or a record before it answers. */
  readonly writes: boolean
  /** Returns the requests. Sends the requests that must come before them. */
  prepare(stage: Stage): Promise<readonly Buffer[]>
  /** True if requests may be sent repeatedly, because they contain nothing single-use. */
  readonly repeatable?: true
  /** Stores values of the answers with their wallets, for later cases. */
  storeAnswers?(stage: Stage, answers: readonly RawResponse[]): void
  /** Throws unless the receiver would accept the answer. Called for one answer of each round. */
  validate(answer: RawResponse, wallet: BenchWallet): void | Promise<void>
  /** Status of the answer to a replayed request. Without it, no request is replayed. */
  readonly replayed?: number
  /** Case that must have run in the round for the replay. Defaults to this case. */
  readonly replayedAfter?: CaseId
}

export const eachWallet = async <T>(
  { population }: Stage,
  make: (wallet: BenchWallet, index: number) => T | Promise<T>,
): Promise<T[]> => {
  const made: T[] = []
  for (const [index, wallet] of population.wallets.entries()) made.push(await make(wallet, index))
  return made
}

export const jsonOf = (answer: RawResponse): Record<string, unknown> =>
  JSON.parse(bodyOf(answer)) as Record<string, unknown>

/** Stores members of each wallet's JSON answer. `members` maps a member to the name under which it is stored. */
export function storeMembers(
  { population }: Stage,
  answers: readonly RawResponse[],
  members: Readonly<Record<string, string>>,
) {
  for (const [index, wallet] of population.wallets.entries()) {
    const body = jsonOf(answers[index] as RawResponse)
    for (const [member, name] of Object.entries(members)) wallet.values.set(name, String(body[member]))
  }
}
