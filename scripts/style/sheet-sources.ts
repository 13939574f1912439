/** Sources of the console's style sheet: `console.scss` and every `_*.scss` beside it, and the version of the design kit. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../source/files.ts'

const folder = join(root, 'src/console/assets')
/** Folder of the design kit and the compiler, with a lock file of its own. */
export const styleTool = join(root, 'tools/style')
/** The committed style sheet. */
export const sheetFile = join(folder, 'console.css')
/** Maximum size of the style sheet, in bytes before compression. */
export const largestSheet = 60_000

/** Returns the source of the whole sheet: the kit, the theme, and all other parts by their names. */
export function sheetSource(): string {
  const parts = readdirSync(folder).filter((name) => /^_.*\.scss$/.test(name))
  return ['console', ...parts.toSorted().map((name) => name.slice(1, -5))]
    .map((name) => `@import '${name}';`)
    .join('\n')
}

/** Folders in which the compiler looks for imports. */
export const loadPaths = [folder, join(styleTool, 'node_modules')]

/** Returns the first line of the sheet: the digest of its sources, and the authors of the kit. */
export function sheetHeading(): string {
  const sources = readdirSync(folder).filter((name) => name.endsWith('.scss'))
  const hash = createHash('sha256')
  for (const name of sources.toSorted()) hash.update(`${name}\n${readFileSync(join(folder, name), 'utf8')}\n`)
  const { devDependencies } = JSON.parse(readFileSync(join(styleTool, 'package.json'), 'utf8'))
  const kit = `bootstrap-italia ${devDependencies['bootstrap-italia']}`
  return `/* Made by "npm run style" from ${hash.digest('hex').slice(0, 16)} and ${kit}: (c) 2022 its contributors, BSD-3-Clause; Bootstrap (c) 2011 its authors, MIT */`
}
