/**
 * Observes a federation by its public endpoints: the listed entities, their configurations, the statements of their
 * superiors, the status lists of the roles, and which roles answer. Verifies nothing. All pages share one observation.
 */
import { createHash } from 'node:crypto'
import {
  encodeBase64url,
  failed,
  fetchText,
  isFresh,
  markForeignEndpoint,
  type NumericDate,
  parseUrl,
} from '../../base/index.ts'
import {
  createFetchUrl,
  defaultResolveLimits,
  type EntityStatement,
  entityStatementMediaType,
  type FederationSurvey,
  listSubordinates,
  parseEntityStatement,
  type SurveyedEntity,
  type SurveyOptions,
  surveyFederation,
} from '../../federation/index.ts'
import { allAlgorithms } from '../../jose/index.ts'
import { observeHealth } from '../observe-roles.ts'
import type { FederationParts } from './federation-parts.ts'
import { type ObservedStatusLists, observeStatusLists } from './observe-status-lists.ts'

/** An entity of the federation: its own configuration, unverified, and whether it answers. */
export interface ObservedEntity {
  readonly entityId: string
  /** Short name for HTML IDs. */
  readonly slug: string
  /** Name of the role, for the roles of this ecosystem. */
  readonly role?: string
  /** True if the health endpoint of the role answers. For an entity without `role`, true if it has `configuration`. */
  readonly answers: boolean
  /** Absent if it could not be fetched or parsed. */
  readonly configuration?: EntityStatement
  /** Number of listed subordinates that were not requested, because of the limits of the survey. */
  readonly omitted: number
}

/** Relation of a superior to a subordinate. */
export interface ObservedEdge {
  readonly superior: string
  readonly subordinate: string
  /** True if the superior lists the subordinate. */
  readonly listed: boolean
  /** True if the subordinate names the superior in `authority_hints`. */
  readonly hinted: boolean
  /** The superior's statement, if it was fetched. */
  readonly statement?: EntityStatement
}

/** One observation. */
export interface ObservedFederation {
  readonly entities: readonly ObservedEntity[]
  readonly edges: readonly ObservedEdge[]
  /** Status lists of the roles that publish them. */
  readonly statusLists: readonly ObservedStatusLists[]
}

/** Seconds after which health and lists are requested again. */
const healthSeconds = 4
/** Seconds after which all entities are requested again. */
const surveySeconds = 60
const limits = { depth: 3, entities: 60, each: 16, edges: 120, hints: 8, milliseconds: 6000 } as const

/**
 * Returns the observation. Health and lists of subordinates are at most 4 s old; configurations, statements and status
 * lists about a minute.
 */
export type ObserveFederation = () => Promise<ObservedFederation>

interface SurveyResult {
  readonly at: NumericDate
  readonly survey: FederationSurvey
  readonly statements: ReadonlyMap<string, EntityStatement>
  readonly statusLists: readonly ObservedStatusLists[]
}

/**
 * Creates the observer. It sends requests only when it is called. Besides the anchors and roles, it observes at most 60
 * entities on three levels. From the list of an entity that is neither anchor nor role, it takes at most 16
 * subordinates that are not yet observed. It returns at most 120 relations.
 */
export function createFederationObserver(parts: FederationParts): ObserveFederation {
  let surveyed: SurveyResult | undefined
  let last: { readonly at: NumericDate; readonly observed: Promise<ObservedFederation> } | undefined
  const observe = async (now: NumericDate): Promise<ObservedFederation> => {
    const healthy = await observeHealth(parts.fetch, parts.roles)
    const isRecent = surveyed !== undefined && isFresh(surveyed.at, surveySeconds, now)
    if (surveyed === undefined || !isRecent || (await isOutdated(parts, surveyed.survey, healthy)))
      surveyed = await survey(parts)
    return toObservation(parts, surveyed, healthy)
  }
  return () => {
    const now = parts.clock.now()
    if (last && isFresh(last.at, healthSeconds, now)) return last.observed
    const current = { at: now, observed: observe(now) }
    last = current
    current.observed.catch(() => {
      if (last === current) last = undefined
    })
    return current.observed
  }
}

const surveyOptions = ({ urls }: FederationParts): SurveyOptions => ({
  ...{ urls, algorithms: allAlgorithms, depth: limits.depth, entities: limits.entities, each: limits.each },
  deadline: AbortSignal.timeout(limits.milliseconds),
})

async function survey(parts: FederationParts): Promise<SurveyResult> {
  const options = surveyOptions(parts)
  const starts = [...new Set([...parts.anchors.keys(), ...parts.roles.map(({ url }) => url)])]
  const [found, statusLists] = await Promise.all([
    surveyFederation(parts.fetch, starts, options),
    observeStatusLists(parts.fetch, parts.roles),
  ])
  const statements = await fetchStatements(parts, found, options)
  return { at: parts.clock.now(), survey: found, statements, statusLists }
}

