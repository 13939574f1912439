/**
 * Service providers that nobody registered by hand: every relying party of the sandbox's federation, by the metadata
 * that it serves below its entity identifier (D-353).
 */
import { type Fetch, failed, fetchText, joinUrl } from '../../../base/index.ts'
import type { TrustEvaluator } from '../../../federation/index.ts'
import { paths } from '../../../pid-provider/index.ts'
import { refusalOf } from '../message-page.ts'
import type { FindServiceProvider } from './samlify-provider.ts'

/** It is asked at each login, so that a new key or callback counts at once. */
export const findFederatedServiceProvider =
  ({ trust, fetch }: { readonly trust: TrustEvaluator; readonly fetch: Fetch }): FindServiceProvider =>
  async (entityId) => {
    const entity = await trust.evaluate(entityId, ['openid_relying_party'])
    if (failed(entity)) return refusalOf(entity)
    const request = new Request(joinUrl(entityId, paths.serviceProvider), { redirect: 'manual' })
    const metadata = await fetchText(fetch, request, 'application/samlmetadata+xml', 'metadata')
    if (!failed(metadata)) return metadata
    const detail = `${metadata.code} at ${metadata.at}`
    return metadata.code === 'unreachable'
      ? { message: 'unjudged', detail, status: 503 }
      : { message: 'fault', detail, status: 400 }
  }
