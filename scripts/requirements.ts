/**
 * `npm run requirements`: joins the catalogue, the code and the observations of the last test run.
 *
 *   (nothing)      prints counts per area. Fails, and lists the reasons, if something built is not proved, if a fault of
 *                  a MUST was never observed, or if catalogue, code and observations contradict each other
 *   --missing      also lists the rows that are neither built nor proved
 *   --run          runs the tests first. Without observations, they always run first
 *   --write        writes the failure codes into docs/spec/requirements.md, and the texts of the catalogue into
 *                  src/rules/catalogue/
 *   --break ID …   makes each rule pass, or one fault of it (WP-17/iss_mismatch). Fails if no test notices. Defaults
 *                  to every rule of kind check
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { adviceOf } from '../src/rules/index.ts'
import { surfaces } from '../test/conformance/surfaces.ts'
import { breakAll, observe } from './requirements/break.ts'
import { type Built, collectBuilt } from './requirements/built.ts'
import { parseCatalogue, readCatalogue, withFailureCodes, writeCatalogue } from './requirements/catalogue.ts'
import {
  countByArea,
  joinCoverage,
  observedUnreachable,
  type RowStatus,
  seenCodes,
  unknownRequirements,
  unlistedSurfaces,
  unseenFaults,
  vagueRefusals,
} from './requirements/coverage.ts'
import { type Observations, readObservations } from './requirements/observations.ts'
import { staleFiles, writeShippedCatalogue } from './requirements/shipped-catalogue.ts'
import { unreachable } from './requirements/unreachable.ts'
import { root } from './source/files.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    missing: { type: 'boolean', default: false },
    run: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    break: { type: 'boolean', default: false },
  },
})

const text = readCatalogue()
const catalogue = parseCatalogue(text)
const built = await collectBuilt()
const print = (line: string): void => console.log(line)

if (values.write) {
  writeCatalogue(withFailureCodes(text, built.codes))
  writeShippedCatalogue(catalogue)
  print('docs/spec/requirements.md: failure codes written; src/rules/catalogue/: sentences written')
} else if (values.break) {
  const known = new Set(catalogue.map(({ id }) => id))
  const unknown = positionals.filter((name) => !known.has(name.split('/')[0] ?? ''))
  const checks = catalogue.filter(({ kind }) => kind === 'check').map(({ id }) => id)
  if (unknown.length > 0) {
    print(`not in the catalogue: ${unknown.join(', ')}`)
    process.exitCode = 1
  } else process.exitCode = (await breakAll(positionals.length > 0 ? positionals : checks, built, print)) ? 0 : 1
} else {
  const observed = await observations(values.run)
  if (observed === undefined) process.exitCode = 1
  else process.exitCode = report(observed, built) ? 0 : 1
}

/** Returns the observations. Runs the tests first if `fresh`, or if there are none. `undefined` if a test fails. */
async function observations(fresh: boolean): Promise<Observations | undefined> {
  if (fresh || readObservations() === undefined) {
    const { code, output } = await observe()
    if (code !== 0) {
      print(output)
      return undefined
    }
  }
  return readObservations()
}

/** Prints the report. Returns false if the command must fail. */
function report(observed: Observations, code: Built): boolean {
  const statuses = joinCoverage(catalogue, code, observed, surfaces)
  const open = statuses.filter((status) => status.built && status.missing.length > 0)
  print(`observed ${observed.takenAt.toISOString()}: ${observed.titles.length} tests`)
  print('area   rows  built  covered  built, not covered')
  for (const { area, rows, built: named, covered, open: left } of countByArea(statuses))
    print(`${area.padEnd(5)}${pad(rows, 6)}${pad(named, 7)}${pad(covered, 9)}${pad(left, 20)}`)
  const covered = statuses.filter(({ missing }) => missing.length === 0).length
  print(`covered ${covered} of ${statuses.length}; not yet ${statuses.length - covered}`)
  list('built, not covered', open.map(describe))
  if (values.missing)
    list('not built', statuses.filter((status) => !status.built && status.missing.length > 0).map(describe))
  const [seen, all] = seenCodes(code, observed.checks)
  print(`failure codes seen to refuse: ${seen} of ${all}`)
  const unseen = unseenFaults(catalogue, code, observed)
  list('faults of a MUST that were never seen to refuse', unseen)
  const faults = [
    ...code.faults,
    ...unknownRequirements(catalogue, code).map((line) => `not in the catalogue: ${line}`),
    ...unlistedSurfaces(surfaces, observed.checks, rolesBuilt()).map(
      (name) => `${name} takes a body and is not listed in test/conformance/surfaces.ts`,
    ),
    ...observedUnreachable(unreachable, observed.checks).map(
      (line) => `${line} was seen to refuse, although scripts/requirements/unreachable.ts lists it`,
    ),
    ...(withFailureCodes(text, code.codes) === text
      ? []
      : ['failure codes are stale: npm run requirements -- --write']),
    ...vagueRefusals(observed.checks, (one) => adviceOf(one)?.[0]).map(
      (line) => `${line} was seen to refuse with a general text and without a place (src/rules/advice/)`,
    ),
    ...staleFiles(catalogue).map((path) => `${path} is stale: npm run requirements -- --write`),
  ]
  list('faults', faults)
  return open.length === 0 && unseen.length === 0 && faults.length === 0
}

function list(title: string, lines: readonly string[]): void {
  if (lines.length > 0) print(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

function describe({ row, missing }: RowStatus): string {
  return `${row.id.padEnd(7)}${row.kind.padEnd(10)} ${missing.join('; ')}`
}

function pad(count: number, width: number): string {
  return String(count).padStart(width)
}

/** Returns the folders of `src` with an `app.ts`: the roles with endpoints. */
function rolesBuilt(): Set<string> {
  const folders = readdirSync(join(root, 'src'))
  return new Set(folders.filter((name) => name !== 'http' && existsSync(join(root, 'src', name, 'app.ts'))))
}
