/**
 * `fiducia federation show`: shows an entity and its subordinates, as their own endpoints list them. This does not
 * verify trust chains: `fiducia trust explain` does.
 */
import { failed, printable } from '../base/index.ts'
import { entityConfigurationUrl, type FederationSurvey, surveyFederation } from '../federation/index.ts'
import { defaultAlgorithms } from '../jose/index.ts'
import { type RunningFederation, requireEntityId } from './running-federation.ts'
import { UserError } from './user-error.ts'

/**
 * Returns one line for each entity, indented by depth. Rejects with a `UserError` if `entity` is not an entity
 * identifier, or if no usable entity configuration of it is received.
 */
export async function renderTree({ fetch, loopbackHttp }: RunningFederation, entity: string): Promise<string> {
  requireEntityId(entity)
  const survey = await surveyFederation(fetch, [entity], { algorithms: defaultAlgorithms, urls: { loopbackHttp } })
  if (!failed(survey.get(entity)?.configuration)) return renderEntity(survey, entity, 0, new Set()).join('\n')
  throw new UserError(`There is no entity configuration at ${printable(entityConfigurationUrl(entity))}.`)
}

/**
 * Renders an entity with its subordinates. The subordinates of an entity in several lists follow its first line only.
 */
function renderEntity(
  survey: FederationSurvey,
  entity: string,
  depth: number,
  rendered: Set<string>,
): readonly string[] {
  const indented = (line: string, below = 0): string => '  '.repeat(depth + below) + printable(line)
  const found = survey.get(entity)
  if (found === undefined || failed(found.configuration)) return [indented(`${entity}  (does not answer)`)]
  const { metadata, authority_hints } = found.configuration
  const types = Object.keys(metadata).filter((type) => type !== 'federation_entity')
  const role = authority_hints.length === 0 ? 'Trust Anchor' : types.join(', ') || 'intermediate'
  const line = indented(`${entity}  ${role}`)
  if (rendered.has(entity)) return [line]
  rendered.add(entity)
  return [
    line,
    ...found.subordinates.flatMap((one) => renderEntity(survey, one, depth + 1, rendered)),
    ...(found.omitted > 0 ? [indented(`(${found.omitted} more, not asked)`, 1)] : []),
  ]
}
