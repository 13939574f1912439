/**
 * `fiducia federation show`: shows an entity and the entities below it, as the list endpoint of each superior names
 * them. Does not verify trust chains: `fiducia trust explain` does.
 */
import { type Failure, failed, printable } from '../base/index.ts'
import { entityConfigurationUrl, type FederationSurvey, surveyFederation } from '../federation/index.ts'
import { allAlgorithms } from '../jose/index.ts'
import { type AddressedService, requireEntityId } from './addressed-service.ts'
import type { Answer } from './print-answer.ts'
import { UserError } from './user-error.ts'

/** One line of the tree: an entity, or the number of subordinates of the entity above that were not asked. */
type TreeLine = { readonly depth: number } & (
  | { readonly entity_id: string; readonly role: string }
  | { readonly omitted: number }
)

/**
 * Returns the tree as text: one line for each entity, indented by depth, down to 4 levels and within the limits of
 * `surveyFederation`. A line below an entity has the number of its subordinates that were not asked, if any. The data
 * are the entities with depth and role, and the number of entities that were not asked. Rejects with a `UserError` if
 * `entity` is not an entity identifier, or has no usable entity configuration.
 */
export async function showTree({ fetch, loopbackHttp }: AddressedService, entity: string): Promise<Answer> {
  requireEntityId(entity)
  const survey = await surveyFederation(fetch, [entity], { algorithms: allAlgorithms, urls: { loopbackHttp } })
  const own = survey.get(entity)?.configuration
  if (failed(own))
    throw new UserError(
      `There is no usable entity configuration at ${printable(entityConfigurationUrl(entity))} (${own.code} at ${own.at}).`,
    )
  const lines = linesOf(survey, entity, 0, new Set())
  const omitted = lines.reduce((sum, line) => sum + ('omitted' in line ? line.omitted : 0), 0)
  return {
    data: { entities: lines.filter((line) => 'entity_id' in line), omitted },
    text: lines.map(textOf).join('\n'),
  }
}

const textOf = (line: TreeLine): string =>
  '  '.repeat(line.depth) +
  printable('omitted' in line ? `(${line.omitted} more, not asked)` : `${line.entity_id}  ${line.role}`)

const faultOf = ({ code }: Failure): string =>
  code === 'unreachable' ? '(does not answer)' : `(no usable configuration: ${code})`

/**
 * Returns the lines of an entity and its subordinates. If several superiors list the entity, its subordinates follow
 * only its first line.
 */
function linesOf(
  survey: FederationSurvey,
  entity_id: string,
  depth: number,
  rendered: Set<string>,
): readonly TreeLine[] {
  const surveyed = survey.get(entity_id)
  if (surveyed === undefined) return [{ depth, entity_id, role: '(does not answer)' }]
  if (failed(surveyed.configuration)) return [{ depth, entity_id, role: faultOf(surveyed.configuration) }]
  const { metadata, authority_hints } = surveyed.configuration
  const types = Object.keys(metadata).filter((type) => type !== 'federation_entity')
  const role = authority_hints.length === 0 ? 'Trust Anchor' : types.join(', ') || 'intermediate'
  const line = { depth, entity_id, role }
  if (rendered.has(entity_id)) return [line]
  rendered.add(entity_id)
  return [
    line,
    ...surveyed.subordinates.flatMap((one) => linesOf(survey, one, depth + 1, rendered)),
    ...(surveyed.omitted > 0 ? [{ depth: depth + 1, omitted: surveyed.omitted }] : []),
  ]
}
