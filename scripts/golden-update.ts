/**
 * `npm run golden:update`: runs the tests that compare with files, and makes them write the files instead by
 * `TEST_GOLDEN=update` (`docs/flows/`, `docs/screenshots/`). A review must read the changes.
 */
import { runTests } from './run-tests.ts'
import { filesUnder } from './source/files.ts'

const files = ['e2e', 'browser'].flatMap((folder) => filesUnder(`test/${folder}`, '.test.ts'))
if (files.length === 0) console.log('nothing there yet')
else {
  const { code, output } = await runTests(files, { env: { TEST_GOLDEN: 'update' }, minutes: 20 })
  console.log(output)
  process.exitCode = code
}
