/**
 * What must be so at each moment of a simulated year, from what its operators did and from the documented bounds alone: what
 * certainly succeeds, what certainly is refused and by what, and what may go either way for as long as a bound lets caches stand.
 */
import type { NumericDate } from '../../../src/base/index.ts'
import type { CredentialFormat } from '../../../src/oauth/index.ts'
import { mostCredentialsPerToken } from '../../../src/pid-provider/index.ts'
import { type AskedFormats, lifetimes, skewSeconds } from './federation-plan.ts'
import type { Outcome } from './outcome.ts'

/** Of a statement of the anchor, and with it of all trust in a member (FED-19, FED-38). */
export const trustBound = 86_400 + skewSeconds
/** Of the trust in a member that a superior no longer confirms, or that nobody confirms (FED-38, FED-42). */
const memberBound = 600 + 3600 + skewSeconds
/** For so long a refusal is remembered at most (FED-37); a chain of one's own is tried again sooner. */
export const settleSeconds = 240 + 10
/** Until every reader sees a change of a status (PP-110). */
const statusBound = lifetimes.statusTtl
/** The holder asks for a mark again each hour (D-154), and who has an attestation of before may show it while it lives. */
export const markSettle = (model: YearModel, isShownFirst = false): number =>
  3600 + livesOn(model, isShownFirst) + settleSeconds

type Expectation = 'succeeds' | 'refused' | 'either'

/** Something that is well or not, since when. */
export interface Condition {
  readonly well: boolean
  readonly since: NumericDate
}

export interface Need {
  readonly of: Condition
  /** One that has ceased counts after so many seconds at the latest: at once, for what is asked for each time. */
  readonly boundSeconds: number
  /** One that is well again counts after so many at the latest. */
  readonly settleSeconds?: number
  /** What a person hears when it lacks. */
  readonly refusedBy: RegExp
}

const stateOf = ({ of, boundSeconds, settleSeconds: settles = settleSeconds }: Need, now: NumericDate): Expectation => {
  if (of.well) return now >= of.since + settles ? 'succeeds' : 'either'
  return now >= of.since + boundSeconds ? 'refused' : 'either'
}

export function expectationOf(needs: readonly Need[], now: NumericDate): Expectation {
  const each = needs.map((need) => stateOf(need, now))
  if (each.includes('refused')) return 'refused'
  return each.includes('either') ? 'either' : 'succeeds'
}

/** What is wrong with an outcome, if anything: against what was to be, and by a rule that has nothing to do with what lacks. */
export function objection(needs: readonly Need[], now: NumericDate, outcome: Outcome): string | undefined {
  const expected = expectationOf(needs, now)
  if (outcome.kind === 'done') return expected === 'refused' ? 'is done and must be refused' : undefined
  if (expected === 'succeeds') return `must succeed: ${outcome.why}`
  const lacking = needs.filter((need) => stateOf(need, now) !== 'succeeds')
  return lacking.some(({ refusedBy }) => refusedBy.test(outcome.why)) ? undefined : `is refused by: ${outcome.why}`
}

export const memberNames = ['intermediate', 'walletProvider', 'pidProvider', 'relyingParty'] as const
export type MemberName = (typeof memberNames)[number]
export const partyNames = ['trustAnchor', ...memberNames] as const
export type PartyName = (typeof partyNames)[number]

interface ModelledPid {
  readonly owner: string
  /** In the wallet, and in the register. */
  readonly id: string
  readonly registered: string
  readonly format: CredentialFormat
  readonly expiresAt: NumericDate
  /** Until when it can be renewed without a login. */
  readonly renewableUntil: NumericDate
  /** Until when its access token lives. */
  readonly grantedUntil: NumericDate
  /** Not revoked and not suspended. */
  valid: Condition
  /** For good. */
  revoked?: boolean
  /** Its instance was revoked: it goes with that, where the provider can still learn of it (PP-34). */
  doubtful?: boolean
}

