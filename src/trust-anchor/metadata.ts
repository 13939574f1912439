/**
 * What the Trust Anchor says about itself: the organisation behind it and where its federation endpoints are.
 */
import { joinUrl } from '../base/index.ts'
import type { EntityConfigurationInput } from '../federation/index.ts'
import type { TrustAnchorConfig } from './config.ts'

export const paths = { fetch: '/fetch', list: '/list' } as const

export const fetchEndpoint = (config: Pick<TrustAnchorConfig, 'entityId'>): string =>
  joinUrl(config.entityId, paths.fetch)

export function anchorMetadata(config: TrustAnchorConfig): EntityConfigurationInput['metadata'] {
  const { contacts, ...organization } = config.organization
  return {
    federation_entity: {
      ...organization, // FED-13
      ...(contacts && { contacts }),
      federation_fetch_endpoint: fetchEndpoint(config), // FED-40
      federation_list_endpoint: joinUrl(config.entityId, paths.list), // FED-40
    },
  }
}
