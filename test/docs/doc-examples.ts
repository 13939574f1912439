/** Finds the `@example`s of docstrings, and writes them into a project that imports the package by its name. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, shortPath, sourceFiles } from '../../scripts/source/files.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

/** One example, and the declaration that it belongs to. */
interface DocExample {
  /** Entry of the package: `jose`. */
  readonly entry: string
  readonly name: string
  readonly code: string
  /** Path and line of the docstring. */
  readonly place: string
}

const docstring = /^\/\*\*\n(?: \*.*\n)+?(?: \*\/\n)(.*)$/gm
const exported = /^export (?:declare )?(?:async )?(?:function|const|class) (\w+)/
const fence = / \* @example\n \* ```ts\n((?: \*.*\n)+?) \* ```\n/

/**
 * Returns the examples of one source. Throws for an `@example` without a fence of `ts`, or before anything but an
 * export.
 */
export function examplesIn(file: string, source: string): DocExample[] {
  return [...source.matchAll(docstring)].flatMap(({ 0: text, 1: declaration = '', index }) => {
    if (!text.includes('@example')) return []
    const place = `${file}:${source.slice(0, index).split('\n').length}`
    const code = fence.exec(text)?.[1]?.replaceAll(/^ \* ?/gm, '')
    const name = exported.exec(declaration)?.[1]
    if (code === undefined || name === undefined)
      throw new Error(`${place}: an @example must be a fence of ts before an export`)
    return [{ entry: file.split('/')[1] ?? '', name, code, place }]
  })
}

export const readExamples = (): readonly DocExample[] =>
  sourceFiles().flatMap((file) => examplesIn(shortPath(file), readFileSync(file, 'utf8')))

/** Matches a block of TypeScript in a guide. */
const typescriptBlock = /^```ts\b.*\n([\s\S]*?)^```$/gm

/** Returns the programs of the issuer's guide: the service, then its source of persons. */
export const readGuidePrograms = (): readonly string[] => {
  const guide = readFileSync(join(root, 'docs/guides/issuer.md'), 'utf8')
  return [...guide.matchAll(typescriptBlock)].map(([, program = '']) => program)
}

/**
 * Program that runs each example of the directory, one after the other, and prints the faults. An example that takes a
 * minute, or that leaves a timer, a socket or the like open, is a fault.
 */
const runner = `
import { readdirSync } from 'node:fs'

for (const file of readdirSync('.').filter((name) => name.endsWith('.example.ts'))) {
  let timer
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('takes a minute')), 60_000) })
  try {
    await Promise.race([import('./' + file), late])
  } catch (fault) {
    process.exitCode = 1
    console.error(file, fault)
  }
  clearTimeout(timer)
}
setTimeout(() => {
  console.error('an example leaves something open:', process.getActiveResourcesInfo())
  process.exit(1)
}, 5_000).unref()
`

/**
 * Writes a project with one file for each example and program, a file that names all main exports, and `run.mjs`. A
 * compiler of the project also checks the repository, because that takes no more time than the examples alone. Returns
 * its directory.
 */
export function writeExampleProject(
  examples: readonly DocExample[],
  mainExports: Readonly<Record<string, readonly string[]>>,
  programs: readonly string[] = [],
): string {
  const project = freshDirectory()
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(root, join(project, 'node_modules/fiducia'), 'junction')
  symlinkSync(join(root, 'node_modules/@types'), join(project, 'node_modules/@types'), 'junction')
  const write = (name: string, text: string): void => writeFileSync(join(project, name), text)
  write('package.json', '{"type":"module","private":true}')
  write('run.mjs', runner)
  const { include } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as { include: string[] }
  const files = ['*.ts', ...include.map((folder) => join(root, folder))]
  write('tsconfig.json', JSON.stringify({ extends: join(root, 'tsconfig.json'), include: files }))
  for (const { entry, name, code } of examples) write(`${entry}.${name}.example.ts`, code)
  for (const [index, program] of programs.entries()) write(`program-${index}.ts`, program)
  const names = Object.entries(mainExports).map(
    ([entry, list]) => `import { ${list.join(', ')} } from 'fiducia/${entry}'`,
  )
  const used = Object.values(mainExports).flat()
  write('main-exports.ts', `${names.join('\n')}\n\nexport const all: readonly unknown[] = [${used.join(', ')}]\n`)
  return project
}
