/**
 * The package as it is published, in a separate folder: a new build, with the repository's `node_modules` beside it.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../scripts/run-tests.ts'
import { root } from '../../scripts/source/files.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

interface Manifest {
  readonly version: string
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly files: readonly string[]
  readonly scripts: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest

/** Every entry but `./package.json`: `fiducia/base` with its targets. */
export const entries = Object.entries(manifest.exports).flatMap(([path, targets]) =>
  typeof targets === 'string' ? [] : [{ name: path.replace(/^\./, 'fiducia'), targets }],
)

/** A program that imports every entry and uses one type and one value, which an empty declaration would lack. */
export const consumer = [
  ...entries.map(({ name }, index) => `import * as entry${index} from '${name}'`),
  "import { type Wallet, createWallet } from 'fiducia/wallet'",
  `export const all: readonly object[] = [${entries.map((_, index) => `entry${index}`).join(', ')}]`,
  'export const make: (parts: Parameters<typeof createWallet>[0]) => Wallet = createWallet',
  '',
].join('\n')

/** Compiler options of a user of the package, whose program has no types of a browser. */
export const strictTypes = ['--strict', '--noEmit', '--module', 'nodenext', '--lib', 'es2024', '--types', 'node']

/** Builds the package and returns its folder. Throws the build's output if it fails. Does not check types. */
export async function buildPackage(): Promise<string> {
  const folder = join(freshDirectory(), 'fiducia')
  mkdirSync(folder)
  for (const name of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'bin'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  const build = [
    '--conditions=fiducia-source',
    join(root, 'scripts/build.ts'),
    '--unchecked',
    '--out',
    join(folder, 'dist'),
  ]
  const { code, output } = await run(process.execPath, build)
  if (code !== 0) throw new Error(output)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

/** Creates a project beside the package, with the package installed and the consumer in it. Returns its folder. */
export function projectOf(folder: string): string {
  const project = join(folder, '..', 'project')
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  writeFileSync(join(project, 'package.json'), '{"type":"module","private":true}')
  writeFileSync(join(project, 'consumer.ts'), consumer)
  symlinkSync(folder, join(project, 'node_modules/fiducia'), 'junction')
  symlinkSync(join(root, 'node_modules/@types'), join(project, 'node_modules/@types'), 'junction')
  return project
}
