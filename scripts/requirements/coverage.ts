/**
 * Joins the catalogue, the code and the observations: which rows are proved, and what is missing for those that are not.
 */
import type { Surface } from '../../test/conformance/surfaces.ts'
import type { Built } from './built.ts'
import type { Area, Requirement } from './catalogue.ts'
import { type Observations, type ObservedCheck, titleRequirements } from './observations.ts'

export interface RowStatus {
  readonly row: Requirement
  readonly built: boolean
  /** What is not proved yet; none when the row is covered. */
  readonly missing: readonly string[]
}

/** The faults that count for a GEN row on a surface that takes such a thing: any of the codes, or the row itself. */
const faultsOf: Readonly<Record<Surface['takes'], Readonly<Record<string, readonly string[]>>>> = {
  jws: {
    'GEN-01': ['alg_none', 'jws_unsigned'],
    'GEN-02': ['alg_mac'],
    'GEN-03': ['alg_unsupported'],
    'GEN-04': ['expired', 'not_yet_valid'],
    'GEN-05': ['crit_unsupported'],
    'GEN-10': ['time_invalid'],
    'GEN-11': ['key_mismatch'],
    'GEN-14': ['typ_mismatch'],
    'GEN-23': ['jws_malformed', 'json_malformed'],
    'GEN-28': ['json_duplicate_member'],
  },
  form: {
    'GEN-07': ['body_too_large', 'media_type_unsupported', 'method_not_allowed'],
    'GEN-09': ['parameter_duplicated'],
    'GEN-23': ['parameter_malformed', 'not_utf8'],
    'GEN-29': ['header_duplicated'],
  },
  json: {
    'GEN-07': ['body_too_large', 'media_type_unsupported', 'method_not_allowed'],
    'GEN-23': ['json_malformed', 'not_utf8'],
    'GEN-28': ['json_duplicate_member'],
    'GEN-29': ['header_duplicated'],
  },
}

const keyFaults: Readonly<Record<string, readonly string[]>> = {
  'GEN-15': ['jwk_private'],
  'GEN-16': ['jwk_malformed', 'jwk_unsupported', 'key_unusable'],
}

/** What each GEN row still lacks on which surface. */
export function surfaceGaps(surfaces: readonly Surface[], checks: readonly ObservedCheck[]): Map<string, string[]> {
  const gaps = new Map<string, string[]>()
  for (const surface of surfaces) {
    const here = checks.filter(({ surface: name }) => `${name} `.startsWith(`${surface.surface} `))
    const faults = { ...faultsOf[surface.takes], ...(surface.carriesKey ? keyFaults : {}) }
    for (const [id, codes] of Object.entries(faults)) {
      if (surface.except && Object.hasOwn(surface.except, id)) continue
      const refused = here.some(
        ({ passed, requirement, code, at }) =>
          !passed && at.startsWith(surface.at ?? '') && (requirement === id || codes.includes(code)),
      )
      if (!refused) gaps.set(id, [...(gaps.get(id) ?? []), `not seen on ${surface.surface} (${surface.artefact})`])
    }
  }
  return gaps
}

/** Endpoints of roles that were seen to take a body and stand in no row of the registry. */
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

export interface AreaCount {
  readonly area: Area
  readonly rows: number
  readonly built: number
  readonly covered: number
  /** Built and not covered. */
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

/** Requirements that the code names and the catalogue does not have. */
export function unknownRequirements(catalogue: readonly Requirement[], built: Built): string[] {
  const known = new Set(catalogue.map(({ id }) => id))
  return [...built.places].filter(([id]) => !known.has(id)).map(([id, places]) => `${id} (${[...places].join(', ')})`)
}
