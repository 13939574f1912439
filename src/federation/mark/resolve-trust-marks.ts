/**
 * Verifies the trust marks of an entity with a valid chain. The chain's anchor lists the permitted issuers and the
 * owners. The keys of an issuer come from its chain to the same anchor. With `askStatus`, the issuer is asked for the
 * status of the mark.
 */
import {
  type Failure,
  type FetchCode,
  fail,
  failed,
  fetchText,
  markForeignEndpoint,
  markStrangerRequest,
  type PublicJwk,
  parseUrl,
  timeOfArrival,
  unreachableIfOutage,
  type Verified,
} from '../../base/index.ts'
import { findUnreachablePath } from '../chain/rejected-path.ts'
import { deadlineOf, type ResolveContext, type ResolveOptions } from '../chain/resolve-options.ts'
import { resolveTrustChains } from '../chain/resolve-trust-chain.ts'
import type { TrustChain } from '../chain/trust-chain.ts'
import { OriginBudgets } from '../fetch/origin-budget.ts'
import { usualGraceMilliseconds } from '../fetch/resolve-limits.ts'
import {
  type TrustMark,
  type TrustMarkCode,
  type TrustMarkIssuerCode,
  type ValidTrustMark,
  verifyTrustMark,
} from './trust-mark.ts'
import type { TrustMarkPermissions } from './trust-mark-permissions.ts'
import {
  type TrustMarkStatus,
  type TrustMarkStatusCode,
  trustMarkStatusMediaType,
  verifyTrustMarkStatus,
} from './trust-mark-status.ts'
import type { TrustMarkEntry } from './trust-marks-claim.ts'

type StatusFault = FetchCode | TrustMarkStatusCode
/** Failure codes of the status response, with the prefix `mark_status_` or `status_`. */
type PrefixedStatusFault =
  | `mark_status_${Exclude<StatusFault, `status_${string}`>}`
  | Extract<StatusFault, `status_${string}`>

/**
 * Reasons to reject a mark: a fault of the mark or of the status response, a status other than `active`
 * (`mark_inactive`), an issuer without a usable status endpoint (`mark_status_endpoint_missing`), an unreachable anchor
 * (`anchor_unavailable`), an anchor without valid configuration (`anchor_silent`), or more than 16 marks or too many
 * requests to one origin (`limit_reached`).
 */
export type ResolveTrustMarkCode =
  | TrustMarkCode
  | PrefixedStatusFault
  | 'mark_status_endpoint_missing'
  | 'mark_inactive'
  | 'anchor_silent'
  | 'anchor_unavailable'
  | 'limit_reached'

/**
 * Marks to verify, and the requests that the verification may send. Without `askStatus`, a revoked mark is accepted
 * until it expires.
 */
export interface ResolveTrustMarksOptions extends ResolveOptions {
  /** Types of marks to verify. Marks of other types are neither verified nor returned. Defaults to all types. */
  readonly types?: readonly string[]
  /**
   * Fetches the anchor's configuration even if the chain contains it. Set it for a chain from a `trust_chain` header,
   * whose sender could choose an old configuration (D-324). Defaults to false.
   */
  readonly askAnchor?: boolean
  /** Requests the status from the issuer. Defaults to false. */
  readonly askStatus?: boolean
  /**
   * Returns the status of a mark that the caller issued itself, and `undefined` for others. Replaces the status request
   * for the caller's own marks. Not called without `askStatus`.
   */
  readonly ownStatus?: (mark: Verified<TrustMark>) => Promise<TrustMarkStatus | undefined>
}

/** Valid and rejected marks. `entry` is the entry of the chain's `trustMarks`. */
export interface ResolvedTrustMarks {
  readonly valid: readonly { readonly entry: TrustMarkEntry; readonly mark: Verified<ValidTrustMark> }[]
  readonly rejected: readonly { readonly entry: TrustMarkEntry; readonly failure: Failure<ResolveTrustMarkCode> }[]
}

/** Maximum number of verified marks. Each mark may need a trust chain of its issuer. Further marks are rejected. */
const maximumMarks = 16

