/**
 * `npm run mutate -- FOLDER`: changes one place of `src/FOLDER` at a time and runs the tests of `src/FOLDER` and of
 * `test/conformance/FOLDER`. Prints each change that no test noticed, and their count.
 *
 *   --sample n   number of places, chosen by the seed. Defaults to 100; 0 takes all.
 *   --seed n     Defaults to 1.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { seededChance } from '../bench/statistics.ts'
import { type Mutant, mutantsOf } from './mutate/mutants.ts'
import { run } from './run-tests.ts'
import { filesUnder, isTestFile, root, shortPath } from './source/files.ts'

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const [folder] = positionals
if (folder === undefined) throw new TypeError('name a folder of src: npm run mutate -- jose')
if (!existsSync(join(root, 'src', folder))) throw new TypeError(`src has no folder ${folder}`)

interface Place {
  readonly path: string
  readonly mutant: Mutant
}

/** Returns a sample of the places, in random order. A seed always chooses the same places. */
function choosePlaces(): Place[] {
  const all = filesUnder(`src/${folder}`, '.ts')
    .map(shortPath)
    .filter((path) => !isTestFile(path))
    .flatMap((path) => mutantsOf(readFileSync(join(root, path), 'utf8')).map((mutant) => ({ path, mutant })))
  const count = Number(values.sample)
  const random = seededChance(Number(values.seed))
  const drawn = all.map((place) => ({ place, rank: random() })).sort((one, other) => one.rank - other.rank)
  console.log(`${all.length} places in src/${folder}`)
  return (count === 0 ? drawn : drawn.slice(0, count)).map(({ place }) => place)
}

/** Test files of the folder, fast ones first. */
const suites = [`src/${folder}`, `test/conformance/${folder}`]
  .map((path) => filesUnder(path, '.test.ts'))
  .filter((files) => files.length > 0)

const hook = pathToFileURL(join(root, 'scripts/mutate/hook.ts'))

/** Returns true if all tests pass with the change, or without one. A run that takes three minutes fails. */
async function passes(place?: Place): Promise<boolean> {
  const env = { MUTANT: place === undefined ? '' : JSON.stringify(place), REQUIREMENT_OBSERVATIONS: '' }
  for (const files of suites) {
    const args = ['--conditions=fiducia-source', '--disable-warning=ExperimentalWarning', `--import=${hook}`]
    const { code } = await run(process.execPath, [...args, '--test', '--test-isolation=none', ...files], env, 3)
    if (code !== 0) return false
  }
  return true
}

if (!(await passes())) throw new Error('the tests fail without any change')
let survived = 0
const places = choosePlaces()
for (const [index, place] of places.entries()) {
  if (await passes(place)) {
    survived += 1
    const line = readFileSync(join(root, place.path), 'utf8').split('\n')[place.mutant.line - 1] ?? ''
    console.log(`survived: ${place.path}:${place.mutant.line} → ${place.mutant.text.trim()}: ${line.trim()}`)
  }
  if (process.stderr.isTTY) process.stderr.write(`\r${index + 1} of ${places.length}, ${survived} survived`)
}
console.log(`${survived} of ${places.length} changes of src/${folder} survived (seed ${values.seed})`)
