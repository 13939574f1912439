/**
 * Constraints (OpenID Federation 1.0 §6.2): maximum length of the chain below a statement, permitted hosts and
 * permitted entity types. The constraints of each statement apply separately. Unknown constraints are ignored (FED-18).
 * The older name `allowed_leaf_entity_types` is accepted (FED-36).
 */
import { type Failure, fail, isJsonObject, type Json, type JsonObject } from '../../base/index.ts'
import type { Metadata } from '../statement/metadata-form.ts'

/** Reasons to refuse the chain below a statement, or its constraints. */
export type ConstraintCode = 'constraints_malformed' | 'path_too_long' | 'name_excluded' | 'name_not_permitted'

/**
 * Checks the constraints of one statement. `intermediates` is the number of entities between the statement's issuer and
 * the subject of the chain. `subjects` has the subjects of the statement and of all statements below it. If `permitted`
 * is absent and `excluded` has names, refuses a host that is an IP address. Checks only the form of the entity types:
 * `removeForbiddenTypes` applies them.
 */
export function checkConstraints(
  constraints: JsonObject,
  below: { readonly intermediates: number; readonly subjects: readonly string[] },
  at: string,
): undefined | Failure<ConstraintCode> {
  const { max_path_length, naming_constraints: naming = {} } = constraints
  const maximum = max_path_length ?? Number.POSITIVE_INFINITY
  const isCount = max_path_length === undefined || (Number.isInteger(max_path_length) && Number(max_path_length) >= 0)
  if (!isCount) return fail('constraints_malformed', `${at}.max_path_length`) // FED-05
  if (below.intermediates > Number(maximum))
    return fail('path_too_long', `${at}.max_path_length`, {
      expected: `at most ${maximum} intermediates`,
      found: `${below.intermediates} intermediates`,
    }) // FED-05
  const place = `${at}.naming_constraints`
  if (!isJsonObject(naming)) return fail('constraints_malformed', place) // FED-23
  const [permitted, excluded] = [readHostNames(naming.permitted), readHostNames(naming.excluded)]
  if (permitted === 'malformed') return fail('constraints_malformed', `${place}.permitted`) // FED-23
  if (excluded === 'malformed') return fail('constraints_malformed', `${place}.excluded`) // FED-23
  const hosts = permitted || excluded ? below.subjects.map(hostOf) : []
  const matches = (names: readonly string[] | undefined, host: string) => names?.some((name) => hostMatches(name, host))
  const isExcluded = (host: string) => matches(excluded, host) || (excluded?.length && !permitted && isAddress(host))
  const excludedHost = hosts.find(isExcluded)
  if (excludedHost !== undefined) return fail('name_excluded', `${place}.excluded`, { found: excludedHost }) // FED-23
  const otherHost = permitted && hosts.find((host) => !matches(permitted, host))
  if (otherHost !== undefined)
    return fail('name_not_permitted', `${place}.permitted`, { expected: permitted, found: otherHost }) // FED-23
  const member = typesMember(constraints)
  if (!namesOrAbsent(constraints[member])) return fail('constraints_malformed', `${at}.${member}`) // FED-24
  return undefined
}

/**
 * Removes the entity types that a statement does not allow, except `federation_entity` (FED-24). Removes nothing if the
 * constraint is absent or malformed.
 */
export function removeForbiddenTypes(constraints: JsonObject, metadata: Metadata): Metadata {
  const types = constraints[typesMember(constraints)]
  if (!namesOrAbsent(types) || types === undefined) return metadata
  const remaining = Object.entries(metadata).filter(([type]) => type === 'federation_entity' || types.includes(type))
  return Object.fromEntries(remaining)
}

const constraintNames = ['max_path_length', 'naming_constraints', 'allowed_entity_types', 'allowed_leaf_entity_types']

/** Returns the places of unknown constraints, which are ignored (FED-18). */
export function unknownConstraints({ naming_constraints: naming = {}, ...constraints }: JsonObject): readonly string[] {
  const names = Object.keys(isJsonObject(naming) ? naming : {})
  return [
    ...Object.keys(constraints).filter((name) => !constraintNames.includes(name)),
    ...names.filter((name) => !['permitted', 'excluded'].includes(name)).map((name) => `naming_constraints.${name}`),
  ]
}

/**
 * Returns the name of the constraint on entity types: the final name if present, otherwise that of draft 36 (FED-36).
 */
export const typesMember = (constraints: JsonObject): string =>
  constraints.allowed_entity_types === undefined ? 'allowed_leaf_entity_types' : 'allowed_entity_types'

const namesOrAbsent = (value: Json | undefined): value is undefined | readonly string[] =>
  value === undefined || (Array.isArray(value) && value.every((name) => typeof name === 'string'))

const hostOf = (entityId: string): string => new URL(entityId).hostname.toLowerCase().replace(/\.$/, '')

/**
 * Returns true for an IP address. Expects a host from the URL parser, which normalizes every form of an IPv4 address.
 */
const isAddress = (host: string): boolean => /^\[|^\d+(?:\.\d+){3}$/.test(host)

/** A host name. A leading dot means all hosts below it. Federations that follow the drafts also write the scheme. */
const hostName = /^(?:https:\/\/)?(\.?[\w-]+(?:\.[\w-]+)*)\.?$/

/** Parses host names. One malformed name makes the list malformed, because that name would exclude nothing (D-293). */
function readHostNames(value: Json | undefined): readonly string[] | undefined | 'malformed' {
  if (!namesOrAbsent(value)) return 'malformed'
  const names = value?.map((name) => hostName.exec(name)?.[1]?.toLowerCase())
  return names?.every((name) => name !== undefined) === false ? 'malformed' : names
}

/**
 * Returns the host names in `permitted` or `excluded` of `naming_constraints`, in the form of RFC 5280 §4.2.1.10: lower
 * case, no scheme, no dot at the end. Returns none if the list is absent or malformed.
 */
export function constrainedHosts(
  { naming_constraints: naming = {} }: JsonObject,
  list: 'permitted' | 'excluded',
): readonly string[] {
  const hosts = isJsonObject(naming) ? readHostNames(naming[list]) : undefined
  return hosts === undefined || hosts === 'malformed' ? [] : hosts
}

/**
 * Compares a host with a name by the rules for URIs in RFC 5280 §4.2.1.10. `.a.example` matches any host below
 * `a.example`. `a.example` matches only itself. An IPv4 address in the list matches only the same address (D-280).
 */
const hostMatches = (name: string, host: string): boolean =>
  name.startsWith('.') ? host.endsWith(name) && host.length > name.length : host === name
