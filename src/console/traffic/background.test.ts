import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathOf } from './background.ts'

test('the path of a URL is the part between authority and query or fragment', () => {
  for (const [url, path] of [
    ['https://a.example', '/'],
    ['https://a.example/', '/'],
    ['https://a.example/x/y?z=/1#/2', '/x/y'],
    ['https://a.example?z=/1', '/'],
    ['https://a.example#/1', '/'],
  ] as const)
    assert.equal(pathOf(url), path, url)
})
