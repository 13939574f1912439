/**
 * `npm run build [-- --out FOLDER] [--unchecked]`: compiles JavaScript and declarations into an empty `dist`. Only
 * publishing needs it, because Node strips no types below `node_modules`. `--unchecked` skips the type check, for
 * callers that check the same types separately.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { walletButtonScript } from '../src/relying-party/application/wallet-button.ts'
import { openApiDocuments } from './reference/open-api-documents.ts'
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
mkdirSync(join(out, 'openapi'), { recursive: true })
for (const [role, document] of openApiDocuments())
  writeFileSync(join(out, 'openapi', `${role}.json`), `${JSON.stringify(document, null, 2)}\n`)
mkdirSync(join(out, 'button'))
writeFileSync(join(out, 'button', 'it-wallet-button.js'), walletButtonScript)
process.exitCode = code
