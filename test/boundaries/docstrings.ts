/**
 * Finds the declarations that a folder's index exports and that have no docstring. A reader of a published package sees
 * declarations and their docstrings, but no file header.
 */
import { codeOf, lineAt } from '../../scripts/source/scan.ts'
import { resolveImport, type Sources } from './judge.ts'

/** Names that are re-exported from a file, or `all`. */
type Taken = 'all' | ReadonlySet<string>

interface ReExport {
  readonly from: string
  readonly taken: Taken
}

const reExportPattern = /^export (?:type )?(?:\*|\{([^}]*)\}) from '(\.[^']+)'/gm
const declarationPattern =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|interface|let|type) (\w+)/gm

function reExportsOf(file: string, source: string): readonly ReExport[] {
  return [...source.matchAll(reExportPattern)].map(([, list, specifier = '']) => ({
    from: resolveImport(file, specifier),
    taken: list === undefined ? 'all' : new Set(namesIn(list)),
  }))
}

/** Returns the original names of an export list: `a` for `a as b`. */
const namesIn = (list: string): readonly string[] =>
  list
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .map((name) => name.split(' as ')[0] ?? '')
    .filter((name) => name !== '')

const union = (one: Taken, other: Taken): Taken =>
  one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other])

/** Returns each file from which an index exports, directly or not, with its public names. */
function publishedBy(sources: Sources): ReadonlyMap<string, Taken> {
  const published = new Map<string, Taken>()
  const visit = ({ from, taken }: ReExport): void => {
    published.set(from, union(published.get(from) ?? new Set(), taken))
    for (const further of reExportsOf(from, sources.get(from) ?? '')) visit(further)
  }
  for (const file of sources.keys()) if (/^src\/[^/]+\/index\.ts$/.test(file)) visit({ from: file, taken: 'all' })
  return published
}

/**
 * Returns the public declarations without a docstring directly before them. The docstring of a function's first
 * overload suffices for all overloads. Also returns re-exported names that their file does not declare.
 */
export function judgeDocstrings(sources: Sources): string[] {
  const faults: string[] = []
  for (const [file, taken] of publishedBy(sources)) {
    const source = sources.get(file) ?? ''
    const seen = new Set(reExportsOf(file, source).flatMap((one) => (one.taken === 'all' ? [] : [...one.taken])))
    for (const { 1: name = '', index } of codeOf(source).matchAll(declarationPattern)) {
      const isUndocumented = !seen.has(name) && !/\*\/\s*$/.test(source.slice(0, index))
      if (isUndocumented && (taken === 'all' || taken.has(name)))
        faults.push(`${file} → ${name}: is public and has no docstring (line ${lineAt(source, index)})`)
      seen.add(name)
    }
    if (taken === 'all') continue
    for (const name of taken) if (!seen.has(name)) faults.push(`${file} → ${name}: is not declared in this file`)
  }
  return faults
}
