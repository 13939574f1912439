/**
 * `fiducia federation show`: shows an entity and the entities below it, as the list endpoint of each superior names
 * them. Does not verify trust chains: `fiducia trust explain` does.
 */
import { failed, printable } from '../base/index.ts'
import { entityConfigurationUrl, type FederationSurvey, surveyFederation } from '../federation/index.ts'
import { defaultAlgorithms } from '../jose/index.ts'
import { type RunningService, requireEntityId } from './running-service.ts'
import { UserError } from './user-error.ts'

/**
 * Returns one line for each entity, indented by depth, down to 4 levels and within the limits of `surveyFederation`. A
 * line below an entity has the number of its subordinates that were not asked, if any. `treeAnswer` parses these lines.
 * Rejects with a `UserError` if `entity` is not an entity identifier, or has no usable entity configuration.
 */
export async function renderTree({ fetch, loopbackHttp }: RunningService, entity: string): Promise<string> {
  requireEntityId(entity)
  const survey = await surveyFederation(fetch, [entity], { algorithms: defaultAlgorithms, urls: { loopbackHttp } })
  if (!failed(survey.get(entity)?.configuration)) return renderEntity(survey, entity, 0, new Set()).join('\n')
  throw new UserError(`There is no entity configuration at ${printable(entityConfigurationUrl(entity))}.`)
}

/**
 * Renders an entity with its subordinates. If several superiors list the entity, its subordinates follow only its first
 * line.
 */
function renderEntity(
  survey: FederationSurvey,
  entity: string,
  depth: number,
  rendered: Set<string>,
): readonly string[] {
  const indented = (line: string, below = 0): string => '  '.repeat(depth + below) + printable(line)
  const surveyed = survey.get(entity)
  if (surveyed === undefined || failed(surveyed.configuration)) return [indented(`${entity}  (does not answer)`)]
  const { metadata, authority_hints } = surveyed.configuration
  const types = Object.keys(metadata).filter((type) => type !== 'federation_entity')
  const role = authority_hints.length === 0 ? 'Trust Anchor' : types.join(', ') || 'intermediate'
  const line = indented(`${entity}  ${role}`)
  if (rendered.has(entity)) return [line]
  rendered.add(entity)
  return [
    line,
    ...surveyed.subordinates.flatMap((one) => renderEntity(survey, one, depth + 1, rendered)),
    ...(surveyed.omitted > 0 ? [indented(`(${surveyed.omitted} more, not asked)`, 1)] : []),
  ]
}
