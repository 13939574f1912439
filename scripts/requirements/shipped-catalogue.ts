/**
 * Texts of the catalogue as data of the package: `src/rules/catalogue/`, a file for each area. `fiducia explain` and
 * the log show them with the ID of a rule.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../source/files.ts'
import { areas, type Requirement } from './catalogue.ts'

/** Returns the texts of the files by their path in the repository. */
export function shippedCatalogue(catalogue: readonly Requirement[]): ReadonlyMap<string, string> {
  return new Map(
    areas.map((area) => {
      const rows = catalogue.filter((row) => row.area === area)
      const lines = rows.map(({ id, rule }) => `${id} ${plain(rule)}`)
      const name = area.toLowerCase()
      const head = `/** Written by \`npm run requirements -- --write\` out of docs/spec/requirements.md; do not edit. */\n`
      return [`src/rules/catalogue/${name}.ts`, `${head}export const ${name}Rules = \`\n${lines.join('\n')}\n\`\n`]
    }),
  )
}

/** Removes Markdown marks, breaks up `${` for a template literal, and writes READ as "our reading". */
const plain = (rule: string): string =>
  rule
    .replaceAll('`', '')
    .replaceAll('\\', '')
    .replaceAll('${', '$ {')
    .replaceAll(/\bREAD\b/g, 'our reading')

/** Returns the files that differ from the catalogue. */
export const staleFiles = (catalogue: readonly Requirement[]): string[] =>
  [...shippedCatalogue(catalogue)].filter(([path, text]) => read(path) !== text).map(([path]) => path)

export function writeShippedCatalogue(catalogue: readonly Requirement[]): void {
  for (const [path, text] of shippedCatalogue(catalogue)) writeFileSync(join(root, path), text)
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}
