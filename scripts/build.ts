/**
 * `npm run build`: JavaScript and declarations into `dist`, from nothing. Only publishing needs it: Node strips no
 * types below `node_modules`.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run-tests.ts'
import { root } from './source/files.ts'

rmSync(join(root, 'dist'), { recursive: true, force: true })
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const { code, output } = await run(process.execPath, [compiler, '-p', 'tsconfig.build.json'])
if (output) console.log(output)
process.exitCode = code
