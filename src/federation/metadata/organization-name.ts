/** The display name of a trusted entity. */
import { shownText } from '../../base/index.ts'
import type { TrustedEntity } from '../trust-evaluator.ts'

/** Maximum length of a name in code points. */
const longestName = 100

/**
 * Returns the organization's name from the resolved metadata, made safe for display (D-378) and at most 100 code
 * points. Returns `undefined` if there is none, or if nothing of it can be displayed.
 */
export function organizationNameOf({ metadata }: Pick<TrustedEntity, 'metadata'>): string | undefined {
  const name = metadata.federation_entity?.organization_name
  return typeof name === 'string' ? shownText(name, longestName) || undefined : undefined
}
