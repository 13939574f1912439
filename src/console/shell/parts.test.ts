import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
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

test('the shell expands the names of secrets in the headers of a curl command', () => {
  const headers = { authorization: 'Bearer $ADMIN_TOKEN' }
  const command = toCurl({ method: 'GET', url: 'http://localhost', headers }).replace(/^curl/, 'printf "%s\\n"')
  const out = execFileSync('/bin/sh', ['-c', command], { env: { ADMIN_TOKEN: 'secret' } }).toString()
  assert.equal(out.trimEnd().split('\n').at(-1), 'authorization: Bearer secret')
})
