/** Metadata of a Trust Anchor or intermediate: its organization and its federation endpoints. */
import { joinUrl } from '../base/index.ts'
import { type EntityConfigurationInput, federationEntityOf } from '../federation/index.ts'
import { trustAnchorWire } from '../profiles/index.ts'
import type { TrustAnchorConfig } from './config.ts'
import { paths } from './paths.ts'

export const fetchEndpoint = (config: Pick<TrustAnchorConfig, 'entityId'>): string =>
  joinUrl(config.entityId, paths.fetch)

/** Returns true if the entity answers for the status and the holders of trust marks (FED-143). */
export const hasMarkStatus = ({ trustMarks, profile }: Pick<TrustAnchorConfig, 'trustMarks' | 'profile'>): boolean =>
  trustMarks.length > 0 || trustAnchorWire[profile].publishesMarkStatus

/**
 * Returns the metadata for the Entity Configuration. Names only the endpoints that the settings and the profile have.
 */
export function anchorMetadata(config: TrustAnchorConfig): EntityConfigurationInput['metadata'] {
  const at = (path: string): string => joinUrl(config.entityId, path)
  return {
    federation_entity: {
      ...federationEntityOf(config.organization), // FED-13
      federation_fetch_endpoint: fetchEndpoint(config), // FED-40
      federation_list_endpoint: at(paths.list), // FED-40
      federation_resolve_endpoint: at(paths.resolve), // FED-30
      federation_historical_keys_endpoint: at(paths.historicalKeys), // FED-33
      ...(trustAnchorWire[config.profile].publishesEvents && {
        federation_subordinate_events_endpoint: at(paths.subordinateEvents), // FED-110
      }),
      ...(config.trustMarks.length > 0 && {
        federation_trust_mark_endpoint: at(paths.trustMark), // FED-31
      }),
      ...(hasMarkStatus(config) && {
        federation_trust_mark_list_endpoint: at(paths.trustMarkList), // FED-31
        federation_trust_mark_status_endpoint: at(paths.trustMarkStatus), // FED-32
      }),
    },
  }
}
