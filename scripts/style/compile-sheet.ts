/** Compiles a style sheet. Installs the compiler and the design kit on first use. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { run } from '../run-tests.ts'
import { headingOf, loadPathsOf, type Sheet, styleTool } from './sheet-sources.ts'

interface Sass {
  compileString(source: string, options: object): { readonly css: string }
}

/** Returns the content of the sheet's file. Rejects if a source is wrong, or if the tools cannot be installed. */
export async function compileSheet(sheet: Sheet): Promise<string> {
  const compiler = join(styleTool, 'node_modules/sass/sass.node.mjs')
  if (!existsSync(compiler)) {
    const { code, output } = await run('npm', ['ci', '--prefix', styleTool, '--no-audit'])
    if (code !== 0) throw new Error(output)
  }
  const sass = (await import(pathToFileURL(compiler).href)) as Sass
  const { css } = sass.compileString(sheet.source(), {
    ...{ style: 'compressed', charset: false, loadPaths: loadPathsOf(sheet), quietDeps: true },
    silenceDeprecations: ['import'],
  })
  return `${headingOf(sheet)}\n${sheet.embed(css)}`
}
