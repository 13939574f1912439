import assert from 'node:assert/strict'
import { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { redirect } from './respond.ts'

test('RP-219 a redirect escapes what its header cannot contain, and keeps every other character', () => {
  const rows = [
    ['https://a.example/?x=%2F+a', 'https://a.example/?x=%2F+a'],
    ['https://a.example/→?x=città', 'https://a.example/%E2%86%92?x=citt%C3%A0'],
    ['https://a.example/a b\r\nset-cookie: x', 'https://a.example/a%20b%0D%0Aset-cookie:%20x'],
    ['https://a.example/\ud800', 'https://a.example/%EF%BF%BD'],
  ] as const
  for (const [url, location] of rows) {
    const { headers } = redirect(url)
    assert.equal(headers.location, location)
    const response = new ServerResponse({ method: 'GET' } as never)
    response.setHeader('location', String(headers.location))
  }
})
