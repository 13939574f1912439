/**
 * Resolves an entity for others (OpenID Federation 1.0 §8.3): builds its chains to the requested Trust Anchors,
 * verifies its trust marks, and signs the result. Caches each result for `resolveCacheSeconds`, but not beyond its
 * `exp`, and a failure at most until its retry time. A change of a subordinate or of a trust mark ends all cached
 * results (FED-129). The cache limits the work that clients without authentication can cause.
 */
import {
  type Failure,
  fail,
  failed,
  joinRules,
  memoizeByObject,
  type NumericDate,
  rows,
  type Verified,
} from '../../base/index.ts'
import {
  charactersOf,
  createResolveResponse,
  createStrangerBuilds,
  createVerdictCache,
  findUncertifiedKey,
  parseResolveRequest,
  type ResolveParameters,
  type ResolveRequest,
  type ResolveRequestCode,
  retryTime,
  type TrustAnchors,
  type TrustChain,
  withPath,
} from '../../federation/index.ts'
import { trustAnchorWire } from '../../profiles/index.ts'
import { TA } from '../answers.ts'
import { longestLife } from '../config.ts'
import type { TrustAnchorServices } from '../context.ts'
import { buildResolution, type Resolution } from './build-resolution.ts'
import { resolveRules } from './resolve-rules.ts'

export const RESOLVE_RULES = joinRules<ResolveRequestCode>()(
  rows(TA.malformed, { 'FED-30': ['sub_missing', 'trust_anchor_missing'] }),
  rows(TA.invalidSubject, { 'FED-30': ['sub_invalid'] }),
)

/** Rules for faults of the subject's Entity Configuration. */
export const RESOLVE_SUBJECT_RULES = resolveRules({
  chain: TA.invalidSubject,
  metadata: TA.invalidMetadata,
  silent: TA.subjectSilent,
})

/** Rules for the certificates of federation keys in a chain. */
export const RESOLVE_CERTIFICATE_RULES = joinRules<'key_uncertified'>()(
  rows(TA.invalidChain, { 'FED-116': ['key_uncertified'] }),
)

export const RESOLVE_CHAIN_RULES = resolveRules({
  chain: TA.invalidChain,
  metadata: TA.invalidMetadata,
  silent: TA.superiorSilent,
})

/** Maximum number of cached resolutions. */
const maximumResolutions = 500
/**
 * Creates the use case with its cache: a function that returns a signed resolve response. The function rejects with a
 * `Refusal` for a malformed request, for unknown Trust Anchors, and without a valid chain. It also rejects a chain
 * without a certificate that the profile requires, and if too many unknown entities are being resolved.
 */
