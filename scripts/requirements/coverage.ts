/** Joins the catalogue, the code and the observations. Computes which rows are proved, and what the others lack. */
import type { Surface } from '../../test/conformance/surfaces.ts'
import type { Built } from './built.ts'
import type { Area, Requirement } from './catalogue.ts'
import { type Observations, type ObservedCheck, titleRequirements } from './observations.ts'

export interface RowStatus {
  readonly row: Requirement
  readonly built: boolean
  /** Missing proofs. Empty if the row is covered. */
  readonly missing: readonly string[]
}

/** A fault by its code, or by any of several codes. */
type Fault = string | readonly string[]
type Faults = Readonly<Record<string, readonly Fault[]>>

/** Faults of the GEN rows that a test must show on each surface that takes such an object. */
const faultsOf: Readonly<Record<Surface['takes'], Faults>> = {
  jws: {
    'GEN-01': ['alg_none', 'jws_unsigned'],
    'GEN-02': ['alg_mac'],
    'GEN-03': ['alg_unsupported'],
    'GEN-04': ['expired', 'not_yet_valid'],
    'GEN-05': ['crit_unsupported'],
    'GEN-10': ['time_invalid'],
    'GEN-11': ['key_mismatch'],
    'GEN-14': ['typ_mismatch'],
    'GEN-23': [['jws_malformed', 'json_malformed']],
    'GEN-28': ['json_duplicate_member'],
  },
  form: {
    'GEN-07': ['body_too_large', 'media_type_unsupported', 'method_not_allowed'],
    'GEN-09': ['parameter_duplicated'],
    'GEN-23': [['parameter_malformed', 'not_utf8']],
    'GEN-29': ['header_duplicated'],
  },
  query: {
    'GEN-07': ['method_not_allowed'],
    'GEN-09': ['parameter_duplicated'],
    'GEN-23': ['parameter_malformed'],
    'GEN-29': ['header_duplicated'],
  },
  json: {
    'GEN-07': ['body_too_large', 'media_type_unsupported', 'method_not_allowed'],
    'GEN-23': [['json_malformed', 'not_utf8']],
    'GEN-28': ['json_duplicate_member'],
    'GEN-29': ['header_duplicated'],
  },
}

const keyFaults: Faults = {
  'GEN-15': ['jwk_private'],
  'GEN-16': [['jwk_malformed', 'jwk_unsupported', 'key_unusable']],
}

/** Returns true if a check has a code of the fault, also with the prefix `token_`. The check may name another row. */
const showsFault = (fault: Fault, { code }: ObservedCheck): boolean =>
  [fault].flat().includes(code.replace(/^token_/, ''))

/**
 * Returns the gaps of each GEN row that has some: a fault and a surface on which no test showed it. A row with a single
 * fault has no gap on a surface if any refusal there names the row.
 */
export function surfaceGaps(surfaces: readonly Surface[], checks: readonly ObservedCheck[]): Map<string, string[]> {
  const gaps = new Map<string, string[]>()
  for (const surface of surfaces) {
    const here = checks.filter(({ surface: name }) => `${name} `.startsWith(`${surface.surface} `))
    const faults = { ...faultsOf[surface.takes], ...(surface.carriesKey ? keyFaults : {}) }
    const refusals = here.filter(({ passed, at }) => !passed && at.startsWith(surface.at ?? ''))
    for (const [id, each] of Object.entries(faults)) {
      if (surface.except && Object.hasOwn(surface.except, id)) continue
      const named = each.length === 1 && refusals.some(({ requirement }) => requirement === id)
      const unseen = named ? [] : each.filter((fault) => !refusals.some((refusal) => showsFault(fault, refusal)))
      for (const fault of unseen) {
        const gap = `${[fault].flat().join(' or ')} not seen on ${surface.surface} (${surface.artefact})`
        gaps.set(id, [...(gaps.get(id) ?? []), gap])
      }
    }
  }
  return gaps
}

/** Returns the endpoints of roles that were observed to take a body and that the list of surfaces lacks. */
export function unlistedSurfaces(
  surfaces: readonly Surface[],
  checks: readonly ObservedCheck[],
  roles: ReadonlySet<string>,
): string[] {
  const seen = checks
    .filter(({ surface, requirement, passed }) => passed && requirement === 'GEN-07' && surface.endsWith(' envelope'))
    .map(({ surface }) => surface.slice(0, -' envelope'.length))
    .filter((name) => roles.has(name.split('/')[0] ?? ''))
  const listed = new Set(surfaces.filter(({ takes }) => takes !== 'jws').map(({ surface }) => surface))
  return [...new Set(seen)].filter((name) => !listed.has(name)).toSorted()
}

