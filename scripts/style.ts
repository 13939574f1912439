/**
 * `npm run style [-- --check]`: compiles `src/console/assets/console.scss` and the parts of the design kit
 * (bootstrap-italia) that it names into the committed `console.css`. Kit and compiler are in `tools/style`, with a lock
 * file of their own, and are installed on first use. `--check` writes nothing and fails if the committed file differs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { run } from './run-tests.ts'
import { root } from './source/files.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const tool = join(root, 'tools/style')
const sheet = join(root, 'src/console/assets/console.css')

interface Sass {
  compile(file: string, options: object): { readonly css: string }
}

if (!existsSync(join(tool, 'node_modules/sass/package.json'))) {
  const { code, output } = await run('npm', ['ci', '--prefix', tool, '--no-audit'])
  if (code !== 0) {
    console.error(output)
    process.exit(code)
  }
}
const sass = (await import(pathToFileURL(join(tool, 'node_modules/sass/sass.node.mjs')).href)) as Sass
const { css } = sass.compile(join(root, 'src/console/assets/console.scss'), {
  style: 'compressed',
  loadPaths: [join(tool, 'node_modules')],
  quietDeps: true,
  silenceDeprecations: ['import'],
})
if (!values.check) writeFileSync(sheet, `${css}\n`)
else if (readFileSync(sheet, 'utf8') !== `${css}\n`) {
  console.error(`${sheet} differs from its source: run "npm run style".`)
  process.exit(1)
}
console.log(`${sheet}: ${Buffer.byteLength(css)} bytes`)
