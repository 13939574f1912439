/**
 * Observes each role as a stranger does: whether it answers, and its Entity Configuration, decoded but not verified.
 * Nothing is decided by it.
 */
import { type Fetch, failed, fetchText, type JsonObject, joinUrl } from '../base/index.ts'
import { entityConfigurationPath, entityStatementMediaType } from '../federation/index.ts'
import { type JwsAlgorithm, jwsAlgorithms, parseJws } from '../jose/index.ts'

/** A role of the ecosystem. */
export interface ConsoleRole {
  /** Name as in surfaces: `wallet-provider`. */
  readonly name: string
  /** Entity identifier. */
  readonly url: string
}

/** A role, and what a stranger sees of it. */
export interface ObservedRole extends ConsoleRole {
  readonly healthy: boolean
  /** Absent if the role publishes none that can be decoded. */
  readonly entityConfiguration?: { readonly header: JsonObject; readonly payload: JsonObject }
}

const policy = { typ: ['entity-statement+jwt'], algorithms: Object.keys(jwsAlgorithms) as JwsAlgorithm[] }

/** Observes all roles at the same time. */
export const observeRoles = (fetch: Fetch, roles: readonly ConsoleRole[]): Promise<readonly ObservedRole[]> =>
  Promise.all(roles.map((role) => observeRole(fetch, role)))

async function observeRole(fetch: Fetch, role: ConsoleRole): Promise<ObservedRole> {
  const get = (path: string, type: string) => fetchText(fetch, new Request(joinUrl(role.url, path)), type, role.name)
  const [health, compact] = await Promise.all([
    get('/health', 'application/json'),
    get(entityConfigurationPath, entityStatementMediaType),
  ])
  const observed = { ...role, healthy: !failed(health) }
  const statement = failed(compact) ? undefined : parseJws(compact, policy, 'entity_configuration')
  if (statement === undefined || failed(statement)) return observed
  return { ...observed, entityConfiguration: { header: statement.header, payload: statement.payload } }
}
