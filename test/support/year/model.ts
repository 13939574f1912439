/**
 * Guarantees at each moment of a simulated year, derived only from its operators' actions and the documented bounds:
 * what must succeed, what must be refused and by which rule, and what may succeed or be refused while caches may be
 * stale.
 */
import type { NumericDate } from '../../../src/base/index.ts'
import type { CredentialFormat } from '../../../src/oauth/index.ts'
import { maximumCredentialsPerToken } from '../../../src/pid-provider/index.ts'
import { type AskedFormats, lifetimes, skewSeconds } from './federation-plan.ts'
import type { Outcome } from './outcome.ts'

/** Seconds. Maximum age of the anchor's statement, and so of all trust in a member (FED-19, FED-38). */
export const trustBound = 86_400 + skewSeconds
/**
 * Seconds. Maximum age of the trust in a member that a superior no longer confirms, or that nobody confirms (FED-38,
 * FED-42).
 */
const memberBound = 600 + 3600 + skewSeconds
/** Seconds. Maximum time that a refusal is cached (FED-37); the member's own chain is tried again sooner. */
export const settleSeconds = 240 + 10
/** Seconds until every reader sees a change of a status (PP-110). */
const statusBound = lifetimes.statusTtl
/**
 * Returns the seconds until a regained mark certainly counts: the holder requests it each hour (D-154), and a wallet
 * may show an earlier attestation while it is valid.
 */
export const markSettle = (model: YearModel, isShownFirst = false): number =>
  3600 + secondsInUse(model, isShownFirst) + settleSeconds

type Expectation = 'succeeds' | 'refused' | 'either'

/** State of a part of the ecosystem: `well` if it is in order, and the time since when. */
export interface Condition {
  readonly well: boolean
  readonly since: NumericDate
}

export interface Need {
  readonly of: Condition
  /** Seconds after which a loss certainly has effect. Zero for what is requested each time. */
  readonly boundSeconds: number
  /** Seconds after which a recovery certainly has effect. */
  readonly settleSeconds?: number
  /** The refusal that the person sees if the need is not met. */
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

/**
 * Returns the fault of an outcome, if any: the outcome contradicts the model, or the refusal names a rule that does not
 * belong to an unmet need.
 */
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
  /** Names in the wallet and in the register. */
  readonly id: string
  readonly registered: string
  readonly format: CredentialFormat
  readonly expiresAt: NumericDate
  /** End of the time in which it can be renewed without a login. */
  readonly renewableUntil: NumericDate
  /** End of the lifetime of the access token with which it was issued. */
  readonly grantedUntil: NumericDate
  /** Neither revoked nor suspended. */
  valid: Condition
  /** Permanently revoked. */
  revoked?: boolean
  /** True if its instance was revoked: the PID is then revoked too, if the provider can still learn of it (PP-34). */
  doubtful?: boolean
}