/** What the operators have done so far. */
export interface YearModel {
  /** How long a Wallet Attestation lives. */
  readonly attestationSeconds: number
  readonly asked: AskedFormats
  readonly reachable: Record<PartyName, Condition>
  /** Neither suspended nor removed. */
  readonly member: Record<MemberName, Condition>
  /** Whether the Wallet Provider holds the mark that both others demand. */
  marked: Condition
  /** A process of the Wallet Provider has begun while the issuer of its mark was silent, and has none to show (D-154). */
  marklessProcess: boolean
  /** Since when attestations, and credentials, are signed by keys that stay. */
  attestationKeys: Condition
  credentialKeys: Condition
  /** By person: whether the Wallet Instance stands. */
  readonly instances: Map<string, { readonly tag: string; stands: Condition }>
  readonly pids: ModelledPid[]
}

const always: Condition = { well: true, since: Number.NEGATIVE_INFINITY }
const never: Condition = { well: false, since: Number.NEGATIVE_INFINITY }

export function createYearModel(chosen: Pick<YearModel, 'attestationSeconds' | 'asked'>): YearModel {
  return {
    ...chosen,
    reachable: {
      ...{ trustAnchor: always, intermediate: always },
      ...{ walletProvider: always, pidProvider: always, relyingParty: always },
    },
    member: { intermediate: always, walletProvider: always, pidProvider: always, relyingParty: always },
    marked: always,
    marklessProcess: false,
    attestationKeys: always,
    credentialKeys: always,
    instances: new Map(),
    pids: [],
  }
}

/** Try later; or of one that this process has never trusted that nobody answers (D-120). */
const unreachable = /^later|no_trust_chain at trust_chain\.unreachable/
const untrusted = /^later|no_trust_chain|trust_chain_expired|not listed/

/** The PID Provider stands below the intermediate, and with it. */
const trusted = (model: YearModel, name: MemberName): readonly Need[] => [
  { of: model.member[name], boundSeconds: memberBound, refusedBy: untrusted },
  reached(model, 'trustAnchor', memberBound),
  ...(name === 'pidProvider' ? [...trusted(model, 'intermediate'), reached(model, 'intermediate', memberBound)] : []),
]

const reached = ({ reachable }: YearModel, name: PartyName, boundSeconds = 0): Need => ({
  of: reachable[name],
  boundSeconds,
  refusedBy: unreachable,
})

/** What must not have passed. */
export const within = (end: NumericDate, at: NumericDate, refusedBy: RegExp): Need => ({
  of: at < end ? always : never,
  boundSeconds: at < end + skewSeconds ? Number.POSITIVE_INFINITY : 0,
  refusedBy,
})

/**
 * Each renewal proves another key, and five PIDs live under one token (PP-125). A PID that is suspended or revoked ends
 * them (PP-158). A wallet that was refused asks no more.
 */
export const renewing = ({ pids }: YearModel, { owner, grantedUntil }: ModelledPid): Need => {
  const ofToken = pids.filter((pid) => pid.owner === owner && pid.grantedUntil === grantedUntil)
  const withdrawn = ofToken.some(({ revoked, valid }) => revoked === true || !valid.well)
  const doubtful = ofToken.some((pid) => pid.doubtful === true)
  const hasPlace = ofToken.length < mostCredentialsPerToken
  return {
    of: hasPlace && !withdrawn && !doubtful ? always : never,
    boundSeconds: hasPlace && !withdrawn ? Number.POSITIVE_INFINITY : 0,
    refusedBy: /credential_refused|grant_missing/,
  }
}

const instanceStands = ({ instances }: YearModel, person: string, boundSeconds: number): Need => ({
  of: instances.get(person)?.stands ?? always,
  boundSeconds,
  refusedBy: /instance_lost|revoked/,
})

/**
 * Who refuses an attestation of before is shown a new one in the same flow; where it is shown in a response only, those of
 * before live on (D-308).
 */
const livesOn = ({ attestationSeconds }: YearModel, isShownFirst: boolean): number =>
  isShownFirst ? 0 : attestationSeconds

/** Whoever knows the provider without its newest key looks anew. */
const attestationKeyKnown = (model: YearModel, isShownFirst: boolean): Need => ({
  of: model.attestationKeys,
  boundSeconds: 0,
  settleSeconds: livesOn(model, isShownFirst) + settleSeconds,
  refusedBy: /kid_unknown|status_key_unknown/,
})

export const attesting = (model: YearModel, person: string): readonly Need[] => [
  ...trusted(model, 'walletProvider'),
  reached(model, 'walletProvider'),
  instanceStands(model, person, 0),
  attestationKeyKnown(model, true),
]

