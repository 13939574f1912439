import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bareTarget, isTarget, normalizeHtu } from './htu.ts'

const seed = 9449

for (const [text, normal] of [
  ['https://a.example', 'https://a.example/'],
  ['HTTPS://A.Example:443/x', 'https://a.example/x'],
  ['http://localhost:80/x', 'http://localhost/x'],
  ['https://a.example:8443/x', 'https://a.example:8443/x'],
  ['https://a.example/x?y=1#z', 'https://a.example/x'],
  ['https://a.example/a/./b/../c', 'https://a.example/a/c'],
  ['https://a.example/%7euser/%2f%c3%a8', 'https://a.example/~user/%2F%C3%A8'],
  ['https://a.example/X', 'https://a.example/X'],
  ['https://a.example/x/', 'https://a.example/x/'],
] as const)
  test(`PP-81 ${text} is brought into its normal form`, () => assert.equal(normalizeHtu(text), normal))

for (const text of [
  '',
  '/x',
  'ftp://a.example/',
  'https://u:p@a.example/',
  'https://u@a.example/',
  'https://:p@a.example/',
  'https://@a.example/',
  'https://:@a.example/',
  'https://a.example/ x',
  'https://a.example\\x',
  'https://a.example/%zz',
  'https://a.example/%',
  '\thttps://a.example/',
  'https://a.example/è',
  'https:a.example',
  'https:/a.example',
  'https:///a.example',
])
  test(`PP-81 ${JSON.stringify(text)} has no normal form`, () => assert.equal(normalizeHtu(text), undefined))

const part = fc.stringMatching(/^(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2}){0,24}$/)
const url = fc
  .tuple(fc.constantFrom('https', 'HTTP', 'http'), fc.domain(), fc.constantFrom('', ':443', ':80', ':8080'), part, part)
  .map(([scheme, host, port, path, query]) => `${scheme}://${host}${port}/${path}?${query}`)

test('PP-81 normalisation is idempotent', () => {
  fc.assert(
    fc.property(url, (text) => {
      const once = normalizeHtu(text)
      assert.ok(once !== undefined)
      assert.equal(normalizeHtu(once), once)
    }),
    { seed },
  )
})

test('PP-81 query and fragment are ignored', () => {
  fc.assert(
    fc.property(url, part, (text, query) => {
      assert.equal(normalizeHtu(`${bareTarget(text)}?${query}`), normalizeHtu(text))
      assert.equal(normalizeHtu(`${bareTarget(text)}#${query}`), normalizeHtu(text))
    }),
    { seed },
  )
})

test('PP-81 a target is the endpoint as it is published, or another spelling of it', () => {
  const endpoint = 'https://pid-provider.example/token'
  for (const same of [endpoint, 'HTTPS://PID-provider.example:443/./%74oken?x#y']) assert.ok(isTarget(same, endpoint))
  for (const other of [
    `${endpoint}/`,
    'https://pid-provider.example/Token',
    'token',
    '',
    'https://pid-provider.example',
  ])
    assert.ok(!isTarget(other, endpoint))
  assert.ok(!isTarget('token', 'nonce'), 'neither text is a URL')
})
