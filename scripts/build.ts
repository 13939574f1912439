/**
 * `npm run build [-- --out FOLDER] [--unchecked]`: compiles JavaScript and declarations into an empty `dist`. Only
 * publishing needs it, because Node strips no types below `node_modules`. `--unchecked` skips the type check, for
 * callers that check the same types separately.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compile } from './source/compiler.ts'
import { filesBelow, filesUnder, root, shortPath } from './source/files.ts'

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'dist' }, unchecked: { type: 'boolean', default: false } },
})
const out = resolve(root, values.out)

rmSync(out, { recursive: true, force: true })
const words = values.unchecked ? ['--noCheck'] : []
const { code, output } = await compile(['-p', 'tsconfig.build.json', '--outDir', out, ...words])
if (output) console.log(output)
// The compiler writes `.js` into the code and leaves `.ts` in declarations.
const relativeImport = /((?:\bfrom|\bimport\(|\bimport)\s*)(['"])(\.{1,2}\/[^'"]*)\.ts\2/g
for (const file of filesBelow(out, '.d.ts')) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replaceAll(relativeImport, '$1$2$3.js$2'))
}
// Other files (style sheets, images) are copied.
for (const file of filesUnder('src', ''))
  if (!/\.(?:ts|md|scss)$/.test(file)) cpSync(file, join(out, shortPath(file).replace(/^src/, '')), { recursive: true })
process.exitCode = code