/** Maximum age in seconds of the response to a status request. An older response may be a replay. */
const maximumStatusAgeSeconds = 300

type Issuer = { readonly keys: readonly PublicJwk[]; readonly statusEndpoint: unknown }

/** Verifies at most 16 marks of a chain's subject. Never rejects because of answers of other entities. */
export async function resolveTrustMarks(
  ctx: ResolveContext,
  chain: Verified<TrustChain>,
  callerOptions: ResolveTrustMarksOptions,
): Promise<ResolvedTrustMarks> {
  const now = timeOfArrival(callerOptions.now, ctx.clock)
  const { origins = new OriginBudgets(callerOptions.anchors.keys()) } = callerOptions // FED-51: all marks together
  const options = { ...callerOptions, now, origins, deadline: deadlineOf(callerOptions) } // FED-37: one deadline for all
  const entries = chain.trustMarks.filter(({ trust_mark_type: type }) => options.types?.includes(type) ?? true)
  const valid: { entry: TrustMarkEntry; mark: Verified<ValidTrustMark> }[] = []
  const rejected: { entry: TrustMarkEntry; failure: Failure<ResolveTrustMarkCode> }[] = []
  if (entries.length === 0) return { valid, rejected }
  const anchorOptions = limitToAnchor(chain.anchor, options)
  const issuers = new Map<string, Promise<Issuer | Failure<TrustMarkIssuerCode>>>()
  const issuerOf = (entityId: string): Promise<Issuer | Failure<TrustMarkIssuerCode>> => {
    const resolved = issuers.get(entityId) ?? resolveIssuer(ctx, entityId, anchorOptions)
    issuers.set(entityId, resolved)
    return resolved
  }
  const chainPermissions = options.askAnchor === true ? undefined : chain.trustMarkPermissions
  const trustMarkPermissions = chainPermissions ?? (await resolvePermissions(ctx, chain.anchor, anchorOptions))
  const verification = { ...options, holder: chain.subject, issuerOf }
  for (const [index, entry] of entries.slice(0, maximumMarks).entries()) {
    const result = failed(trustMarkPermissions)
      ? trustMarkPermissions
      : await verifyMark(ctx, entry, { ...verification, trustMarkPermissions }, `trust_marks[${index}]`)
    if (failed(result)) rejected.push({ entry, failure: result })
    else valid.push({ entry, mark: result })
  }
  for (const entry of entries.slice(maximumMarks))
    rejected.push({ entry, failure: fail('limit_reached', 'trust_marks') }) // FED-37
  return { valid, rejected }
}

/** Returns options that limit the chains of other entities to this anchor. */
const limitToAnchor = (anchor: string, { anchors, subject: _, configuration: __, ...options }: BudgetedOptions) => ({
  ...options,
  graceMilliseconds: usualGraceMilliseconds,
  anchors: new Map([[anchor, anchors.get(anchor) ?? []]]),
})

/** Options with the budgets of the whole evaluation. */
type BudgetedOptions = ResolveOptions & { readonly origins: OriginBudgets }

interface MarkVerification extends ResolveTrustMarksOptions {
  readonly origins: OriginBudgets
  readonly holder: string
  /** The anchor's claims about issuers and owners of mark types. */
  readonly trustMarkPermissions: TrustMarkPermissions
  readonly issuerOf: (entityId: string) => Promise<Issuer | Failure<TrustMarkIssuerCode>>
}

