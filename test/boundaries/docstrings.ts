/**
 * Which declarations a folder's index leads to, and which of them say nothing of themselves: a reader of a published
 * package sees the declarations and their docstrings, and no file's header.
 */
import { codeOf, lineAt } from '../../scripts/source/scan.ts'
import { resolveImport, type Sources } from './judge.ts'

/** What is taken out of a file: everything, or these names. */
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

/** As they are called in the file that they come from. */
const namesIn = (list: string): readonly string[] =>
  list
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .map((name) => name.split(' as ')[0] ?? '')
    .filter((name) => name !== '')

const union = (one: Taken, other: Taken): Taken =>
  one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other])

/** Each file that an index leads to, with what of it is public. */
function publishedBy(sources: Sources): ReadonlyMap<string, Taken> {
  const published = new Map<string, Taken>()
  const visit = ({ from, taken }: ReExport): void => {
    published.set(from, union(published.get(from) ?? new Set(), taken))
    for (const further of reExportsOf(from, sources.get(from) ?? '')) visit(further)
  }
  for (const file of sources.keys()) if (/^src\/[^/]+\/index\.ts$/.test(file)) visit({ from: file, taken: 'all' })
  return published
}

/** Public declarations without a docstring right before them. Of a function's overloads the first has it for all. */
export function judgeDocstrings(sources: Sources): string[] {
  const faults: string[] = []
  for (const [file, taken] of publishedBy(sources)) {
    const source = sources.get(file) ?? ''
    const told = new Set(reExportsOf(file, source).flatMap((one) => (one.taken === 'all' ? [] : [...one.taken])))
    for (const { 1: name = '', index } of codeOf(source).matchAll(declarationPattern)) {
      const isSilent = !told.has(name) && !/\*\/\s*$/.test(source.slice(0, index))
      if (isSilent && (taken === 'all' || taken.has(name)))
        faults.push(`${file} → ${name}: is public and has no docstring (line ${lineAt(source, index)})`)
      told.add(name)
    }
    if (taken === 'all') continue
    for (const name of taken) if (!told.has(name)) faults.push(`${file} → ${name}: is not declared in this file`)
  }
  return faults
}
