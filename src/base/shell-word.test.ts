import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { shellWord } from './shell-word.ts'

test('a shell reads the word as one unchanged text', () => {
  for (const text of ['keys/keys.json', '/srv/my keys/a.json', "it's", '$(id)', '~/a', 'a\nb', '"', '*', ''])
    assert.equal(execFileSync('/bin/sh', ['-c', `printf '%s' ${shellWord(text)}`]).toString(), text)
  assert.equal(shellWord('keys/keys.json'), 'keys/keys.json')
})