export const finding = (model: YearModel): readonly Need[] => [
  ...trusted(model, 'walletProvider'),
  ...trusted(model, 'pidProvider'),
  reached(model, 'walletProvider', trustBound),
  reached(model, 'pidProvider', trustBound),
  reached(model, 'trustAnchor'),
  reached(model, 'intermediate'),
]

/** A mark is shown with half of its 30 days before it, and ends when its issuer is away for longer. */
export const marksMayEnd = (
  { reachable: { trustAnchor }, marked, marklessProcess }: YearModel,
  now: NumericDate,
): boolean => marked.well && !trustAnchor.well && (marklessProcess || now >= trustAnchor.since + 14 * 86_400)

/** With an attestation that is at hand, or a new one; whose status is looked up. */
const attested = (
  model: YearModel,
  person: string,
  now: NumericDate,
  { markSeconds, isShownFirst }: { readonly markSeconds: number; readonly isShownFirst: boolean },
): readonly Need[] => [
  ...trusted(model, 'walletProvider'),
  reached(model, 'walletProvider', trustBound),
  instanceStands(model, person, statusBound),
  attestationKeyKnown(model, isShownFirst),
  {
    of: marksMayEnd(model, now) ? { well: true, since: now } : model.marked,
    boundSeconds: markSeconds,
    settleSeconds: markSettle(model, isShownFirst),
    refusedBy: /trust_mark_missing/,
  },
]

/** Whoever knows the issuer without its newest key looks anew, for credentials as for status lists. */
const issuerKeyKnown = ({ credentialKeys }: YearModel): Need => ({
  of: credentialKeys,
  boundSeconds: 0,
  refusedBy: /key|signature/,
})

/** The PID Provider asks nobody whether a mark still holds: it is gone when nobody has a chain with it any more. */
export const obtaining = (model: YearModel, person: string, now: NumericDate): readonly Need[] => [
  ...attested(model, person, now, { markSeconds: 2 * trustBound, isShownFirst: true }),
  ...trusted(model, 'pidProvider'),
  reached(model, 'pidProvider'),
  issuerKeyKnown(model),
]

/** The Relying Party asks the mark's issuer. */
export const presenting = (
  model: YearModel,
  person: string,
  now: NumericDate,
  variant: keyof AskedFormats,
): readonly Need[] => [
  ...attested(model, person, now, { markSeconds: lifetimes.markStatus, isShownFirst: variant === 'scope' }),
  ...trusted(model, 'pidProvider'),
  // Whose lists cannot be had the wallet takes to be valid, and the Relying Party may know better.
  { ...reached(model, 'pidProvider', trustBound), refusedBy: /^later|trust_chain\.unreachable|revoked|suspended/ },
  ...trusted(model, 'relyingParty'),
  reached(model, 'relyingParty'),
  issuerKeyKnown(model),
  {
    of: bestPid(model, { person, format: model.asked[variant] }, now),
    boundSeconds: statusBound,
    refusedBy: /no_matching_credential|revoked|suspended|expired/,
  },
]

/**
 * What the wallet can best present: one that is well for longest, else the one that ceased last. While a change of one is not
 * yet seen by all, the wallet may choose it although the Relying Party knows better, or the other way round.
 */
function bestPid(
  { pids }: YearModel,
  { person, format }: { readonly person: string; readonly format: CredentialFormat },
  now: NumericDate,
): Condition {
  const own = pids.filter((one) => one.owner === person && one.format === format && now < one.expiresAt)
  const certain = own.filter(
    ({ expiresAt, valid, doubtful }) => valid.well && !doubtful && now < expiresAt - skewSeconds,
  )
  const [well] = certain.toSorted((a, b) => a.valid.since - b.valid.since)
  const [ceased] = own.toSorted((a, b) => b.valid.since - a.valid.since)
  const perhaps = own.some(({ doubtful, valid }) => doubtful || valid.well)
  const changes = certain.length > 0 && own.some(({ valid }) => now < valid.since + statusBound)
  if (changes) return { well: true, since: now }
  return well?.valid ?? (perhaps ? { well: true, since: now } : (ceased?.valid ?? never))
}
