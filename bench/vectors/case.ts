/**
 * A measured operation over HTTP: how its requests are made before the clock starts, and what its answers give to the
 * operations after it. Complete requests only: nothing is signed while the clock runs.
 */
import type { ServedRole } from '../../src/serve/index.ts'
import { bodyOf, type RawResponse } from '../client/connection.ts'
import type { FloorName } from '../floors/crypto-floors.ts'
import type { CaseId } from '../goals.ts'
import type { BenchWallet, Population } from './wallets.ts'

/** What cases are prepared on: a population of wallets and a way to fetch what only the service can give. */
export interface Stage {
  readonly population: Population
  /** Sends prepared requests outside of any measurement; each must be answered with this status. */
  collect(role: ServedRole, requests: readonly Buffer[], status: number): Promise<readonly RawResponse[]>
}

export interface Case {
  readonly id: CaseId
  readonly role: ServedRole
  /** Cases whose answers this one builds upon, in the same round. */
  readonly needs: readonly CaseId[]
  readonly status: number
  /** Cryptography that cannot be avoided; none where the answer was signed ahead. */
  readonly crypto?: FloorName | 'wp-register'
  /** Whether something single-use or lasting is written before the answer leaves. */
  readonly writes: boolean
  prepare(stage: Stage): Promise<readonly Buffer[]>
  /** The requests may be sent again and again: nothing in them is single-use. */
  readonly repeatable?: true
  take?(stage: Stage, answers: readonly RawResponse[]): void
  /** Throws unless the answer is what its receiver would accept: one answer of each round. */
  validate(answer: RawResponse, wallet: BenchWallet): void | Promise<void>
  /** How a request is answered that was sent before, once `replayedAfter` was carried out where that is said. */
  readonly replayed?: number
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

/** Keeps a member of each wallet's own JSON answer. */
export function keepMembers(
  { population }: Stage,
  answers: readonly RawResponse[],
  members: Readonly<Record<string, string>>,
) {
  for (const [index, wallet] of population.wallets.entries()) {
    const body = jsonOf(answers[index] as RawResponse)
    for (const [member, name] of Object.entries(members)) wallet.held.set(name, String(body[member]))
  }
}
