/**
 * `npm run golden:update`: runs the tests of `docs/flows/` and `docs/screenshots/` with `TEST_GOLDEN=update`. Then they
 * write the files instead of comparing their results with them. Review the changes afterwards.
 */
import { runTests } from './run-tests.ts'
import { filesUnder } from './source/files.ts'

const files = ['e2e', 'browser'].flatMap((folder) => filesUnder(`test/${folder}`, '.test.ts'))
const { code, output } = await runTests(files, { env: { TEST_GOLDEN: 'update' }, minutes: 20 })
console.log(output)
process.exitCode = code
