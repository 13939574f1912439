/**
 * The goals as data (`goals.json`), one row for each operation: the ratio that must be reached and the one that would be
 * as good as it gets. A row says what its ratio is of.
 */
import { readFileSync } from 'node:fs'

type HttpCase =
  | 'wp-nonce'
  | 'wp-register'
  | 'wp-token'
  | 'pid-par-cold'
  | 'pid-par-warm'
  | 'pid-authorize'
  | 'pid-token'
  | 'pid-credential'
  | 'rp-request-object'
  | 'rp-response'
  | 'rp-status'
  | 'entity-configuration'
  | 'federation-fetch'
  | 'federation-resolve'

export type InProcessCase = 'sd-jwt-issue' | 'sd-jwt-verify' | 'trust-chain-cold' | 'trust-chain-cached'

export type BehaviourCase = 'issuance-sum' | 'two-processes' | 'tail' | 'overload' | 'bad-input' | 'memory'

export type CaseId = HttpCase | InProcessCase | BehaviourCase

export interface Goal {
  readonly case: CaseId
  readonly operation: string
  /** What the ratio is of: the cryptographic floor, raw HTTP, both with storage, or what the row says. */
  readonly of: 'crypto' | 'http' | 'combined' | 'one process' | 'service time' | 'peak' | 'accepted' | 'itself'
  readonly must: number
  readonly moonshot: number
  /** A smaller figure is better. */
  readonly least?: true
  /** No bar lies below so many times what a bare server needs in the same run (ADR 13). */
  readonly timesBare?: { readonly must: number; readonly moonshot: number }
}

export const goals: readonly Goal[] = JSON.parse(readFileSync(new URL('goals.json', import.meta.url), 'utf8'))

/** The bar that holds in a run: nobody is held to what that machine lets nobody reach. */
export const barOf = (goal: Goal, level: 'must' | 'moonshot', bare: number | undefined): number =>
  bare === undefined || goal.timesBare === undefined ? goal[level] : Math.max(goal[level], bare * goal.timesBare[level])

/** Whether a figure is as good as a bar. */
export const reaches = ({ least }: Pick<Goal, 'least'>, figure: number, bar: number): boolean =>
  least ? figure <= bar : figure >= bar