export function createEntityResolver(ctx: TrustAnchorServices) {
  const urls = { loopbackHttp: ctx.config.loopbackHttp }
  // The HTTP layer passes the same parameters object for a repeated query, which is then parsed once.
  const requestOf = memoizeByObject((parameters: ResolveParameters) => parseResolveRequest(parameters, urls))
  const cache = createVerdictCache<Resolution>(
    maximumResolutions,
    ({ chain }) => failed(chain),
    ({ chain }) => (failed(chain) ? 0 : charactersOf(chain.statements)),
  )
  const runForStranger = ctx.clientNetwork && createStrangerBuilds(ctx.clientNetwork)
  /** Returns true for an active subordinate of this entity, and for a subject with a cached valid chain. */
  const isKnown = async (subject: string, before: Resolution | undefined): Promise<boolean> =>
    (before !== undefined && !failed(before.chain)) || (await ctx.subordinates.find(subject))?.status === 'active'
  return (parameters: ResolveParameters): Promise<string> =>
    // `polledSurfaces` (`node/decision-log.ts`) contains this name.
    ctx.decide('trust-anchor/resolve', async (decision) => {
      const now = ctx.clock.now()
      const request = decision.checkNow(RESOLVE_RULES, () => requestOf(parameters))
      const anchors = selectAnchors(await ctx.acceptedAnchors(), request)
      decision.that('FED-30', TA.unknownAnchor, anchors.size > 0, 'trust_anchor_unknown', 'trust_anchor')
      const cacheKey = JSON.stringify([request.sub, ...[...anchors.keys()].sort()])
      const revision = await ctx.subordinates.listRevision()
      const before = cache.peek(cacheKey, now)
      const isOutdated = before !== undefined && before.revision !== revision
      const resolveCached = async (forStranger: boolean): Promise<Resolution> => {
        const judge = async (refusals: number) => {
          const verdict = { ...(await buildResolution(ctx, request.sub, anchors, now, forStranger)), revision }
          const until = failed(verdict.chain)
            ? retryTime(refusals, now, ctx.clock)
            : endOfResponse(ctx.config, verdict, now)
          return { verdict, expiresAt: Math.min(now + ctx.config.resolveCacheSeconds, until) } // FED-129
        }
        let resolution = await cache[isOutdated ? 'renew' : 'get'](cacheKey, now, judge)
        // Another request may have begun the build before the latest change.
        while (resolution.revision < revision) resolution = await cache.renew(cacheKey, now, judge)
        return resolution
      }
      const isStranger =
        runForStranger !== undefined &&
        (isOutdated || !cache.hasValid(cacheKey, now)) &&
        !(await isKnown(request.sub, before))
      const outcome = isStranger ? await runForStranger(() => resolveCached(true)) : await resolveCached(false)
      const resolution = decision.found(
        'FED-49',
        TA.buildsExhausted,
        failed(outcome) ? undefined : outcome,
        'builds_exhausted',
      )
      const { chain, subjectAtFault } = resolution
      decision.checkNow(RESOLVE_SUBJECT_RULES, () => (subjectAtFault && failed(chain) ? chain : undefined))
      const validChain = decision.checkNow(RESOLVE_CHAIN_RULES, () => chain)
      decision.checkNow(RESOLVE_CERTIFICATE_RULES, () => checkCertifiedKeys(ctx.config, validChain))
      decision.note('entity', validChain.subject)
      return respond(ctx, request, resolution, validChain, now)
    })
}

const selectAnchors = (anchors: TrustAnchors, { trustAnchors }: ResolveRequest): TrustAnchors =>
  new Map([...anchors].filter(([entityId]) => trustAnchors.includes(entityId)))

/**
 * Returns a failure if the profile requires certificates, and a Subordinate Statement in the chain has no `x5c` for the
 * key with which its subject signed. Does not verify certificates: readers of the chain do.
 */
function checkCertifiedKeys(
  { profile }: TrustAnchorServices['config'],
  chain: Verified<TrustChain>,
): undefined | Failure<'key_uncertified'> {
  if (!trustAnchorWire[profile].requiresCertifiedKeys) return undefined
  const uncertified = findUncertifiedKey(chain)
  if (uncertified === undefined) return undefined
  const place = `statement[${chain.path.indexOf(uncertified.issuer)}].payload.jwks`
  return withPath(fail('key_uncertified', place), chain.path)
}

/**
 * Returns `exp` of a response that is signed now. Infinite without a chain. The response does not outlive the
 * publication of the key that signs it (D-1111).
 */
function endOfResponse(
  config: TrustAnchorServices['config'],
  { chain, marks }: Pick<Resolution, 'chain' | 'marks'>,
  now: NumericDate,
): NumericDate {
  if (failed(chain)) return Number.POSITIVE_INFINITY
  const markExpiries = (marks?.valid ?? []).map(({ mark }) => mark.expiresAt)
  return Math.min(chain.expiresAt, now + longestLife(config), ...markExpiries) // FED-10
}

async function respond(
  ctx: TrustAnchorServices,
  { entityTypes }: ResolveRequest,
  { marks, responses }: Resolution,
  chain: Verified<TrustChain>,
  now: NumericDate,
): Promise<string> {
  const { signer } = await ctx.keys.current(now)
  // Requested types that the entity lacks have no effect on the response.
  const types = entityTypes.filter((type) => Object.hasOwn(chain.metadata, type)).sort()
  const cacheKey = JSON.stringify([signer.kid, entityTypes.length > 0, ...types])
  return responses.findOrCreate(cacheKey, () =>
    createResolveResponse(signer, {
      issuer: ctx.config.entityId,
      subject: chain.subject,
      metadata: Object.fromEntries(
        Object.entries(chain.metadata).filter(([type]) => entityTypes.length === 0 || types.includes(type)),
      ),
      trustChain: chain.statements,
      trustMarks: (marks?.valid ?? []).map(({ entry }) => entry),
      issuedAt: now,
      expiresAt: endOfResponse(ctx.config, { chain, marks }, now),
    }),
  )
}
