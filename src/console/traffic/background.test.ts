import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backgroundOf, pathOf } from './background.ts'

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

test('static pages and reads of the console are in the background, and changes and the reads of others are not', () => {
  for (const [from, method, path, expected] of [
    ['console', 'GET', '/admin/credentials/1', 'read'],
    ['console', 'POST', '/admin/credentials/search', 'read'],
    ['console', 'POST', '/admin/credentials/1/status', undefined],
    ['console', 'GET', '/api/presentations/1', 'read'],
    ['console', 'POST', '/api/presentations', undefined],
    ['console', 'DELETE', '/api/presentations/1', undefined],
    ['application', 'GET', '/api/presentations/1', undefined],
    ['administrator', 'GET', '/admin/credentials/1', undefined],
    ['browser', 'GET', '/', 'page'],
    ['browser', 'GET', '/privacy', 'page'],
    ['browser', 'POST', '/', undefined],
    ['browser', 'GET', '/presentations/new', undefined],
    ['browser', 'GET', '/.well-known/openid-federation', 'fetch'],
    ['browser', 'GET', '/session-state', 'poll'],
  ] as const) {
    const request = { method, url: `https://pid.example${path}`, headers: [] }
    assert.equal(backgroundOf({ from, request }), expected, `${from} ${method} ${path}`)
  }
})
