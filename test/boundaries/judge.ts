/**
 * Judges sources by the rules of `rules.ts`: imports, hidden inputs, names, sizes and hooks. Each function reads only
 * its arguments and returns violations such as `file → file: reason`.
 */
import { dirname, join, normalize } from 'node:path/posix'
import { blank, codeOf, lineAt } from '../../scripts/source/scan.ts'
import {
  forbidden,
  forbiddenNames,
  globals,
  layers,
  lazyPackages,
  nodeFolders,
  openFiles,
  packages,
  sideways,
  sizes,
  verifiedCreators,
} from './rules.ts'

/** Path from the top of the repository (`src/jose/jws.ts`) to text. */
export type Sources = ReadonlyMap<string, string>

const folderOf = (path: string): string => path.split('/')[1] ?? ''

const importPattern =
  /(?:^|[\s;])(?:import|export)\s+(?:type\s+)?(?:[\w$*{}\s,]+?\s+from\s+)?(['"])([^'"]+)\1|\bimport\(\s*(['"])([^'"]+)\3/g

function findImports(source: string): readonly RegExpMatchArray[] {
  const code = codeOf(source)
  return [...blank(source, ['comment']).matchAll(importPattern)].filter(({ index, 0: line }) =>
    /import|export/.test(code.slice(index, index + line.length)),
  )
}

/** Returns the imports of a source, static or not, as written. */
export const importsOf = (source: string): string[] => findImports(source).map((match) => match[2] ?? match[4] ?? '')

/** Returns the static imports of a source, which are loaded with it. Omits imports of types. */
const staticImportsOf = (source: string): string[] =>
  findImports(source).flatMap(([line, , specifier]) =>
    specifier === undefined || /^\s*;?\s*(?:import|export)\s+type\b/.test(line) ? [] : [specifier],
  )

/** Returns a relative import as a path from the top; a package or `node:` name unchanged. */
export const resolveImport = (from: string, specifier: string): string =>
  specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : specifier

export function judgeImports(sources: Sources): string[] {
  const faults: string[] = []
  for (const [file, source] of sources)
    for (const specifier of importsOf(source)) {
      const target = resolveImport(file, specifier)
      const reason = specifier.startsWith('.') ? judgeFile(file, target) : judgePackage(file, target)
      if (reason) faults.push(`${file} → ${target}: ${reason}`)
    }
  return faults
}

function judgeFile(file: string, target: string): string | undefined {
  const from = folderOf(file)
  const to = folderOf(target)
  const fromLayer = layers[from]
  const toLayer = layers[to]
  if (!/\.(?:ts|json)$/.test(target)) return 'relative imports end in .ts, or in .json for data'
  if (!target.startsWith('src/')) return 'src imports nothing from outside src'
  if (fromLayer === undefined) return `${from} has no layer in test/boundaries/rules.ts`
  if (toLayer === undefined) return `${to} has no layer in test/boundaries/rules.ts`
  if (from === to) return target === `src/${to}/index.ts` ? 'a folder does not import its own index' : undefined
  if (openFiles.some((open) => open.file === target && open.layer <= fromLayer)) return undefined
  const rule = forbidden.find((row) => row.from === from && row.to === to)
  if (rule) return rule.reason
  if (toLayer > fromLayer) return `L${fromLayer} must not import L${toLayer}: arrows point down`
  if (toLayer === fromLayer && !sideways[from]?.includes(to))
    return fromLayer === 3 ? 'roles communicate over HTTP only' : `no arrow from ${from} to ${to} inside L${fromLayer}`
  if (to === 'software-device' && fromLayer < 4) return 'a role does not import the software device'
  return target === `src/${to}/index.ts` ? undefined : `another folder is imported through its index.ts`
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

function judgePackage(file: string, specifier: string): string | undefined {
  const folder = folderOf(file)
  if (specifier.startsWith('node:'))
    return nodeFolders.includes(folder) ? undefined : `node:* stays in ${nodeFolders.join(', ')}`
  const name = packageOf(specifier)
  const allowed = packages[name]
  if (allowed === undefined) return 'this package has no row in test/boundaries/rules.ts'
  return allowed.includes(folder) ? undefined : `only ${allowed.join(', ')} may import ${name}`
}

/** Returns the arrows and open files of the rules that no source uses. */
export function judgePermissions(sources: Sources): string[] {
  const arrows = new Set<string>()
  const targets = new Set<string>()
  for (const [file, source] of sources)
    for (const target of importsOf(source).map((specifier) => resolveImport(file, specifier))) {
      arrows.add(`${folderOf(file)} → ${folderOf(target)}`)
      if (folderOf(file) !== folderOf(target)) targets.add(target)
    }
  const permitted = Object.entries(sideways).flatMap(([from, list]) => list.map((to) => `${from} → ${to}`))
  return [
    ...permitted.filter((arrow) => !arrows.has(arrow)),
    ...openFiles.map(({ file }) => file).filter((file) => !targets.has(file)),
  ].map((row) => `${row}: no source uses this permission`)
}

/** Returns each lazy package to which static imports lead from an `index.ts` or from the command line. */
export function judgeLazyPackages(sources: Sources): string[] {
  const isEntry = (file: string): boolean => /^src\/[\w-]+\/index\.ts$|^src\/cli\/main\.ts$/.test(file)
  const loaded = new Set([...sources.keys()].filter(isEntry))
  const faults: string[] = []
  for (const file of loaded)
    for (const specifier of staticImportsOf(sources.get(file) ?? '')) {
      const name = packageOf(specifier)
      if (lazyPackages.includes(name)) faults.push(`${file} → ${name}: is loaded before a feature needs it`)
      else if (specifier.startsWith('.')) loaded.add(resolveImport(file, specifier))
    }
  return faults
}

/** Returns the cycles of imports, each as the list of its files. */
export function judgeCycles(sources: Sources): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const path: string[] = []
  const faults: string[] = []
  const visit = (file: string): void => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      faults.push(`${[...path.slice(path.indexOf(file)), file].join(' → ')}: a cycle of imports`)
      return
    }
    state.set(file, 'open')
    path.push(file)
    for (const specifier of importsOf(sources.get(file) ?? '')) {
      const target = resolveImport(file, specifier)
      if (sources.has(target)) visit(target)
    }
    path.pop()
    state.set(file, 'done')
  }
  for (const file of sources.keys()) visit(file)
  return faults
}