/** Returns true if a role has begun to answer, or an authority lists other subordinates than before. */
async function isOutdated(
  parts: FederationParts,
  surveyed: FederationSurvey,
  healthy: ReadonlySet<string>,
): Promise<boolean> {
  if ([...healthy].some((entityId) => failed(surveyed.get(entityId)?.configuration))) return true
  const options = surveyOptions(parts)
  const changes = await Promise.all(
    [...surveyed.values()].filter(isAuthority).map(async (authority) => {
      const { configuration, subordinates, omitted } = authority
      if (failed(configuration)) return false
      const askOptions = { ...options, namedBy: namedBy(authority) }
      const listed = new Set(await listSubordinates(parts.fetch, configuration, askOptions))
      return listed.size !== subordinates.length + omitted || subordinates.some((one) => !listed.has(one))
    }),
  )
  return changes.includes(true)
}

/** Returns the entity that named an endpoint, or `undefined` for an anchor or role of the settings. */
const namedBy = ({ depth, entityId }: SurveyedEntity): string | undefined => (depth === 0 ? undefined : entityId)

const isAuthority = ({ configuration, depth }: SurveyedEntity): boolean =>
  !failed(configuration) &&
  depth < limits.depth &&
  configuration.metadata.federation_entity?.federation_list_endpoint !== undefined

const edgeName = (superior: string, subordinate: string): string => JSON.stringify([superior, subordinate])

/**
 * Fetches at most 120 statements of superiors about the entities that they list. Leaves out a statement with another
 * issuer or subject.
 */
async function fetchStatements(
  { fetch, urls }: FederationParts,
  found: FederationSurvey,
  options: SurveyOptions,
): Promise<ReadonlyMap<string, EntityStatement>> {
  const pairs = [...found.values()].flatMap((authority) => {
    const { configuration, subordinates } = authority
    const superior = namedBy(authority)
    return failed(configuration) ? [] : subordinates.map((subordinate) => ({ configuration, subordinate, superior }))
  })
  const fetched = await Promise.all(
    pairs.slice(0, limits.edges).map(async ({ configuration, subordinate, superior }) => {
      const endpoint = configuration.metadata.federation_entity?.federation_fetch_endpoint
      const url = typeof endpoint === 'string' ? parseUrl(endpoint, urls) : undefined
      if (url === undefined || failed(url)) return []
      const { deadline: signal } = options
      const { size } = defaultResolveLimits
      const request = new Request(createFetchUrl(url, subordinate), { redirect: 'error', ...(signal && { signal }) })
      if (superior !== undefined) markForeignEndpoint(request, superior) // FED-125
      const compact = await fetchText(fetch, request, entityStatementMediaType, 'statement', { size })
      const statement = failed(compact) ? compact : parseEntityStatement(compact, options, 'statement')
      const isExpected = !failed(statement) && statement.iss === configuration.sub && statement.sub === subordinate
      return isExpected ? [[edgeName(configuration.sub, subordinate), statement] as const] : []
    }),
  )
  return new Map(fetched.flat())
}

function toObservation(
  { roles }: FederationParts,
  { survey: found, statements, statusLists }: SurveyResult,
  healthy: ReadonlySet<string>,
): ObservedFederation {
  const names = new Map(roles.map(({ name, url }) => [url, name]))
  const entities = [...found.values()].map(({ entityId, configuration, omitted }): ObservedEntity => {
    const role = names.get(entityId)
    return {
      entityId,
      slug: slugOf(entityId, role),
      ...(role !== undefined && { role }),
      answers: role === undefined ? !failed(configuration) : healthy.has(entityId),
      ...(!failed(configuration) && { configuration }),
      omitted,
    }
  })
  return { entities, edges: edgesOf(found, statements), statusLists }
}

/** Returns at most 120 edges between surveyed entities, those from subordinate lists first. */
function edgesOf(found: FederationSurvey, statements: ReadonlyMap<string, EntityStatement>): readonly ObservedEdge[] {
  const edges = new Map<string, ObservedEdge>()
  const hintsOf = (entityId: string): readonly string[] => {
    const configuration = found.get(entityId)?.configuration
    return configuration === undefined || failed(configuration)
      ? []
      : configuration.authority_hints.slice(0, limits.hints)
  }
  for (const { entityId: superior, subordinates } of found.values())
    for (const subordinate of subordinates) {
      const name = edgeName(superior, subordinate)
      const statement = statements.get(name)
      const hinted = hintsOf(subordinate).includes(superior)
      edges.set(name, { superior, subordinate, listed: true, hinted, ...(statement && { statement }) })
    }
  for (const subordinate of found.keys())
    for (const superior of hintsOf(subordinate)) {
      const name = edgeName(superior, subordinate)
      if (found.has(superior) && !edges.has(name))
        edges.set(name, { superior, subordinate, listed: false, hinted: true })
    }
  return [...edges.values()].slice(0, limits.edges)
}

/** Returns the name of the role, or ten characters of a digest of the identifier. */
export const slugOf = (entityId: string, role?: string): string =>
  role ?? encodeBase64url(createHash('sha256').update(entityId).digest()).slice(0, 10)
