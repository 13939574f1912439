import assert from 'node:assert/strict'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { run } from '../../test/support/run-program.ts'

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

for (const publicUrl of ['console.example', 'localhost:4100'])
  test(`init console refuses the public URL ${publicUrl}, and creates nothing`, async () => {
    const dir = join(freshDirectory(), 'console')
    const { code, err } = await run('init', 'console', '--dir', dir, '--public-url', publicUrl)
    assert.deepEqual([code, existsSync(dir)], [1, false])
    assert.equal(err, `--public-url: ${publicUrl} is not an https URL, such as https://console.example.\n`)
  })