export function judgeGlobals(sources: Sources): string[] {
  const faults: string[] = []
  for (const [file, source] of sources) {
    const code = codeOf(source)
    for (const { pattern, name, allowed, unless } of globals) {
      const found = pattern.exec(code)
      if (found && !allowed.includes(folderOf(file)) && !unless?.test(code))
        faults.push(`${file} → ${name}: must be injected (line ${lineAt(source, found.index)})`)
    }
  }
  return faults
}

/**
 * Returns the files that create `Verified` values although they may not. Verifiers of L1 and L2 may, that is, files
 * that export a `verify…` or `validate…` function, and the files of `verifiedCreators`.
 */
export function judgeVerifiedValues(sources: Sources): string[] {
  const faults: string[] = []
  for (const [file, source] of sources) {
    const code = codeOf(source)
    if (
      file === 'src/base/verified.ts' ||
      Object.hasOwn(verifiedCreators, file) ||
      !/(?<![.\w$])verified(?:<[^>]*>)?\(/.test(code)
    )
      continue
    const layer = layers[folderOf(file)]
    const verifies = /export (?:async )?(?:function|const) (?:verify|validate)[A-Z]/.test(code)
    if (!verifies || (layer !== 1 && layer !== 2))
      faults.push(`${file} → verified(): only verifiers of L1 and L2 create Verified values`)
  }
  return faults
}

export const judgeNames = (sources: Sources): string[] =>
  [...sources.keys()].flatMap((file) =>
    file
      .replace(/\.ts$/, '')
      .split('/')
      .filter((name) => forbiddenNames.includes(name))
      .map((name) => `${file}: "${name}" is too general for a name`),
  )

export function judgeSizes(sources: Sources): { readonly refused: string[]; readonly questioned: string[] } {
  const lines = [...sources].map(([file, source]) => [file, source.split('\n').length - 1] as const)
  const describe = ([file, count]: readonly [string, number]): string => `${file}: ${count} lines`
  return {
    refused: lines.filter(([, count]) => count >= sizes.refuse).map(describe),
    questioned: lines.filter(([, count]) => count >= sizes.question && count < sizes.refuse).map(describe),
  }
}

/**
 * Returns the top-level hooks of test files. Test files that share a process share their top level, so the hook would
 * run for each test of all these files.
 */
export const judgeHooks = (tests: Sources): string[] =>
  [...tests].flatMap(([file, source]) => {
    const code = codeOf(source)
    return [...code.matchAll(/^(?:beforeEach|afterEach)\(/gm)].map(
      ({ index }) => `${file}: a hook for each test must be in a describe (line ${lineAt(code, index)})`,
    )
  })
