import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { toCurlCommand, toTypeScript } from '../flows/copy-message.ts'
import { toCurl } from './parts.ts'

test('the shell passes foreign text of a curl command unchanged to the program', () => {
  const texts = [
    'plain',
    "it's",
    '$(echo broken)',
    '`echo broken`',
    'a"b\\c',
    '$HOME_X and $(echo broken) "`echo broken`"',
    '$1',
  ]
  for (const text of texts) {
    const command = toCurl({ method: 'POST', url: 'http://localhost', body: text }).replace(/^curl/, 'printf "%s\\n"')
    const out = execFileSync('/bin/sh', ['-c', command], { env: { HOME_X: 'expanded' } }).toString()
    assert.equal(out.trimEnd().split('--data-raw\n').at(-1), text)
  }
})

test('GEN-62 a copied command or program has only visible characters, and means the recorded text', () => {
  const texts = ['a\u0003\ntouch x\n', '\u001b[201~x', 'a\rb', "it's\t\u0015\u0007", '\u202egnp.exe\u0085', 'però €']
  for (const body of texts) {
    const request = { method: 'POST', url: 'https://a.example/', headers: [['x-a', body]] as const, body }
    for (const command of [toCurlCommand(request), toCurl({ method: 'POST', url: 'https://a.example/', body })]) {
      assert.doesNotMatch(command, /[^\P{C}\n]/u)
      const words = command.replace(/^curl/, 'printf "%s\\n"')
      const out = execFileSync('/bin/sh', ['-c', words]).toString()
      assert.equal(out.split('--data-raw\n').at(-1), `${body}\n`)
    }
    const program = toTypeScript(request)
    assert.doesNotMatch(program, /[^\P{C}\n]/u)
    assert.equal(JSON.parse(/encode\((.*)\),/.exec(program)?.[1] ?? ''), body)
  }
})

test('the shell expands the names of secrets in the headers of a curl command', () => {
  const headers = { authorization: 'Bearer $ADMIN_TOKEN' }
  const command = toCurl({ method: 'GET', url: 'http://localhost', headers }).replace(/^curl/, 'printf "%s\\n"')
  const out = execFileSync('/bin/sh', ['-c', command], { env: { ADMIN_TOKEN: 'secret' } }).toString()
  assert.equal(out.trimEnd().split('\n').at(-1), 'authorization: Bearer secret')
})

test('curl does not expand the brackets and braces of a URL', () => {
  for (const [url, isGlob] of [
    ['https://a.example/x?claims={"a":1}', true],
    ['https://a.example/x?a[0]=1', true],
    ['https://a.example/x', false],
  ] as const) {
    assert.equal(toCurl({ method: 'GET', url }).includes(' --globoff '), isGlob, url)
    assert.equal(toCurlCommand({ method: 'GET', url, headers: [] }).includes(' --globoff '), isGlob, url)
  }
})

test('curl sends a recorded header with an empty value', () => {
  const headers = [['x-empty', '']] as const
  assert.match(toCurlCommand({ method: 'GET', url: 'https://a.example/', headers }), /-H 'x-empty;'/)
})

test('a copied request sends what was recorded: a HEAD without waiting for a body, a body without an added media type', () => {
  const url = 'https://a.example/'
  assert.match(toCurlCommand({ method: 'HEAD', url, headers: [] }), /^curl --head 'https/)
  assert.match(toCurlCommand({ method: 'POST', url, headers: [], body: '{}' }), /-H 'content-type:' .*--data-raw/s)
  const headers = [['content-type', 'application/json']] as const
  assert.doesNotMatch(toCurlCommand({ method: 'POST', url, headers, body: '{}' }), /content-type:'/)
  assert.match(
    toTypeScript({ method: 'POST', url, headers: [], body: '{}' }),
    /body: new TextEncoder\(\)\.encode\("\{\}"\),/,
  )
  assert.match(toTypeScript({ method: 'POST', url, headers, body: '{}' }), /body: "\{\}",/)
})
