/**
 * A holder's own trust marks, fetched from their issuers' endpoints (OpenID Federation 1.0 §8.6) whenever the holder's
 * entity configuration is signed. What an issuer does not give at the moment is shown on as it was given last.
 */
import { failed, fetchText, parseUrl, type UrlPolicy } from '../base/index.ts'
import { defaultAlgorithms, type JwsAlgorithm } from '../jose/index.ts'
import { entityConfigurationUrl, verifyEntityConfiguration } from './entity-configuration.ts'
import type { PublisherContext } from './entity-configuration-publisher.ts'
import { entityStatementMediaType } from './entity-statement.ts'
import { parseTrustMark, type TrustMarkEntry, trustMarkMediaType } from './trust-mark.ts'
import { createTrustMarkUrl } from './trust-mark-request.ts'

export interface TrustMarkSourceConfig {
  readonly holder: string
  readonly marks: readonly { readonly trustMarkType: string; readonly issuer: string }[]
  readonly urls: UrlPolicy
  readonly algorithms?: readonly JwsAlgorithm[]
}

type SourceContext = Pick<PublisherContext, 'crypto' | 'clock' | 'fetch'>

/** For `PublisherConfig.trustMarks`. Does not verify the marks' signatures: whoever relies on a mark does. */
export function createTrustMarkSource(
  ctx: SourceContext,
  config: TrustMarkSourceConfig,
): () => Promise<readonly TrustMarkEntry[]> {
  const last = new Map<string, TrustMarkEntry>()
  return async () => {
    await Promise.all(
      config.marks.map(async ({ trustMarkType, issuer }) => {
        const given = await fetchMark(ctx, config, trustMarkType, issuer)
        if (given === 'refused') last.delete(trustMarkType)
        else if (given !== 'silent') last.set(trustMarkType, given)
      }),
    )
    return config.marks.flatMap(({ trustMarkType }) => last.get(trustMarkType) ?? [])
  }
}

async function fetchMark(
  ctx: SourceContext,
  config: TrustMarkSourceConfig,
  trustMarkType: string,
  issuer: string,
): Promise<TrustMarkEntry | 'refused' | 'silent'> {
  const algorithms = config.algorithms ?? defaultAlgorithms
  const compact = await fetchText(
    ctx.fetch,
    new Request(entityConfigurationUrl(issuer), { redirect: 'error' }),
    entityStatementMediaType,
    'configuration',
  )
  if (failed(compact)) return 'silent'
  const policy = { entityId: issuer, algorithms, urls: config.urls, now: ctx.clock.now(), skew: 60 }
  const configuration = await verifyEntityConfiguration(ctx, compact, policy)
  if (failed(configuration)) return 'silent'
  const endpoint = configuration.metadata.federation_entity?.federation_trust_mark_endpoint
  const url = parseUrl(typeof endpoint === 'string' ? endpoint : '', config.urls)
  if (failed(url)) return 'silent'
  const request = new Request(createTrustMarkUrl(url, { trustMarkType, sub: config.holder }), { redirect: 'error' })
  const mark = await fetchText(ctx.fetch, request, trustMarkMediaType, 'trust_mark')
  if (failed(mark)) return mark.code === 'status_unexpected' ? 'refused' : 'silent'
  const parsed = parseTrustMark(mark, algorithms, 'trust_mark')
  if (failed(parsed) || parsed.sub !== config.holder || parsed.trust_mark_type !== trustMarkType) return 'refused'
  return { trust_mark_type: trustMarkType, trust_mark: mark }
}
