/**
 * A holder's own trust mark: its required content, and the request to its issuer or to another process of the holder
 * (OpenID Federation 1.0 §8.6).
 */
import {
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
import { type EntityStatement, entityStatementMediaType } from '../statement/entity-statement.ts'
import {
  endOfMark,
  parseTrustMark,
  readTrustMarks,
  type TrustMark,
  type TrustMarkEntry,
  type TrustMarkParseCode,
  trustMarkMediaType,
} from './trust-mark.ts'
import { createTrustMarkUrl } from './trust-mark-request.ts'

/** Context for requesting a mark. */
export type TrustMarkAskContext = Pick<PublisherContext, 'crypto' | 'clock' | 'fetch'>

/** The holder and its conditions for its own marks. */
export interface TrustMarkHolder {
  /** Entity identifier of the holder: `sub` of each mark. */
  readonly holder: string
  readonly urls: UrlPolicy
  /** Maximum clock difference in seconds. */
  readonly skewSeconds: number
  readonly algorithms?: readonly JwsAlgorithm[]
}

/** Maximum time for all requests about one mark. */
const patienceMilliseconds = 5000

/** Reasons for a holder not to use a mark. */
export type OwnTrustMarkCode = TrustMarkParseCode | 'mark_sub_mismatch' | 'mark_type_mismatch'

/** Parses a mark of the holder itself. Does not check times, signature, or the right of its issuer. */
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

/** Reasons for not getting a usable mark from an issuer. */
export type AskForMarkCode =
  | FetchCode
  | UrlCode
  | EntityConfigurationCode
  | OwnTrustMarkCode
  | 'mark_not_given'
  | 'expired'

/** Requests a mark at the endpoint in the issuer's configuration. */
export async function askForMark(
  ctx: TrustMarkAskContext,
  config: TrustMarkHolder,
  trustMarkType: string,
  issuer: string,
): Promise<TrustMark | Failure<AskForMarkCode>> {
  const options = requestOptions()
  const configuration = await configurationOf(ctx, config, issuer, options)
  if (failed(configuration)) return configuration
  const now = ctx.clock.now()
  const endpoint = configuration.metadata.federation_entity?.federation_trust_mark_endpoint
  const url = parseUrl(typeof endpoint === 'string' ? endpoint : '', config.urls)
  if (failed(url)) return url
  let given = true
  const fetch: Fetch = async (request) => {
    const response = await ctx.fetch(request)
    given = response.status !== 404 // §8.6.2
    return response
  }
  const request = new Request(createTrustMarkUrl(url, { trustMarkType, sub: config.holder }), options)
  const answer = await fetchText(fetch, request, trustMarkMediaType, 'trust_mark')
  if (!given) return fail('mark_not_given', 'trust_mark')
  if (failed(answer)) return answer
  const mark = parseOwnTrustMark(answer, { ...config, trustMarkType })
  return failed(mark) || now < endOfMark(mark) ? mark : fail('expired', 'trust_mark.payload.exp')
}

type AskOptions = ReturnType<typeof requestOptions>
const requestOptions = () => ({ redirect: 'error', signal: AbortSignal.timeout(patienceMilliseconds) }) as const

async function configurationOf(
  ctx: TrustMarkAskContext,
  config: TrustMarkHolder,
  entityId: string,
  options: AskOptions,
): Promise<Verified<EntityStatement> | Failure<FetchCode | EntityConfigurationCode>> {
  const request = new Request(entityConfigurationUrl(entityId), options)
  const compact = await fetchText(ctx.fetch, request, entityStatementMediaType, 'configuration')
  if (failed(compact)) return compact
  const algorithms = config.algorithms ?? defaultAlgorithms
  const policy = { entityId, algorithms, urls: config.urls, now: ctx.clock.now(), skew: config.skewSeconds }
  return verifyEntityConfiguration(ctx, compact, policy)
}

/** Returns the marks in the holder's published configuration. Readers of a mark verify it. */
export async function marksShownBy(
  ctx: TrustMarkAskContext,
  config: TrustMarkHolder,
): Promise<readonly TrustMarkEntry[]> {
  const configuration = await configurationOf(ctx, config, config.holder, requestOptions())
  return failed(configuration) ? [] : readTrustMarks(configuration.jws.payload.trust_marks)
}