/** Effects of the operators' actions so far. */
export interface YearModel {
  /** Lifetime of a Wallet Attestation in seconds. */
  readonly attestationSeconds: number
  readonly asked: AskedFormats
  readonly reachable: Record<PartyName, Condition>
  /** Neither suspended nor removed. */
  readonly member: Record<MemberName, Condition>
  /** Condition that the Wallet Provider has the mark that the PID Provider and the Relying Party require. */
  marked: Condition
  /**
   * True if a process of the Wallet Provider started while the issuer of its mark was unreachable, and so has no mark
   * to show (D-154).
   */
  marklessProcess: boolean
  /** Conditions that attestations, and credentials, are signed with current keys. */
  attestationKeys: Condition
  credentialKeys: Condition
  /** Wallet Instances by person. */
  readonly instances: Map<string, { readonly tag: string; condition: Condition }>
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

/** Refusals while a party is unreachable. The second is about a member that this process has never trusted (D-120). */
const unreachable = /^later|no_trust_chain at trust_chain\.unreachable/
const untrusted = /^later|no_trust_chain|trust_chain_expired|not listed/

/** The PID Provider is trusted through the intermediate. */
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

/** Returns the need that `at` is before `end`. Within the clock skew after `end`, both outcomes are permitted. */
export const within = (end: NumericDate, at: NumericDate, refusedBy: RegExp): Need => ({
  of: at < end ? always : never,
  boundSeconds: at < end + skewSeconds ? Number.POSITIVE_INFINITY : 0,
  refusedBy,
})

/**
 * Each renewal proves another key, and one token yields at most five PIDs (PP-125). A suspended or revoked PID ends
 * renewals (PP-158). A wallet that was refused does not ask again.
 */
export const renewing = ({ pids }: YearModel, { owner, grantedUntil }: ModelledPid): Need => {
  const ofToken = pids.filter((pid) => pid.owner === owner && pid.grantedUntil === grantedUntil)
  const withdrawn = ofToken.some(({ revoked, valid }) => revoked === true || !valid.well)
  const doubtful = ofToken.some((pid) => pid.doubtful === true)
  const hasPlace = ofToken.length < maximumCredentialsPerToken
  return {
    of: hasPlace && !withdrawn && !doubtful ? always : never,
    boundSeconds: hasPlace && !withdrawn ? Number.POSITIVE_INFINITY : 0,
    refusedBy: /credential_refused|grant_missing/,
  }
}

const instanceValid = ({ instances }: YearModel, person: string, boundSeconds: number): Need => ({
  of: instances.get(person)?.condition ?? always,
  boundSeconds,
  refusedBy: /instance_lost|revoked/,
})

/**
 * A verifier that refuses an earlier attestation gets a new one in the same flow. If only a response shows the
 * attestation, earlier ones stay in use (D-308).
 */
const secondsInUse = ({ attestationSeconds }: YearModel, isShownFirst: boolean): number =>
  isShownFirst ? 0 : attestationSeconds

/** A party that has cached the provider without its newest key resolves it again. */
const attestationKeyKnown = (model: YearModel, isShownFirst: boolean): Need => ({
  of: model.attestationKeys,
  boundSeconds: 0,
  settleSeconds: secondsInUse(model, isShownFirst) + settleSeconds,
  refusedBy: /kid_unknown|status_key_unknown/,
})

export const attesting = (model: YearModel, person: string): readonly Need[] => [
  ...trusted(model, 'walletProvider'),
  reached(model, 'walletProvider'),
  instanceValid(model, person, 0),
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

/**
 * Returns true if the mark may end: it is shown at least half of its 30 days before its end, and ends if its issuer is
 * unreachable for longer.
 */
export const marksMayEnd = (
  { reachable: { trustAnchor }, marked, marklessProcess }: YearModel,
  now: NumericDate,
): boolean => marked.well && !trustAnchor.well && (marklessProcess || now >= trustAnchor.since + 14 * 86_400)

/** Needs of a current or new attestation, whose status is fetched. */
const attested = (
  model: YearModel,
  person: string,
  now: NumericDate,
  { markSeconds, isShownFirst }: { readonly markSeconds: number; readonly isShownFirst: boolean },
): readonly Need[] => [
  ...trusted(model, 'walletProvider'),
  reached(model, 'walletProvider', trustBound),
  instanceValid(model, person, statusBound),
  attestationKeyKnown(model, isShownFirst),
  {
    of: marksMayEnd(model, now) ? { well: true, since: now } : model.marked,
    boundSeconds: markSeconds,
    settleSeconds: markSettle(model, isShownFirst),
    refusedBy: /trust_mark_missing/,
  },
]

/** A party that has cached the issuer without its newest key resolves it again, for credentials and status lists. */
const issuerKeyKnown = ({ credentialKeys }: YearModel): Need => ({
  of: credentialKeys,
  boundSeconds: 0,
  refusedBy: /key|signature/,
})

/** The PID Provider does not ask the mark's issuer: the mark is lost when no valid chain contains it. */
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
  // If status lists are unreachable, the wallet assumes that the PID is valid; the Relying Party may have its status.
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
 * Returns the PID that the wallet should present: the one that is valid longest, else the one that became invalid last.
 * While a change of status is not visible to all, the wallet may choose a PID that the Relying Party knows to be
 * invalid, or the other way round.
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
