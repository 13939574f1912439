/**
 * Service providers that are not registered manually: every relying party of the sandbox's federation, with the
 * metadata that it serves below its entity identifier (D-353).
 */
import { type Fetch, failed, fetchText, joinUrl, unreachableIfOutage } from '../../../base/index.ts'
import type { TrustEvaluator } from '../../../federation/index.ts'
import { refusalOf } from '../message-page.ts'
import type { FindServiceProvider } from './samlify-provider.ts'

export interface MetadataContext {
  readonly trust: TrustEvaluator
  readonly fetch: Fetch
  /** Path of a service provider's metadata below its entity identifier. */
  readonly metadataPath: string
}

/**
 * Creates the function that evaluates a service provider and fetches its metadata at each login, so that a new key or
 * callback is used at once. The function returns a refusal with status 503 for an outage and 400 for any other fault.
 */
export const createServiceProviderFinder =
  ({ trust, fetch, metadataPath }: MetadataContext): FindServiceProvider =>
  async (entityId) => {
    const entity = await trust.evaluate(entityId, ['openid_relying_party'])
    if (failed(entity)) return refusalOf(entity)
    const request = new Request(joinUrl(entityId, metadataPath), { redirect: 'manual' })
    const metadata = await fetchText(fetch, request, 'application/samlmetadata+xml', 'metadata')
    if (!failed(metadata)) return metadata
    const { code, at } = unreachableIfOutage(metadata)
    const detail = `${code} at ${at}`
    return code === 'unreachable'
      ? { message: 'unverifiable', detail, status: 503 }
      : { message: 'fault', detail, status: 400 }
  }
