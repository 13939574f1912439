/**
 * Contents of the published package. `pack.long.ts` also packs it, and installs it on another Node.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { run } from '../../scripts/run-tests.ts'
import { compile } from '../../scripts/source/compiler.ts'
import { filesBelow, root } from '../../scripts/source/files.ts'
import { findFreeBase } from '../../src/sandbox/free-ports.ts'
import { buildPackage, entries, manifest, projectOf, strictTypes } from './built-package.ts'

let folder: string
before(async () => {
  folder = await buildPackage()
})
after(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

test('every entry has its source, its code and its declarations, and every folder has its entry', () => {
  for (const { name, targets } of entries) {
    assert.deepEqual(Object.keys(targets), ['fiducia-source', 'types', 'default'], name)
    for (const [condition, target] of Object.entries(targets))
      assert.ok(existsSync(join(condition === 'fiducia-source' ? root : folder, target)), `${name}: ${target}`)
  }
  // Without it, Node parses the exports of the package at each import of a library.
  assert.equal(readFileSync(join(folder, 'dist/package.json'), 'utf8'), '{\n  "type": "module"\n}\n')
  const folders = readdirSync(join(root, 'src')).filter((name) => existsSync(join(root, 'src', name, 'index.ts')))
  assert.deepEqual(new Set(entries.map(({ name }) => name)), new Set(folders.map((name) => `fiducia/${name}`)))
})

test('the package contains the command, the built files and the changelog', () => {
  // npm adds package.json, README.md and LICENSE; pack.long.ts lists the packed files.
  assert.deepEqual(manifest.files, ['bin', 'dist', 'CHANGELOG.md'])
})

test('the package has no script that npm asks the user of a tarball to approve', () => {
  const asked = ['preinstall', 'install', 'postinstall', 'prepare']
  assert.deepEqual(
    Object.keys(manifest.scripts).filter((name) => asked.includes(name)),
    [],
  )
})

test('no built file imports a source file, and no test is built', () => {
  const built = filesBelow(join(folder, 'dist'), '')
  assert.ok(built.length > 100)
  for (const file of built) {
    assert.match(file, /\.(?:js|d\.ts|css|svg|json)$/)
    assert.doesNotMatch(file, /\.(?:test|long)\./)
    assert.doesNotMatch(readFileSync(file, 'utf8'), /(?:\bfrom|\bimport\(?)\s*['"]\.{1,2}\/[^'"]*\.ts['"]/, file)
  }
})

test('declarations need no types that only this repository installs', () => {
  const own = Object.keys(manifest.devDependencies).flatMap((name) => name.match(/^@types\/(.+)$/)?.[1] ?? [])
  assert.ok(own.includes('pg'))
  for (const file of filesBelow(join(folder, 'dist'), '.d.ts')) {
    const imported = readFileSync(file, 'utf8').matchAll(/\bfrom '([^.'][^']*)'/g)
    for (const [, name = ''] of imported) assert.ok(!own.includes(name), `${file} imports ${name}`)
  }
})

test('declarations import the types of WebCrypto, because not every version of Node has them as globals', () => {
  for (const file of filesBelow(join(folder, 'dist'), '.d.ts')) {
    const code = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    for (const [name] of code.matchAll(/(?<![.\w])(?:CryptoKey|CryptoKeyPair|JsonWebKey|SubtleCrypto)\b/g))
      assert.match(code, new RegExp(`^import .*\\b${name}\\b.* from `, 'm'), `${file}: ${name}`)
  }
})

test('every entry can be imported, and a strict compiler accepts its declarations', async () => {
  const project = projectOf(folder)
  const types = await compile([...strictTypes, 'consumer.ts'], project, 2)
  assert.equal(types.code, 0, types.output)
  const values = await run(process.execPath, ['consumer.ts'], {}, 2, project)
  assert.equal(values.code, 0, values.output)
  assert.match(
    (await run(process.execPath, ['-e', 'console.log(import.meta.resolve("fiducia/wallet"))'], {}, 1, project)).output,
    /\/dist\/wallet\/index\.js/,
  )
  // The package also has files that are no entries: documents of APIs, and a script for browsers.
  const further = `const { default: api } = await import('fiducia/openapi/relying-party.json', { with: { type: 'json' } })
    console.log(api.openapi, import.meta.resolve('fiducia/button'))`
  const shown = await run(process.execPath, ['--input-type=module', '-e', further], {}, 1, project)
  assert.match(shown.output, /^3\.1\.\d \S*\/it-wallet-button\.js$/m)
  assert.equal(readdirSync(join(folder, 'dist/openapi')).length, 4)
})

test('the built program prints its help', async () => {
  const help = await run(process.execPath, [join(folder, 'bin/fiducia.mjs'), '--help'], {}, 1, folder)
  assert.equal(help.code, 0, help.output)
  assert.match(help.output, /explain .*wallet /s)
})

/**
 * Returns a module for `--import`. In the process and its workers, it makes the import of one package fail as if the
 * package were not installed.
 */
const withoutPackage = (name: string): string => {
  const fault = `Object.assign(new Error('not installed'), { code: 'ERR_MODULE_NOT_FOUND' })`
  const resolve = `(word, context, next) => { if (word === '${name}') throw ${fault}; return next(word, context) }`
  const hook = `import { registerHooks } from 'node:module'; registerHooks({ resolve: ${resolve} })`
  return `data:text/javascript,${encodeURIComponent(hook)}`
}

test('without samlify the built program runs a life cycle with the workers of the sandbox, and one sentence names the missing feature and the command for the package', async () => {
  const base = String(await findFreeBase())
  const words = ['--import', withoutPackage('samlify'), join(folder, 'bin/fiducia.mjs'), '--once', '--port', base]
  const once = await run(process.execPath, words, {}, 2, folder)
  assert.equal(once.code, 0, once.output)
  assert.deepEqual(once.output.match(/^.*samlify.*$/gm), [
    'The SAML identity provider of the sandbox needs the package samlify, which is not installed here: npm install samlify',
  ])
  assert.doesNotMatch(once.output, /\(SAML\)/)
})
