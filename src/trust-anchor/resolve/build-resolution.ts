/** One resolution at `/resolve`: the chain of a subject or the failure to report, with its trust marks. */
import {
  createRecentResults,
  type Failure,
  type NumericDate,
  type RecentResults,
  type Verified,
} from '../../base/index.ts'
import {
  OriginBudgets,
  type RejectedPath,
  type ResolveCode,
  type ResolvedTrustMarks,
  resolveTrustChains,
  resolveTrustMarks,
  type TrustAnchors,
  type TrustChain,
  type TrustMark,
  usualGraceMilliseconds,
  withPath,
} from '../../federation/index.ts'
import type { TrustAnchorServices } from '../context.ts'
import { ownMarkStatus } from '../marks/issue-trust-mark.ts'

/** The result of building the chains of one subject. */
export interface Resolution {
  /**
   * The chain, or the failure to report. Other failed paths are not kept, because other entities determine their
   * number.
   */
  readonly chain: Verified<TrustChain> | Failure<ResolveCode>
  /** True if the subject's Entity Configuration is at fault. */
  readonly subjectAtFault: boolean
  readonly marks: ResolvedTrustMarks | undefined
  /** `listRevision` of the register before the resolution. */
  readonly revision: number
  /** Signed responses, by requested types and key. */
  readonly responses: RecentResults<string>
}

/**
 * Maximum size of the cached responses of one resolution in characters. Each contains a trust chain. Clients can
 * request any combination of the subject's entity types.
 */
const responsesCapacity = 131_072

const createResponses = (): RecentResults<string> => createRecentResults(responsesCapacity, ({ length }) => length)

/**
 * Builds the chains of a subject to these anchors, and verifies the trust marks of the best one. `forStranger` limits
 * the requests to what a stranger may cause (FED-125).
 */
export async function buildResolution(
  ctx: TrustAnchorServices,
  subject: string,
  anchors: TrustAnchors,
  now: NumericDate,
  forStranger: boolean,
): Promise<Omit<Resolution, 'revision'>> {
  const { algorithms, loopbackHttp, clockSkewSeconds: skew } = ctx.config
  const requests = { forStranger, origins: new OriginBudgets(anchors.keys()) } // FED-51: chain and marks together
  const options = { anchors, algorithms, urls: { loopbackHttp }, skew, now, ...requests }
  const withGrace = { ...options, graceMilliseconds: usualGraceMilliseconds }
  const { chains, rejected } = await resolveTrustChains(ctx, subject, withGrace)
  const [chain] = chains
  if (chain === undefined) {
    const fault = faultOfSubject(rejected)
    const subjectAtFault = fault !== undefined
    return { chain: fault ?? failureToReport(rejected), subjectAtFault, marks: undefined, responses: createResponses() }
  }
  // The response may contain only marks that are valid now (FED-30).
  const markOptions = { ...options, askStatus: true, ownStatus: (mark: TrustMark) => ownMarkStatus(ctx, mark, now) }
  const marks = await resolveTrustMarks(ctx, chain, markOptions)
  return { chain, subjectAtFault: false, marks, responses: createResponses() }
}

/** Returns a fault of the subject's Entity Configuration, or `undefined`. A missing superior is not such a fault. */
function faultOfSubject(rejected: readonly RejectedPath[]): Failure<ResolveCode> | undefined {
  const fault = rejected.find(({ path, failure }) => path.length === 1 && failure.code !== 'no_superior')
  return fault && withPath(fault.failure, fault.path)
}

/** Failures to reach a superior. They are reported in preference to other failures. */
const notReached: readonly ResolveCode[] = ['unreachable', 'address_forbidden']

/** Returns the failure to report if all paths fail. */
function failureToReport(rejected: readonly RejectedPath[]): Failure<ResolveCode> {
  const [first] = rejected
  if (first === undefined) throw new TypeError('there is neither a chain nor a failed path')
  const { failure, path } = rejected.find((one) => notReached.includes(one.failure.code)) ?? first
  return withPath(failure, path)
}