/** Verifies one mark, and optionally its status (FED-07). */
async function verifyMark(
  ctx: ResolveContext,
  entry: TrustMarkEntry,
  options: MarkVerification,
  at: string,
): Promise<Verified<ValidTrustMark> | Failure<ResolveTrustMarkCode>> {
  const issuerKeys = async (entityId: string): Promise<readonly PublicJwk[] | Failure<TrustMarkIssuerCode>> => {
    const issuer = await options.issuerOf(entityId)
    return failed(issuer) ? issuer : issuer.keys
  }
  const mark = await verifyTrustMark(ctx, entry, { ...options, issuerKeys }, at)
  if (failed(mark) || options.askStatus !== true) return mark
  const ownStatus = await options.ownStatus?.(mark)
  if (ownStatus !== undefined && ownStatus !== 'active') return fail('mark_inactive', `${at}.status`) // FED-07
  if (ownStatus !== undefined) return mark
  const issuer = await options.issuerOf(mark.iss)
  if (failed(issuer)) return issuer
  const status = await checkStatus(ctx, mark, issuer, options, at)
  if (failed(status)) return status
  return mark
}

async function resolveIssuer(
  ctx: ResolveContext,
  entityId: string,
  options: BudgetedOptions,
): Promise<Issuer | Failure<TrustMarkIssuerCode>> {
  const { chains, rejected } = await resolveTrustChains(ctx, entityId, options)
  const [preferred] = chains
  if (preferred === undefined)
    return fail(findUnreachablePath(rejected) ? 'mark_issuer_unavailable' : 'mark_issuer_untrusted', 'issuer') // FED-07
  options.origins.giveBack(entityId)
  const statusEndpoint = preferred.metadata.federation_entity?.federation_trust_mark_status_endpoint
  return { keys: preferred.federationKeys, statusEndpoint }
}

/** Fetches the anchor's configuration and returns its claims about trust marks. */
async function resolvePermissions(
  ctx: ResolveContext,
  anchor: string,
  options: ResolveOptions,
): Promise<TrustMarkPermissions | Failure<'anchor_silent' | 'anchor_unavailable'>> {
  const { chains, rejected } = await resolveTrustChains(ctx, anchor, options)
  const code = findUnreachablePath(rejected) ? 'anchor_unavailable' : 'anchor_silent'
  return chains[0]?.trustMarkPermissions ?? fail(code, 'trust_mark_issuers')
}

async function checkStatus(
  ctx: ResolveContext,
  mark: Verified<TrustMark>,
  issuer: Issuer,
  options: BudgetedOptions,
  at: string,
): Promise<undefined | Failure<ResolveTrustMarkCode>> {
  const url = typeof issuer.statusEndpoint === 'string' ? parseUrl(issuer.statusEndpoint, options.urls) : undefined
  if (url === undefined || failed(url)) return fail('mark_status_endpoint_missing', at)
  const { origins, forStranger } = options
  const body = new URLSearchParams({ trust_mark: mark.jws.compact })
  const headers = { accept: trustMarkStatusMediaType }
  const sent = { headers, redirect: 'error', credentials: 'omit', signal: deadlineOf(options) } as const
  const request = new Request(url, { method: 'POST', body, ...sent })
  if (!options.anchors.has(mark.iss)) markForeignEndpoint(request, mark.iss) // FED-125
  if (forStranger === true) markStrangerRequest(request, origins) // FED-50
  const compact = await origins.run(url.href, () => fetchText(ctx.fetch, request, trustMarkStatusMediaType, at)) // FED-51
  if (compact === undefined) return fail('limit_reached', at)
  if (failed(compact)) return fail(withPrefix(unreachableIfOutage(compact).code), compact.at)
  const asked = { issuer: mark.iss, issuerKeys: issuer.keys, trustMark: mark.jws.compact }
  const policy = { ...options, ...asked, maximumAgeSeconds: maximumStatusAgeSeconds }
  const now = timeOfArrival(options.now, ctx.clock)
  const answer = await verifyTrustMarkStatus(ctx, compact, { ...policy, now }, at)
  if (failed(answer)) return fail(withPrefix(answer.code), answer.at)
  origins.giveBack(url.href)
  if (answer.status !== 'active') return fail('mark_inactive', `${at}.status`) // FED-07
  return undefined
}

/** Adds the prefix `mark_status_`, unless the code begins with `status_`. */
const withPrefix = (code: StatusFault): PrefixedStatusFault =>
  (code.startsWith('status_') ? code : `mark_status_${code}`) as PrefixedStatusFault
