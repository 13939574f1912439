/**
 * Runs the suites of flows and races again. Three replicas of each role over one PostgreSQL get the requests in turn:
 * suites that start sandboxes use `--database … --replicas 3`, suites in memory use three apps of each role, and the
 * races of the PID Provider use three processes.
 *
 * Omits suites that are not about replicas: `sandbox.test.ts` (the command's own contract, damaged embedded stores),
 * `pid-provider-crash.test.ts` (dies within SQLite's transactions; chaos.long.ts kills PostgreSQL), tests of
 * the cost or the cache of one process, and the pages of `flows.test.ts`, whose exchanges depend on one trust cache.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { run } from '../../scripts/run-tests.ts'
import { root } from '../../scripts/source/files.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres({ own: true, maxConnections: 500 })
})
after(() => server.stop())

const suites: readonly (readonly [file: string, except?: string])[] = [
  ['test/e2e/replicas.test.ts'],
  // Its third-party parties are not about replicas.
  ['test/e2e/new-user.test.ts', 'to a third-party'],
  ['test/e2e/devices.test.ts'],
  ['test/e2e/federation.test.ts'],
  // Its last test reads SQLite's files.
  ['test/e2e/kill.test.ts', 'life cycles'],
  // Two tests read SQLite's file.
  ['test/e2e/openid-login.test.ts', 'the file of the store|leaves the claims of a login encrypted'],
  ['test/e2e/walk.test.ts'],
  ['test/e2e/pid-provider-races.test.ts'],
  ['test/conformance/pid-provider/races.test.ts'],
  // The skipped tests replace the stores of the single provider that they expect.
  ['test/conformance/pid-provider/walk.test.ts', 'cannot be registered|an index in use|not granted|costs'],
  ['test/conformance/relying-party/races.test.ts', 'cost'],
  ['test/conformance/relying-party/walk.test.ts'],
]

for (const [file, except] of suites)
  test(`${file} passes over three replicas`, async () => {
    if (except !== undefined) assert.match(readFileSync(join(root, file), 'utf8'), new RegExp(except))
    const words = ['--conditions=fiducia-source', '--disable-warning=ExperimentalWarning', '--test']
    const { code, output } = await run(
      process.execPath,
      [...words, ...(except ? [`--test-skip-pattern=${except}`] : []), join(root, file)],
      {
        DATABASE_URL_TEST: server.url,
        // This suite starts its replicas itself.
        ...(file.endsWith('/replicas.test.ts') ? {} : { TEST_SANDBOX_WORDS: '--database {database} --replicas 3' }),
        TEST_REPLICAS: '3',
        REQUIREMENT_OBSERVATIONS: '',
      },
      5,
    )
    assert.equal(code, 0, output)
    assert.match(output, /pass [1-9]/)
  })
