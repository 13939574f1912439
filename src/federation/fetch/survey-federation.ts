/**
 * Surveys a federation: entities and their subordinates according to their own endpoints. Asks each entity once, so
 * that loops end. Verifies nothing: `explainTrust` does.
 */
import { type Failure, type Fetch, type FetchCode, fail, failed, fetchText, longestEntityId } from '../../base/index.ts'
import { entityConfigurationUrl } from '../statement/entity-configuration.ts'
import {
  type EntityStatement,
  type EntityStatementCode,
  type EntityStatementPolicy,
  entityStatementMediaType,
  parseEntityStatement,
} from '../statement/entity-statement.ts'
import { defaultResolveLimits } from './resolve-limits.ts'

/** An entity as it describes itself. */
export interface SurveyedEntity {
  readonly entityId: string
  /** Number of lists between the first entities and this one. */
  readonly depth: number
  /** The configuration, unverified, or why there is none. */
  readonly configuration: EntityStatement | Failure<FetchCode | EntityStatementCode>
  /** Listed subordinates that the survey contains. */
  readonly subordinates: readonly string[]
  /** Number of further listed subordinates. They were not asked. */
  readonly omitted: number
}

/** Entities by identifier, the first ones first. */
export type FederationSurvey = ReadonlyMap<string, SurveyedEntity>

/** Conditions and limits of a survey. */
export interface SurveyOptions extends EntityStatementPolicy {
  /** Maximum number of lists above each other. Defaults to 4. */
  readonly depth?: number
  /** Maximum number of entities below the first ones. Defaults to 500. */
  readonly entities?: number
  /** Maximum number of new entities from one list, except for those of the first entities. Defaults to `entities`. */
  readonly each?: number
  /** Later answers are ignored. Defaults to none. */
  readonly deadline?: AbortSignal
}

/** Surveys the entities and everything that they list. Never throws because of answers of others. */
export async function surveyFederation(
  fetch: Fetch,
  first: readonly string[],
  options: SurveyOptions,
): Promise<FederationSurvey> {
  const { depth: deepest = 4, entities: most = 500, each = most } = options
  const survey = new Map<string, SurveyedEntity>()
  const known = new Set(first)
  let left = most
  let level = [...known]
  for (let depth = 0; level.length > 0; depth += 1) {
    const asked = await Promise.all(level.map((entityId) => ask(fetch, entityId, options, depth < deepest)))
    level = []
    for (const { entityId, configuration, listed } of asked) {
      let share = depth === 0 ? left : Math.min(left, each)
      const taken = listed.filter((one) => {
        if (known.has(one)) return true
        if (share === 0) return false
        share -= 1
        left -= 1
        known.add(one)
        level.push(one)
        return true
      })
      survey.set(entityId, {
        ...{ entityId, depth, configuration, subordinates: taken },
        omitted: listed.length - taken.length,
      })
    }
  }
  return survey
}

async function ask(fetch: Fetch, entityId: string, options: SurveyOptions, withList: boolean) {
  const configuration = await readConfiguration(fetch, entityId, options)
  const listed = withList && !failed(configuration) ? await listSubordinates(fetch, configuration, options) : []
  return { entityId, configuration, listed }
}

const requestOf = (url: string, { deadline }: SurveyOptions): Request =>
  new Request(url, { redirect: 'error', credentials: 'omit', ...(deadline && { signal: deadline }) })

async function readConfiguration(
  fetch: Fetch,
  entityId: string,
  options: SurveyOptions,
): Promise<SurveyedEntity['configuration']> {
  if (!URL.canParse(entityId)) return fail('entity_id_invalid', 'entity_id')
  const request = requestOf(entityConfigurationUrl(entityId), options)
  const { size } = defaultResolveLimits
  const compact = await fetchText(fetch, request, entityStatementMediaType, 'configuration', { size })
  return failed(compact) ? compact : parseEntityStatement(compact, options, 'configuration')
}

const isShort = (id: unknown): id is string => typeof id === 'string' && id.length <= longestEntityId

/** Returns the identifiers that an entity lists, each once. Empty if it lists none or does not answer. */
export async function listSubordinates(
  fetch: Fetch,
  { metadata }: EntityStatement,
  options: SurveyOptions,
): Promise<readonly string[]> {
  const endpoint = metadata.federation_entity?.federation_list_endpoint
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) return []
  const text = await fetchText(fetch, requestOf(endpoint, options), 'application/json', 'list')
  if (failed(text)) return []
  try {
    const list: unknown = JSON.parse(text)
    return [...new Set((Array.isArray(list) ? list : []).filter(isShort))]
  } catch {
    return []
  }
}
