/**
 * Parses a holder's trust mark, requests a mark from its issuer (OpenID Federation 1.0 §8.6), and reads the marks that
 * another process of the holder publishes.
 */
import {
  createTimedRequest,
  type Failure,
  type Fetch,
  type FetchCode,
  fail,
  failed,
  fetchText,
  parseUrl,
  type UrlCode,
  type UrlPolicy,
  type Verified,
} from '../../base/index.ts'
import { defaultAlgorithms, type JwsAlgorithm } from '../../jose/index.ts'
import {
  type EntityConfigurationCode,
  entityConfigurationUrl,
  verifyEntityConfiguration,
} from '../statement/entity-configuration.ts'
import type { PublisherContext } from '../statement/entity-configuration-publisher.ts'
import { type EntityStatement, entityStatementMediaType, maximumStatementSize } from '../statement/entity-statement.ts'
import { endOfMark, parseTrustMark, type TrustMark, type TrustMarkParseCode, trustMarkMediaType } from './trust-mark.ts'
import { createTrustMarkUrl } from './trust-mark-request.ts'
import { readTrustMarks, type TrustMarkEntry } from './trust-marks-claim.ts'

/** Context for requesting a mark. */
export type TrustMarkRequestContext = Pick<PublisherContext, 'crypto' | 'clock' | 'fetch'>

/** The holder, and its policy for requesting and parsing its trust marks. */
export interface TrustMarkHolder {
  /** Entity identifier of the holder: `sub` of each mark. */
  readonly holder: string
  readonly urls: UrlPolicy
  /** Maximum clock difference in seconds. */
  readonly skewSeconds: number
  /** Accepted algorithms of marks and configurations. Defaults to ES256, ES384 and ES512. */
  readonly algorithms?: readonly JwsAlgorithm[]
}

const timeoutMilliseconds = 5000

/** Reasons for a holder not to use a mark. */
export type OwnTrustMarkCode = TrustMarkParseCode | 'mark_sub_mismatch' | 'mark_type_mismatch'

/**
 * Parses a mark and checks that it is of this holder and type. Does not check its times, its signature, or whether its
 * issuer is authorised.
 */
export function parseOwnTrustMark(
  compact: string,
  config: Pick<TrustMarkHolder, 'holder' | 'algorithms'> & { readonly trustMarkType: string },
): TrustMark | Failure<OwnTrustMarkCode> {
  const mark = parseTrustMark(compact, config.algorithms ?? defaultAlgorithms, 'trust_mark')
  if (failed(mark)) return mark
  if (mark.sub !== config.holder) return fail('mark_sub_mismatch', 'trust_mark.payload.sub') // FED-07
  if (mark.trust_mark_type !== config.trustMarkType)
    return fail('mark_type_mismatch', 'trust_mark.payload.trust_mark_type') // FED-07
  return mark
}

/**
 * Reasons for not getting a usable mark from an issuer. `mark_not_given`: the issuer answers that there is none (404).
 */
export type OwnTrustMarkRequestCode =
  | FetchCode
  | UrlCode
  | EntityConfigurationCode
  | OwnTrustMarkCode
  | 'mark_not_given'
  | 'expired'

/**
 * Requests a mark from its issuer: fetches and verifies the issuer's configuration, then sends a request to the trust
 * mark endpoint in that configuration. Each of the two requests has a limit of 5 s. Refuses a mark of another holder or
 * type and an expired mark. Does not check the mark's signature, or whether its issuer is authorised.
 */
export async function requestTrustMark(
  ctx: TrustMarkRequestContext,
  config: TrustMarkHolder,
  trustMarkType: string,
  issuer: string,
): Promise<TrustMark | Failure<OwnTrustMarkRequestCode>> {
  const configuration = await configurationOf(ctx, config, issuer)
  if (failed(configuration)) return configuration
  const now = ctx.clock.now()
  const endpoint = configuration.metadata.federation_entity?.federation_trust_mark_endpoint
  const url = parseUrl(typeof endpoint === 'string' ? endpoint : '', config.urls, endpointPlace)
  if (failed(url)) return url
  let isIssued = true
  const fetch: Fetch = async (request) => {
    const response = await ctx.fetch(request)
    isIssued = response.status !== 404 // §8.6.2
    return response
  }
  const request = createRequest(createTrustMarkUrl(url, { trustMarkType, sub: config.holder }))
  const answer = await fetchText(fetch, request, trustMarkMediaType, 'trust_mark')
  if (!isIssued) return fail('mark_not_given', 'trust_mark')
  if (failed(answer)) return answer
  const mark = parseOwnTrustMark(answer, { ...config, trustMarkType })
  return failed(mark) || now < endOfMark(mark) ? mark : fail('expired', 'trust_mark.payload.exp')
}

const endpointPlace = 'configuration.payload.metadata.federation_entity.federation_trust_mark_endpoint'

const createRequest = (url: string): Request => createTimedRequest(timeoutMilliseconds, url, { redirect: 'error' })

async function configurationOf(
  ctx: TrustMarkRequestContext,
  config: TrustMarkHolder,
  entityId: string,
): Promise<Verified<EntityStatement> | Failure<FetchCode | EntityConfigurationCode>> {
  const request = createRequest(entityConfigurationUrl(entityId))
  const limits = { size: maximumStatementSize } // D-1131
  const compact = await fetchText(ctx.fetch, request, entityStatementMediaType, 'configuration', limits)
  if (failed(compact)) return compact
  const algorithms = config.algorithms ?? defaultAlgorithms
  const policy = { entityId, algorithms, urls: config.urls, now: ctx.clock.now(), skew: config.skewSeconds }
  return verifyEntityConfiguration(ctx, compact, policy)
}

/**
 * Returns the marks in the holder's published configuration, after at most 5 s. Returns none if the configuration
 * cannot be fetched or verified. Does not verify the marks.
 */
export async function fetchPublishedTrustMarks(
  ctx: TrustMarkRequestContext,
  config: TrustMarkHolder,
): Promise<readonly TrustMarkEntry[]> {
  const configuration = await configurationOf(ctx, config, config.holder)
  return failed(configuration) ? [] : readTrustMarks(configuration.jws.payload.trust_marks)
}
