/**
 * The goals as data (`goals.json`), one row for each operation: the required ratio, and the best conceivable one. Each
 * row names the base of its ratio.
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
  | `rp-${'request-object' | 'response'}-${'1.0' | '1.4'}`
  | 'rp-status'
  | 'entity-configuration'
  | 'federation-fetch'
  | 'federation-resolve'

export type InProcessCase = 'sd-jwt-issue' | 'sd-jwt-verify' | 'trust-chain-cold' | 'trust-chain-cached'

export type BehaviourCase =
  | 'issuance-sum'
  | 'two-processes'
  | 'tail'
  | 'overload'
  | `${'sqlite' | 'postgres'}-overload-${2 | 5 | 10 | 'p99' | 'recovery' | 'memory' | 'one-client'}`
  | 'refusal-cost'
  | 'bad-input'
  | 'memory'
  | 'console-cost'
  | 'console-memory'
  | 'console-list'
  | 'console-live'

export type CaseId = HttpCase | InProcessCase | BehaviourCase

export interface Goal {
  readonly case: CaseId
  readonly operation: string
  /** Base of the ratio: the cryptographic floor, raw HTTP, both with storage, or another one. */
  readonly of:
    | 'crypto'
    | 'http'
    | 'combined'
    | 'one process'
    | 'service time'
    | 'peak'
    | 'accepted'
    | 'arrivals'
    | 'itself'
    | 'no console'
    | 'bound'
  /** Required ratio. */
  readonly must: number
  /** Best conceivable ratio. */
  readonly moonshot: number
  /** True if a smaller figure is better. */
  readonly least?: true
  /** Multiples of a bare server's figure in the same run. A bar is at least this multiple (ADR 13). Only with `least`. */
  readonly timesBare?: { readonly must: number; readonly moonshot: number }
}

export const goals: readonly Goal[] = JSON.parse(readFileSync(new URL('goals.json', import.meta.url), 'utf8'))

/**
 * Returns the bar for a run. If the goal has `timesBare`, the bar is never stricter than that multiple of the bare
 * server's figure (`bare`), because no service could reach a stricter one on that machine.
 */
export const barOf = (goal: Goal, level: 'must' | 'moonshot', bare: number | undefined): number =>
  bare === undefined || goal.timesBare === undefined ? goal[level] : Math.max(goal[level], bare * goal.timesBare[level])

/** Returns true if a figure reaches a bar. */
export const reaches = ({ least }: Pick<Goal, 'least'>, figure: number, bar: number): boolean =>
  least ? figure <= bar : figure >= bar
