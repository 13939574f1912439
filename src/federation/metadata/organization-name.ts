/** The name of a trusted entity for people. */
import { shownText } from '../../base/index.ts'
import type { TrustedEntity } from '../trust-evaluator.ts'

/** Maximum length of a name in code points. */
const longestName = 100

/** Returns the organisation's name by the resolved metadata, `undefined` if there is none that can be shown (D-378). */
export function organizationNameOf({ metadata }: Pick<TrustedEntity, 'metadata'>): string | undefined {
  const name = metadata.federation_entity?.organization_name
  return typeof name === 'string' ? shownText(name, longestName) || undefined : undefined
}
