/**
 * `fiducia federation show`: an entity and its subordinates according to their own endpoints. Nothing is verified. Use
 * `fiducia trust explain` for that.
 */
import { failed, fetchText, printable } from '../base/index.ts'
import {
  type EntityStatement,
  entityConfigurationUrl,
  entityStatementMediaType,
  parseEntityStatement,
} from '../federation/index.ts'
import { defaultAlgorithms } from '../jose/index.ts'
import { type RunningFederation, requireEntityId } from './running-federation.ts'
import { UserError } from './user-error.ts'

const limits = { depth: 4, entities: 500 }

/** State of one call. Limits all branches together, because the entities determine width and depth. */
interface Tree extends RunningFederation {
  /** Number of entities that may still be asked. */
  left: number
}

/** Returns one line for each entity, indented by depth. Throws a `UserError` if the first one has no configuration. */
export async function renderTree(here: RunningFederation, entity: string): Promise<string> {
  requireEntityId(entity)
  const tree = { ...here, left: limits.entities }
  const configuration = await read(tree, entity)
  if (configuration) return renderEntity(tree, entity, configuration, 0)
  throw new UserError(`There is no entity configuration at ${printable(entityConfigurationUrl(entity))}.`)
}

async function renderEntity(
  here: Tree,
  entity: string,
  configuration: EntityStatement,
  depth: number,
): Promise<string> {
  const types = Object.keys(configuration.metadata).filter((type) => type !== 'federation_entity')
  const role = configuration.authority_hints.length === 0 ? 'Trust Anchor' : types.join(', ') || 'intermediate'
  const line = indented(`${entity}  ${role}`, depth)
  if (depth >= limits.depth) return line
  const below = await subordinatesOf(here, configuration)
  const asked = below.slice(0, here.left)
  here.left -= asked.length
  const trees = await Promise.all(asked.map((subordinate) => renderSubordinate(here, subordinate, depth + 1)))
  const rest = below.length - asked.length
  return [line, ...trees, ...(rest > 0 ? [indented(`(${rest} more, not asked)`, depth + 1)] : [])].join('\n')
}

async function renderSubordinate(here: Tree, entity: string, depth: number): Promise<string> {
  const configuration = await read(here, entity)
  return configuration
    ? renderEntity(here, entity, configuration, depth)
    : indented(`${entity}  (does not answer)`, depth)
}

const indented = (line: string, depth: number): string => '  '.repeat(depth) + printable(line)

async function read({ fetch, loopbackHttp }: RunningFederation, entity: string): Promise<EntityStatement | undefined> {
  if (!URL.canParse(entity)) return undefined
  const request = new Request(entityConfigurationUrl(entity), { redirect: 'error' })
  const compact = await fetchText(fetch, request, entityStatementMediaType, 'configuration')
  if (failed(compact)) return undefined
  const policy = { algorithms: defaultAlgorithms, urls: { loopbackHttp } }
  const statement = parseEntityStatement(compact, policy, 'configuration')
  return failed(statement) ? undefined : statement
}

async function subordinatesOf({ fetch }: RunningFederation, { metadata }: EntityStatement): Promise<readonly string[]> {
  const endpoint = metadata.federation_entity?.federation_list_endpoint
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) return []
  const text = await fetchText(fetch, new Request(endpoint, { redirect: 'error' }), 'application/json', 'list')
  if (failed(text)) return []
  try {
    const list: unknown = JSON.parse(text)
    return (Array.isArray(list) ? list : []).filter((id) => typeof id === 'string')
  } catch {
    return []
  }
}
