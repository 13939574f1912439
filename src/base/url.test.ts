import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from '../../test/support/refuses.ts'
import { Failure } from './failure.ts'
import {
  isBareHost,
  isEntityId,
  isLoopbackHost,
  joinUrl,
  longestEntityId,
  parseEntityId,
  parseUrl,
  setParameters,
} from './url.ts'

const strict = { loopbackHttp: false }
const sandbox = { loopbackHttp: true }

for (const [text, inProduction, inSandbox] of [
  ['https://a.example', 'accepted', 'accepted'],
  ['https://a.example:8443/x?y=1', 'accepted', 'accepted'],
  ['http://localhost:4000', 'url_not_https', 'accepted'],
  ['http://a.localhost', 'url_not_https', 'accepted'],
  ['http://127.0.0.1:4000', 'url_not_https', 'accepted'],
  ['http://[::1]:4000', 'url_not_https', 'accepted'],
  ['http://a.example', 'url_not_https', 'url_not_https'],
  ['http://localhost.a.example', 'url_not_https', 'url_not_https'],
  ['http://127.0.0.1.a.example', 'url_not_https', 'url_not_https'],
  ['http://localhost@a.example', 'url_not_https', 'url_not_https'],
  ['ftp://localhost', 'url_not_https', 'url_not_https'],
  ['javascript:alert(1)', 'url_not_https', 'url_not_https'],
  ['https://u@a.example', 'url_forbidden_part', 'url_forbidden_part'],
  ['https://u:p@a.example', 'url_forbidden_part', 'url_forbidden_part'],
  ['https://:p@a.example', 'url_forbidden_part', 'url_forbidden_part'],
  ['https://@a.example', 'url_forbidden_part', 'url_forbidden_part'],
  ['https://:@a.example/', 'url_forbidden_part', 'url_forbidden_part'],
  ['https://a.example/@x?y=@', 'accepted', 'accepted'],
  ['https://a.example/#x', 'url_forbidden_part', 'url_forbidden_part'],
  ['https://a.example/#', 'url_forbidden_part', 'url_forbidden_part'],
  ['https://', 'url_malformed', 'url_malformed'],
  ['a.example', 'url_malformed', 'url_malformed'],
  ['//a.example', 'url_malformed', 'url_malformed'],
  ['', 'url_malformed', 'url_malformed'],
  [' https://a.example', 'url_malformed', 'url_malformed'],
  ['https://a.example\n', 'url_malformed', 'url_malformed'],
  ['https://a.exam\tple', 'url_malformed', 'url_malformed'],
  ['https://a.example/\x7f', 'url_malformed', 'url_malformed'],
  ['https://a.example/x y', 'url_malformed', 'url_malformed'],
  ['https://a.example/\0', 'url_malformed', 'url_malformed'],
  ['https:a.example', 'url_malformed', 'url_malformed'],
  ['https:/a.example', 'url_malformed', 'url_malformed'],
  ['https:///a.example', 'url_malformed', 'url_malformed'],
  ['http:/localhost', 'url_not_https', 'url_malformed'],
  ['https:\\\\a.example', 'url_malformed', 'url_malformed'],
  ['https://evil.example\\@good.example/', 'url_malformed', 'url_malformed'],
  ['HTTPS://a.example', 'accepted', 'accepted'],
  ['https://a.example/qualità', 'accepted', 'accepted'],
] as const) {
  test(`GEN-19 parseUrl ${JSON.stringify(text)}`, () => {
    assert.equal(codeOf(parseUrl(text, strict)), inProduction)
    assert.equal(codeOf(parseUrl(text, sandbox)), inSandbox)
  })
}

test('an entity identifier has no query', () => {
  assert.equal(codeOf(parseEntityId('https://a.example/x', strict)), 'accepted')
  assert.equal(codeOf(parseEntityId('https://a.example/x?y', strict)), 'url_forbidden_part')
  assert.equal(codeOf(parseEntityId('https://a.example/x?', strict)), 'url_forbidden_part')
  assert.equal(codeOf(parseEntityId('http://a.example', strict)), 'url_not_https')
  assert.equal(codeOf(parseEntityId('https://@a.example', strict)), 'url_forbidden_part')
})

