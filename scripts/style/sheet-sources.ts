/** The committed style sheets, their sources, and the version of the design kit. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../source/files.ts'

/** Folder of the design kit and the compiler, with a lock file of its own. */
export const styleTool = join(root, 'tools/style')

/** One committed style sheet. */
export interface Sheet {
  readonly name: string
  /** The committed file. Its first line is the heading. */
  readonly file: string
  /** Folder of its sources. */
  readonly folder: string
  /** Maximum size of the file in bytes. */
  readonly maximumBytes: number
  /** Returns the source of the whole sheet. */
  readonly source: () => string
  /** Returns the content of the committed file after its heading. */
  readonly embed: (css: string) => string
}

const assets = join(root, 'src/console/assets')
const pages = join(root, 'src/pages')

const asString = (css: string): string => `'${css.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

export const sheets: readonly Sheet[] = [
  {
    name: 'console',
    file: join(assets, 'console.css'),
    folder: assets,
    maximumBytes: 60_000,
    source: () => {
      const parts = readdirSync(assets).filter((name) => /^_.*\.scss$/.test(name))
      return ['console', ...parts.toSorted().map((name) => name.slice(1, -5))]
        .map((name) => `@import '${name}';`)
        .join('\n')
    },
    embed: (css) => `${css}\n`,
  },
  {
    name: 'pages for citizens',
    file: join(pages, 'page-style.ts'),
    folder: join(pages, 'style'),
    maximumBytes: 12_000,
    source: () => "@import 'pages';",
    embed: (css) =>
      `/** The style sheet of pages for citizens, compiled from \`style/pages.scss\` by \`npm run style\`. */\nexport const pageStyle =\n  ${asString(css)}\n`,
  },
]

/** Returns the places where the compiler looks for imports. */
export const loadPathsOf = ({ folder }: Sheet): string[] => [folder, join(styleTool, 'node_modules')]

/** Returns the first line of a sheet's file: the digest of its sources, and the authors of the kit. */
export function headingOf({ folder }: Sheet): string {
  const sources = readdirSync(folder).filter((name) => name.endsWith('.scss'))
  const hash = createHash('sha256')
  for (const name of sources.toSorted()) hash.update(`${name}\n${readFileSync(join(folder, name), 'utf8')}\n`)
  const { devDependencies } = JSON.parse(readFileSync(join(styleTool, 'package.json'), 'utf8'))
  const kit = `bootstrap-italia ${devDependencies['bootstrap-italia']}`
  return `/* Made by "npm run style" from ${hash.digest('hex').slice(0, 16)} and ${kit}: (c) 2022 its contributors, BSD-3-Clause; Bootstrap (c) 2011 its authors, MIT */`
}