export function joinCoverage(
  catalogue: readonly Requirement[],
  built: Built,
  observed: Observations,
  surfaces: readonly Surface[],
): RowStatus[] {
  const refused = new Set(observed.checks.filter(({ passed }) => !passed).map(({ requirement }) => requirement))
  const passed = new Set(observed.checks.filter((check) => check.passed).map(({ requirement }) => requirement))
  const titled = new Set(observed.titles.flatMap(titleRequirements))
  const gaps = surfaceGaps(surfaces, observed.checks)
  const missingOf = ({ id, kind }: Requirement): string[] => {
    if (kind === 'output') return observed.outputs.has(id) ? [] : ['no test says observeOutput']
    if (kind === 'behaviour') return titled.has(id) ? [] : ['no passing test has it in its title']
    return [
      ...(refused.has(id) || gaps.has(id) ? [] : ['never seen to refuse']),
      ...(passed.has(id) ? [] : ['never seen to pass']),
      ...(gaps.get(id) ?? []),
    ]
  }
  return catalogue.map((row) => ({ row, built: built.places.has(row.id), missing: missingOf(row) }))
}

/** Returns, for each MUST that a decision enforces, the faults that no decision was observed to refuse. */
export function unseenFaults(catalogue: readonly Requirement[], built: Built, observed: Observations): string[] {
  const seen = new Set(
    observed.checks.filter(({ passed }) => !passed).map(({ requirement, code }) => `${requirement} ${code}`),
  )
  return catalogue
    .filter(({ strength, kind }) => strength === 'MUST' && kind === 'check')
    .map(({ id }) => [id, [...(built.codes.get(id) ?? [])].filter((code) => !seen.has(`${id} ${code}`))] as const)
    .filter(([, codes]) => codes.length > 0)
    .map(([id, codes]) => `${id} ${codes.toSorted().join(' ')}`)
}

/** Returns codes that are listed as unreachable, but that a test has reached. */
export const observedUnreachable = (unreachable: ReadonlySet<string>, checks: readonly ObservedCheck[]): string[] => [
  ...new Set(
    checks
      .filter(({ passed }) => !passed)
      .map(({ requirement, code }) => `${requirement} ${code}`)
      .filter((pair) => unreachable.has(pair)),
  ),
]

/** Beginning of a text that fits many members. A refusal with such a text needs a place. */
const generalText = /^(?:A|An|The object|The text|The JSON text)\b/

/** Returns refusals that do not name the fault (GEN-44): their text is general, and they have no place. */
export const vagueRefusals = (
  checks: readonly ObservedCheck[],
  reasonOf: (code: string) => string | undefined,
): string[] => [
  ...new Set(
    checks
      .filter(({ passed, code, at }) => !passed && at === '' && generalText.test(reasonOf(code) ?? ''))
      .map(({ requirement, code }) => `${requirement} ${code}`),
  ),
]

/** Returns the number of failure codes that were observed to refuse, and the number of all codes of the rules. */
export function seenCodes(built: Built, checks: readonly ObservedCheck[]): readonly [seen: number, all: number] {
  const codes = new Set([...built.codes.values()].flatMap((named) => [...named]))
  const seen = new Set(checks.filter(({ passed }) => !passed).map(({ code }) => code))
  return [[...codes].filter((code) => seen.has(code)).length, codes.size]
}

interface AreaCount {
  readonly area: Area
  readonly rows: number
  readonly built: number
  readonly covered: number
  /** Number of rows that are built but not covered. */
  readonly open: number
}

export const countByArea = (statuses: readonly RowStatus[]): AreaCount[] =>
  [...Map.groupBy(statuses, ({ row }) => row.area)].map(([area, rows]) => ({
    area,
    rows: rows.length,
    built: rows.filter(({ built }) => built).length,
    covered: rows.filter(({ missing }) => missing.length === 0).length,
    open: rows.filter(({ built, missing }) => built && missing.length > 0).length,
  }))

/** Returns the requirements in the code that the catalogue does not have. */
export function unknownRequirements(catalogue: readonly Requirement[], built: Built): string[] {
  const known = new Set(catalogue.map(({ id }) => id))
  return [...built.places].filter(([id]) => !known.has(id)).map(([id, places]) => `${id} (${[...places].join(', ')})`)
}
