/** Reports to the operator the share of used places in the status lists, and whether lists were added (D-890). */
import { fullShare, type StatusPlaces } from '../status-list/index.ts'
import type { ServiceGauge } from './service.ts'

interface StatusPlacesReport {
  notes(): readonly string[]
  readonly gauges: readonly ServiceGauge[]
}

/**
 * Creates the report on a role's places. `configured` is the number of lists in the role's settings. Before the first
 * estimate, the share is 0: the caller estimates at the start and in its upkeep.
 */
export function reportStatusPlaces(places: StatusPlaces, configured: number): StatusPlacesReport {
  const usedShare = (): number => places.usedShare() ?? 0
  return {
    notes: () => [
      ...(usedShare() < fullShare
        ? []
        : [`${Math.round(usedShare() * 100)} % of the places in the status lists are used, and no list can be added`]),
      ...(places.count() <= configured
        ? []
        : [
            `the status lists grew from ${configured} to ${places.count()}, because ${fullShare * 100} % of their places were used`,
          ]),
    ],
    gauges: [
      { name: 'fiducia_status_lists', help: 'Status lists of the role', read: places.count },
      { name: 'fiducia_status_places_used_ratio', help: 'Share of used places in the status lists', read: usedShare },
    ],
  }
}
