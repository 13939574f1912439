/**
 * Consumers of an operation's time: its cryptography, and the folders and packages that take the most time beside it.
 * A profiled round gives their shares. The page applies the shares to the measured time, because a profiled round is
 * slower.
 */
import type { CryptoCounts } from '../../test/support/crypto-counter.ts'
import type { CaseId } from '../goals.ts'
import type { CaseProfile } from '../measure.ts'
import { judge, type Result } from '../results.ts'
import { folderOf, functionOf, renderShares, selfTimes, totalOf } from './profile.ts'

/** Shares of the time of one operation, as parts of 1. */
interface Consumers {
  readonly cryptography: number
  /** Largest first. */
  readonly others: readonly { readonly name: string; readonly share: number }[]
}

/** Node's own cryptography, with the reading and verifying of certificates. */
const cryptography = new Set(['node:crypto'])

/** Number of consumers beside cryptography that the page names for each operation. */
const namedConsumers = 3

export function consumersOf({ profile }: Pick<CaseProfile, 'profile'>): Consumers {
  const shares = selfTimes(profile, folderOf)
  const total = totalOf(shares)
  const others = shares.filter(({ name }) => !cryptography.has(name))
  return {
    cryptography: 1 - totalOf(others) / total,
    others: others.slice(0, namedConsumers).map(({ name, time }) => ({ name, share: time / total })),
  }
}

export type ConsumersByCase = ReadonlyMap<CaseId, Consumers>

/** Rows that are not profiled. The page refers to the rows with the same requests. */
const madeOf: { readonly [name in CaseId]?: readonly CaseId[] } = {
  'issuance-sum': ['pid-par-cold', 'pid-token', 'pid-credential'],
  tail: ['pid-par-warm'],
  overload: ['pid-par-warm'],
}

export function consumersByCase(profiles: readonly CaseProfile[]): ConsumersByCase {
  return new Map(profiles.map((one) => [one.case, consumersOf(one)]))
}

/** Renders one line of Markdown for each row below its moonshot. */
export function renderConsumers(results: readonly Result[], byCase: ConsumersByCase): string {
  const lines = results.flatMap((result) => {
    if (judge(result).moonshot) return []
    const { goal, cpu } = result
    const parts = madeOf[goal.case]
    if (parts) return [`| ${goal.operation} | – | as ${parts.map((id) => operationOf(results, id)).join(', ')} |`]
    const consumers = byCase.get(goal.case)
    return consumers ? [lineOf(goal.operation, consumers, cpu)] : []
  })
  if (lines.length === 0) return 'Every row is at its moonshot.'
  return ['| operation | cryptography | the three largest others |', '| --- | --- | --- |', ...lines].join('\n')
}

const operationOf = (results: readonly Result[], id: CaseId): string =>
  results.find(({ goal }) => goal.case === id)?.goal.operation ?? id

function lineOf(operation: string, consumers: Consumers, cpu: number | undefined): string {
  const shareText = (share: number): string => {
    const percent = `${(share * 100).toFixed(0)} %`
    return cpu === undefined ? percent : `${percent} (${(share * cpu).toFixed(share * cpu < 10 ? 1 : 0)} µs)`
  }
  const others = consumers.others.map(({ name, share }) => `${name} ${shareText(share)}`).join(', ')
  return `| ${operation} | ${shareText(consumers.cryptography)} | ${others} |`
}

/** Renders folders, functions and counted cryptography for a terminal. */
export function renderCaseProfile({ case: id, requests, profile, counts }: CaseProfile): string {
  const folders = renderShares(selfTimes(profile, folderOf), requests, 16)
  const functions = renderShares(selfTimes(profile, functionOf), requests, 40)
  return `\n== ${id}: ${counts ? countsOf(counts, requests) : ''}\n${folders}\n--\n${functions}`
}

function countsOf(counts: CryptoCounts, requests: number): string {
  const times = Object.entries(counts).filter(([, count]) => count > 0)
  return times.map(([name, count]) => `${(count / requests).toFixed(2)} ${name}`).join(', ') || 'no cryptography'
}
