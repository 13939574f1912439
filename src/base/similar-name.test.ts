import assert from 'node:assert/strict'
import { test } from 'node:test'
import { similarName } from './similar-name.ts'

test('a misspelt name finds the known name that was meant, and a dissimilar name finds none', () => {
  const known = ['publicUrl', 'port', 'clientName', 'clockSkewSeconds']
  for (const [name, meant] of [
    ['publicURL', 'publicUrl'],
    ['clientNam', 'clientName'],
    ['prt', 'port'],
    ['clockSkewsSecond', 'clockSkewSeconds'],
    ['colour', undefined],
    ['p', undefined],
    ['x'.repeat(100_000), undefined],
  ] as const)
    assert.equal(similarName(name, known), meant, name)
})