test('FED-28 an entity identifier has at most 2048 bytes', () => {
  const long = (path: string): string => codeOf(parseEntityId(`https://a.example/${path}`, strict))
  const room = longestEntityId - 'https://a.example/'.length
  assert.equal(long('x'.repeat(room)), 'accepted')
  assert.equal(long('x'.repeat(room + 1)), 'url_malformed')
  assert.ok(isEntityId(`https://a.example/${'x'.repeat(room)}`, strict))
  assert.ok(!isEntityId(`https://a.example/${'x'.repeat(room + 1)}`, strict))
})

test('FED-28 an entity identifier has only characters of RFC 3986: none is invisible or looks like another', () => {
  for (const text of [
    'https://a.example/à',
    'https://città.example',
    'https://a.example/\u202e',
    'https://\u0430.example',
    ...'"<>\\^`{|}'.split('').map((character) => `https://a.example/${character}`),
  ])
    assert.equal(codeOf(parseEntityId(text, strict)), 'url_malformed', JSON.stringify(text))
  for (const text of [
    'https://a.example/%C3%A0',
    'https://xn--citt-ooa.example',
    "https://a.example/-._~:@!$&'()*+,;=[]",
  ])
    assert.equal(codeOf(parseEntityId(text, strict)), 'accepted')
})

test('FED-28 isEntityId agrees with parseEntityId on xn-- labels, which versions of Node judge differently', () => {
  for (const id of ['https://xn--.example', 'https://xn--a.example', 'https://xn--citt-ooa.example'])
    assert.equal(isEntityId(id, strict), codeOf(parseEntityId(id, strict)) === 'accepted', id)
})

test('a failure of parseUrl contains the given place', () => {
  assert.deepEqual(parseUrl('x', strict, 'payload.iss'), new Failure('url_malformed', 'payload.iss'))
})

test('isLoopbackHost recognizes only localhost and loopback addresses', () => {
  for (const host of ['localhost', 'wp.localhost', '127.0.0.1', '127.255.1.2', '[::1]'])
    assert.equal(isLoopbackHost(host), true)
  for (const host of ['localhostx', 'xlocalhost', '128.0.0.1', '127.0.0.1.x', '[::2]', ''])
    assert.equal(isLoopbackHost(host), false)
})

test('isBareHost accepts a name or an address, and nothing before or after it', () => {
  for (const host of ['w.example', 'W.Example', 'localhost', 'my_host.example', '192.0.2.7', '2001:DB8:0::7', '[::1]'])
    assert.equal(isBareHost(host), true, host)
  for (const text of [
    ...[
      '',
      ' ',
      'https://w.example',
      'w.example:443',
      'w.example:80',
      '192.0.2.7:80',
      '[::1]:80',
      '::1]:80/[',
      '[2001:DB8::7',
    ],
    ...[
      'w.example/',
      'w.example?',
      '//w.example',
      'user@w.example',
      ' w.example',
      'w example',
      '*.w.example/x',
      '2130706433',
    ],
  ])
    assert.equal(isBareHost(text), false, text)
})

test('joinUrl joins a URL and a path with one slash', () => {
  assert.equal(joinUrl('https://a.example', '/x'), 'https://a.example/x')
  assert.equal(joinUrl('https://a.example/', '/x'), 'https://a.example/x')
  assert.equal(joinUrl('https://a.example/p/', '/x'), 'https://a.example/p/x')
})

test('RP-91 parameters are set without a change of the rest of the URL', () => {
  for (const [url, expected] of [
    ['https://a.example', 'https://a.example?x=1%2B%202'],
    ['https://a.example/?', 'https://a.example/?x=1%2B%202'],
    ['https://a.example/b?c=%7e%20d&&e&f=/g#h?i', 'https://a.example/b?c=%7e%20d&&e&f=/g&x=1%2B%202#h?i'],
    ['https://a.example/?b=1&', 'https://a.example/?b=1&x=1%2B%202'],
    ['https://a.example/?x=0&b=%2B&%78=3&x', 'https://a.example/?b=%2B&x=1%2B%202'],
    ['https://a.example/#top', 'https://a.example/?x=1%2B%202#top'],
    ['https://a.example/??x=0', 'https://a.example/??x=0&x=1%2B%202'],
    ['eudiw://cb', 'eudiw://cb?x=1%2B%202'],
  ] as const)
    assert.equal(setParameters(url, { x: '1+ 2' }), expected)
  assert.equal(setParameters('https://a.example', { x: '1', y: undefined }), 'https://a.example?x=1')
  assert.equal(setParameters('https://a.example/?b', {}), 'https://a.example/?b')
  assert.equal(setParameters('https://a.example', { x: '\ud800' }), 'https://a.example?x=%EF%BF%BD')
})
