/**
 * `npm run build`: JavaScript and declarations into `dist`, from nothing. Only publishing needs it: Node strips no
 * types below `node_modules`.
 */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run-tests.ts'
import { filesUnder, root, shortPath } from './source/files.ts'

rmSync(join(root, 'dist'), { recursive: true, force: true })
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const { code, output } = await run(process.execPath, [compiler, '-p', 'tsconfig.build.json'])
if (output) console.log(output)
// What is no TypeScript (styles, images) goes along as it is.
for (const file of filesUnder('src', ''))
  if (!file.endsWith('.ts')) cpSync(file, join(root, shortPath(file).replace(/^src/, 'dist')), { recursive: true })
process.exitCode = code
