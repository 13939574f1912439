import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { configFaultsOf } from '../../test/support/config-faults.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { run } from '../../test/support/run-program.ts'
import { createConsoleSettings } from '../console/index.ts'
import { readSettingsFile } from '../serve/settings-file.ts'

/** Returns the faults that `fiducia console` finds in the settings in a directory. */
const faultsOf = (directory: string): readonly string[] =>
  configFaultsOf(() =>
    createConsoleSettings(readSettingsFile(join(directory, 'console.json')), (path) => resolve(directory, path)),
  )

test('init console --json names each file, the settings of the roles, and the next command', async () => {
  const dir = join(freshDirectory(), 'console')
  const init = async () => JSON.parse((await run('init', 'console', '--dir', dir, '--json')).out)
  const first = await init()
  assert.deepEqual(first.files[0], { file: join(dir, 'console.json'), written: true })
  assert.ok(first.files.every(({ file }: { file: string }) => existsSync(file)))
  assert.deepEqual(Object.keys(first.administration), ['console', 'operators'])
  assert.equal(first.administration.console.tokenFile, join(dir, 'ROLE.token'), 'an absolute path stays as it is')
  assert.equal(first.next, `fiducia console --config ${join(dir, 'console.json')}`)
  rmSync(join(dir, 'operator.token'))
  const again = (await init()).files.filter(({ written }: { written: boolean }) => written)
  assert.deepEqual(again, [{ file: join(dir, 'operator.token'), written: true }])
})

test('the next commands of init quote a directory with spaces for the shell', async () => {
  const dir = join(freshDirectory(), 'my services')
  const next = async (what: string) =>
    JSON.parse((await run('init', what, '--dir', join(dir, what), '--json')).out).next
  assert.equal(await next('console'), `fiducia console --config '${join(dir, 'console', 'console.json')}'`)
  const file = join(dir, 'trust-anchor', 'trust-anchor.json')
  assert.equal(await next('trust-anchor'), `fiducia serve trust-anchor --config '${file}'`)
  const { out } = await run('init', 'relying-party', '--dir', join(dir, 'relying-party'))
  assert.ok(out.includes(`next  node '${join(dir, 'relying-party', 'portal.ts')}', a sample`), out)
})

test('init console names a directory that cannot be created', async () => {
  const file = join(freshDirectory(), 'file')
  writeFileSync(file, '')
  const { code, out, err } = await run('init', 'console', '--dir', join(file, 'console'))
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /console cannot be created \(ENOTDIR\): name another directory with --dir\.\n$/)
})

const localUrls = [
  undefined,
  'http://localhost',
  'HTTP://localhost:5000/',
  'http://127.0.0.1:5000',
  'http://[::1]:5000',
]
for (const publicUrl of localUrls)
  for (const port of [undefined, '0', '6000'])
    for (const json of [[], ['--json']])
      test(`a console starts as initialized with ${publicUrl}, port ${port} ${json}`, async () => {
        const dir = join(freshDirectory(), 'my console')
        const url = publicUrl === undefined ? [] : ['--public-url', publicUrl]
        const listen = port === undefined ? [] : ['--port', port]
        const { code, err } = await run('init', 'console', '--dir', dir, ...url, ...listen, ...json)
        assert.deepEqual([code, err, faultsOf(dir)], [0, '', []])
      })

for (const publicUrl of ['https://console.example', 'https://console.example:8443/', 'HTTPS://localhost:4100'])
  for (const port of [[], ['--port', '6000']])
    test(`a console initialized with ${publicUrl} ${port} starts once the URLs of its roles are written`, async () => {
      const dir = join(freshDirectory(), 'console')
      const { out } = await run('init', 'console', '--dir', dir, '--public-url', publicUrl, ...port)
      const file = join(dir, 'console.json')
      assert.ok(out.includes(`next  write the URLs of the roles in place of the placeholders in ${file}\n`), out)
      const named = faultsOf(dir)
      assert.equal(named.length, 4)
      const sentence = 'is a placeholder: write the entity identifier of the role, or remove the role'
      assert.equal(named[0], `roles.0.url: https://trust-anchor.invalid ${sentence}`)
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('.invalid', '.example'))
      assert.deepEqual(faultsOf(dir), [])
    })

test('the output of init console names placeholders only in settings that it has written with some', async () => {
  const dir = join(freshDirectory(), 'console')
  const local = await run('init', 'console', '--dir', dir)
  const kept = await run('init', 'console', '--dir', dir, '--public-url', 'https://console.example')
  assert.doesNotMatch(local.out + kept.out, /placeholder/)
})

for (const publicUrl of [
  'console.example',
  'localhost:4100',
  'http://console.example',
  'https:console.example',
  'https://console.example/console',
  'https://console.example/?',
  'https://console.example/#',
  'https://ada@console.example',
  'ftp://localhost',
])
  test(`init console refuses the public URL ${publicUrl}, and creates nothing`, async () => {
    const dir = join(freshDirectory(), 'console')
    const { code, err } = await run('init', 'console', '--dir', dir, '--public-url', publicUrl)
    assert.deepEqual([code, existsSync(dir)], [1, false])
    const parts = 'without path, query, fragment and user name'
    assert.equal(
      err,
      `--public-url: ${publicUrl} is not an https URL ${parts}, such as https://console.example (on this machine also http://localhost).\n`,
    )
  })
