/**
 * Finds exported names that no other file uses. A package entry exports for users: a type of an entry needs no use. A
 * value of an entry needs one, and a page that names it counts as one.
 */
import { blank, codeOf, lineAt } from '../../scripts/source/scan.ts'
import { resolveImport, type Sources } from './judge.ts'

interface Exported {
  readonly name: string
  readonly isType: boolean
  readonly line: number
  /** The file and the name from which a name is re-exported. */
  readonly origin?: { readonly file: string; readonly name: string }
}

interface Linked {
  readonly exported: readonly Exported[]
  /** Files whose names are all re-exported. */
  readonly stars: readonly string[]
  /** Imported names. A row without a name means that all names of the file are imported. */
  readonly imported: readonly { readonly file: string; readonly name?: string }[]
  readonly words: ReadonlySet<string>
}

const declarationPattern =
  /^export (?:declare )?(?:abstract )?(?:async )?(function\*?|class|const|let|interface|type) (\w+)/gm
const importPattern = /^(import|export) (type )?(?:(\*)(?: as \w+)?|(?:\w+, )?\{([^}]*)\})(?: from '([^']+)')?$/gm
const dynamicImportPattern = /\bimport\(\s*'([^']+)'/g

/** Returns the file that a specifier means. An entry of the package is its `index.ts`. */
const fileOf = (from: string, specifier: string): string => {
  const entry = /^fiducia\/([\w-]+)$/.exec(specifier)?.[1]
  return entry === undefined ? resolveImport(from, specifier) : `src/${entry}/index.ts`
}

function link(file: string, source: string): Linked {
  const code = codeOf(source)
  const text = blank(source, ['comment'])
  const exported: Exported[] = [...code.matchAll(declarationPattern)].map(({ 1: kind = '', 2: name = '', index }) => ({
    name,
    isType: kind === 'interface' || kind === 'type',
    line: lineAt(code, index),
  }))
  const stars: string[] = []
  const imported: { file: string; name?: string }[] = []
  for (const { 1: keyword, 2: type, 3: star, 4: list = '', 5: specifier, index } of text.matchAll(importPattern)) {
    if (!code.startsWith(keyword ?? '', index)) continue
    const target = specifier === undefined ? undefined : fileOf(file, specifier)
    if (star && target !== undefined) {
      if (keyword === 'export') stars.push(target)
      else imported.push({ file: target })
    }
    for (const part of list
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')) {
      const [original = '', name = original] = part.replace(/^type /, '').split(' as ')
      if (keyword === 'import') imported.push({ file: target ?? '', name: original })
      else
        exported.push({
          name,
          isType: type !== undefined || part.startsWith('type '),
          line: lineAt(code, index),
          ...(target !== undefined && { origin: { file: target, name: original } }),
        })
    }
  }
  for (const { 1: specifier = '', index } of text.matchAll(dynamicImportPattern))
    if (code.startsWith('import', index)) imported.push({ file: fileOf(file, specifier) })
  return { exported, stars, imported, words: new Set(code.match(/\w+/g)) }
}

/** Returns each exported name that no other file uses, with its line. `pages` are texts for users. */
export function judgeExports(sources: Sources, pages: readonly string[]): string[] {
  const files = new Map([...sources].map(([file, source]) => [file, link(file, source)]))
  const used = new Set<string>()
  const published = new Set<string>()
  const follow = (found: Set<string>, file: string, name: string): void => {
    const linked = files.get(file)
    for (const one of linked?.exported ?? [])
      if (one.name === name) {
        found.add(`${file} → ${name}`)
        if (one.origin) follow(found, one.origin.file, one.origin.name)
      }
    for (const star of linked?.stars ?? []) follow(found, star, name)
  }
  const namesOf = (file: string): readonly string[] => [
    ...(files.get(file)?.exported ?? []).map(({ name }) => name),
    ...(files.get(file)?.stars ?? []).flatMap(namesOf),
  ]
  for (const { imported, words } of files.values())
    for (const { file, name } of imported)
      for (const one of name === undefined ? namesOf(file).filter((it) => words.has(it)) : [name])
        follow(used, file, one)
  const shown = new Set(pages.flatMap((page) => page.match(/\w+/g) ?? []))
  for (const entry of files.keys())
    if (/^src\/[^/]+\/index\.ts$/.test(entry))
      for (const name of namesOf(entry)) {
        follow(published, entry, name)
        if (shown.has(name)) follow(used, entry, name)
      }
  return [...files].flatMap(([file, { exported }]) =>
    exported
      .map(({ name, isType, line }) => ({ key: `${file} → ${name}`, isType, line }))
      .filter(({ key, isType }) => !used.has(key) && !(isType && published.has(key)))
      .map(({ key, line }) => `${key}: no other file uses it (line ${line})`),
  )
}
