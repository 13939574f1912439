/** Test switches are options of the sandbox, which it shows at its start. All other commands refuse them. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { certificatePem, expiredCertificate } from '../../test/support/expired-certificate.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { run } from '../../test/support/run-program.ts'
import { generateSigner } from '../jose/index.ts'
import { createNodeCrypto } from '../node/index.ts'
import { renderGreeting } from '../sandbox/greeting.ts'
import { sandboxOrigins } from '../sandbox/origins.ts'
import { createSettings } from '../serve/index.ts'
import { readTestOptions } from './read-test-options.ts'
import { UserError } from './user-error.ts'

test('each test switch is read, and the sandbox shows it at its start', async () => {
  const folder = freshDirectory()
  const [keys, authority] = [join(folder, 'keys.json'), join(folder, 'authority.pem')]
  const { publicJwk } = await generateSigner({ crypto: createNodeCrypto() })
  writeFileSync(keys, JSON.stringify({ keys: [publicJwk] }))
  writeFileSync(authority, certificatePem((await expiredCertificate()).der))
  const tests = readTestOptions({
    testAnchor: [`https://ta.example=${keys}`],
    testHost: ['tool.example'],
    testTlsAuthority: [authority],
    testEmptyHints: true,
    testMissingStatus: ['https://status.example'],
  })
  const greeted = { origins: sandboxOrigins(4000), authorityFile: undefined, host: undefined, openid: undefined }
  const shown = renderGreeting({ ...greeted, tests }).match(/^TEST SWITCH +(.*)$/gm)
  assert.equal(shown?.length, 6)
  for (const name of [
    'every role except the Trust Anchor trusts the federation of https://ta.example',
    'no certificates',
    'tool.example',
    'authorities of servers: 1',
    'authority_hints',
    'status.example',
  ])
    assert.ok(
      shown?.some((line) => line.includes(name)),
      name,
    )
  assert.doesNotMatch(renderGreeting(greeted), /TEST SWITCH/)
  assert.equal(readTestOptions({}), undefined)
})

test('certificates in the keys of a test anchor are ignored, as its members need none (D-767)', async () => {
  const keys = join(freshDirectory(), 'keys.json')
  const { publicJwk } = await generateSigner({ crypto: createNodeCrypto() })
  writeFileSync(keys, JSON.stringify({ keys: [{ ...publicJwk, x5c: ['AAAA'] }] }))
  const [anchor] = readTestOptions({ testAnchor: [`https://ta.example=${keys}`] })?.anchors ?? []
  assert.deepEqual(anchor?.keys, [publicJwk])
  writeFileSync(keys, `\ufeff${JSON.stringify({ keys: [publicJwk] })}`)
  const [marked] = readTestOptions({ testAnchor: [`https://ta.example=${keys}`] })?.anchors ?? []
  assert.deepEqual(marked?.keys, [publicJwk], 'a byte order mark is ignored')
})

test('a test switch without a usable value is refused', () => {
  const authority = join(freshDirectory(), 'authority.pem')
  writeFileSync(authority, '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n')
  for (const flags of [
    { testAnchor: ['https://ta.example'] },
    { testAnchor: ['ta.example=keys.json'] },
    { testAnchor: ['https://ta.example=/nowhere/keys.json'] },
    ...['', 'https://w.example', 'w.example:443', '192.0.2.7:80', 'w.example/x', 'fe80::1%eth0'].map((host) => ({
      testHost: ['tool.example', host],
    })),
    { testTlsAuthority: ['/nowhere/authority.pem'] },
    { testTlsAuthority: ['package.json'] },
    { testTlsAuthority: [authority] },
    { testMissingStatus: ['https://status.example/list'] },
  ])
    assert.throws(() => readTestOptions(flags), UserError)
})

test('a test host is a name or an address', () => {
  const hosts = ['tool.example', 'Tool.Example', '192.0.2.7', '2001:db8::7', '[2001:db8::7]']
  assert.deepEqual(readTestOptions({ testHost: hosts }), { hosts })
})

test('no full stop follows an example in a refusal, because people copy it', () => {
  for (const flags of [{ testAnchor: ['x'] }, { testHost: ['https://w.example'] }, { testMissingStatus: ['x'] }])
    assert.throws(
      () => readTestOptions(flags),
      ({ message }: Error) => !/example\S*\.( |$)|json\.( |$)/.test(message),
    )
})

test('serve has no test switch, neither as an option nor as a setting', async () => {
  for (const option of ['--test-anchor=x', '--test-host=x', '--test-tls-authority=x', '--test-empty-hints']) {
    const { code, err } = await run('serve', 'relying-party', option)
    assert.deepEqual([code, /unknown option/.test(err)], [1, true], err)
  }
  assert.throws(
    () =>
      createSettings('relying-party', { publicUrl: 'https://rp.example', testSwitches: { toleratesEmptyHints: true } }),
    /testSwitches/,
  )
})
