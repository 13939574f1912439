/**
 * Surveys a federation: entities and the subordinates that their list endpoints name. Asks each entity only once, so
 * loops are harmless. Does not verify signatures or trust: `explainTrust` does.
 */
import {
  type Failure,
  type Fetch,
  type FetchCode,
  fail,
  failed,
  fetchText,
  isEntityId,
  longestEntityId,
  markForeignEndpoint,
  parseJson,
  parseUrl,
} from '../../base/index.ts'
import { entityConfigurationUrl } from '../statement/entity-configuration.ts'
import {
  type EntityStatement,
  type EntityStatementCode,
  type EntityStatementPolicy,
  entityStatementMediaType,
  parseEntityConfiguration,
} from '../statement/entity-statement.ts'
import { defaultResolveLimits } from './resolve-limits.ts'

/** An entity with its own configuration and the subordinates that it lists. */
export interface SurveyedEntity {
  readonly entityId: string
  /** Number of lists between a starting entity and this one. 0 for a starting entity. */
  readonly depth: number
  /**
   * The parsed configuration, unverified, or the reason why there is none: `answer_too_large` also for a configuration
   * beyond the limits of the survey.
   */
  readonly configuration: EntityStatement | Failure<FetchCode | EntityStatementCode | 'not_a_configuration'>
  /** Listed subordinates that are in the survey. */
  readonly subordinates: readonly string[]
  /** Number of listed subordinates that are not in the survey because of its limits. */
  readonly omitted: number
}

/** Entities by identifier, in the order in which they were found. */
export type FederationSurvey = ReadonlyMap<string, SurveyedEntity>

/** Conditions and limits of a survey. */
export interface SurveyOptions extends EntityStatementPolicy {
  /** Maximum depth. Lists of entities at this depth are not fetched. Defaults to 4. */
  readonly depth?: number
  /** Maximum number of entities in addition to the starting entities. Defaults to 500. */
  readonly entities?: number
  /**
   * Maximum number of new entities from one list. Does not limit the lists of the starting entities. Defaults to
   * `entities`.
   */
  readonly each?: number
  /** Responses after this deadline are ignored. Defaults to none. */
  readonly deadline?: AbortSignal
}

/** Maximum number of characters of all configurations: 500 of 64 KiB. */
const maximumTotal = 33_554_432

/** Characters that configurations may still have. */
interface CharacterBudget {
  left: number
}

/** An entity to ask, and the budgets for its configuration: of the survey, and of the list that names the entity. */
interface Candidate {
  readonly entityId: string
  readonly budgets: readonly CharacterBudget[]
}

/**
 * Surveys the starting entities (`first`) and, recursively, those that they list. Asks all entities of one depth at
 * once. An entity whose list is unusable, or that is at the maximum depth, appears without subordinates and with
 * `omitted` 0. Keeps configurations of at most 32 MiB of text. Those that one list names have a share of it, as `each`
 * is a share of `entities`; the lists of the starting entities have no such limit. Omits a larger configuration when it
 * arrives. Never rejects because of answers of other entities.
 */
export async function surveyFederation(
  fetch: Fetch,
  first: readonly string[],
  options: SurveyOptions,
): Promise<FederationSurvey> {
  const { depth: maximumDepth = 4, entities: maximumEntities = 500, each = maximumEntities } = options
  const survey = new Map<string, SurveyedEntity>()
  const found = new Set(first)
  let remaining = maximumEntities
  const total: CharacterBudget = { left: maximumTotal }
  let level: Candidate[] = [...found].map((entityId) => ({ entityId, budgets: [total] }))
  for (let depth = 0; level.length > 0; depth += 1) {
    const results = await Promise.all(level.map((candidate) => ask(fetch, candidate, options, depth, maximumDepth)))
    level = []
    for (const { entityId, configuration, listed } of results) {
      const ofList = { left: depth === 0 ? maximumTotal : (maximumTotal * each) / maximumEntities }
      let share = depth === 0 ? remaining : Math.min(remaining, each)
      const included = listed.filter((one) => {
        if (found.has(one)) return true
        if (share === 0) return false
        share -= 1
        remaining -= 1
        found.add(one)
        level.push({ entityId: one, budgets: [total, ofList] })
        return true
      })
      survey.set(entityId, {
        ...{ entityId, depth, configuration, subordinates: included },
        omitted: listed.length - included.length,
      })
    }
  }
  return survey
}

async function ask(fetch: Fetch, candidate: Candidate, options: SurveyOptions, depth: number, maximumDepth: number) {
  const { entityId } = candidate
  const configuration = await readConfiguration(fetch, candidate, options)
  const namedBy = depth === 0 ? undefined : entityId
  const isListed = depth < maximumDepth && !failed(configuration)
  const listed = isListed ? await listSubordinates(fetch, configuration, { ...options, namedBy }) : []
  return { entityId, configuration, listed }
}

const requestOf = (url: string, { deadline }: SurveyOptions): Request =>
  new Request(url, { redirect: 'error', credentials: 'omit', ...(deadline && { signal: deadline }) })

async function readConfiguration(
  fetch: Fetch,
  { entityId, budgets }: Candidate,
  options: SurveyOptions,
): Promise<SurveyedEntity['configuration']> {
  if (!isEntityId(entityId, options.urls)) return fail('entity_id_invalid', 'entity_id') // FED-28
  const request = requestOf(entityConfigurationUrl(entityId), options)
  const { subjectSize: size } = defaultResolveLimits
  const compact = await fetchText(fetch, request, entityStatementMediaType, 'configuration', { size })
  if (failed(compact)) return compact
  if (budgets.some(({ left }) => left < compact.length)) return fail('answer_too_large', 'configuration')
  for (const budget of budgets) budget.left -= compact.length
  return parseEntityConfiguration(compact, options, 'configuration')
}

/** Maximum size of a list in bytes: about 70,000 identifiers of 60 characters. */
const maximumListBytes = 4_194_304

const isShort = (id: unknown): id is string => typeof id === 'string' && id.length <= longestEntityId

/**
 * Returns the identifiers that an entity lists, each once. Returns none if the entity has no valid list endpoint or
 * does not answer. Also returns none for any answer but a JSON array of at most 4 MiB that `parseJson` accepts. Skips
 * values that are too long or not strings. With the entity's identifier in `namedBy`, the client of
 * `markForeignEndpoint` fetches a list outside the entity's origin only at a public address, or at a listed host.
 */
export async function listSubordinates(
  fetch: Fetch,
  { metadata }: EntityStatement,
  options: SurveyOptions & { readonly namedBy?: string | undefined },
): Promise<readonly string[]> {
  const endpoint = metadata.federation_entity?.federation_list_endpoint
  const url = typeof endpoint === 'string' ? parseUrl(endpoint, options.urls) : undefined
  if (url === undefined || failed(url)) return [] // GEN-19
  const limits = { size: maximumListBytes }
  const request = requestOf(url.href, options)
  if (options.namedBy !== undefined) markForeignEndpoint(request, options.namedBy) // FED-125
  const text = await fetchText(fetch, request, 'application/json', 'list', limits)
  const list = failed(text) ? [] : parseJson(text, 'list', limits)
  return [...new Set((Array.isArray(list) ? list : []).filter(isShort))]
}
