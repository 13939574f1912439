import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCookieJar } from './cookie-jar.ts'

const url = new URL('https://a.example/')

test('a cookie ends with its Max-Age, and a Max-Age that is not a number is ignored', () => {
  const jar = createCookieJar()
  for (const cookie of ['a=1; Max-Age=60', 'b=2; Max-Age=soon', 'c=3; Max-Age=0', 'd=4; Max-Age='])
    jar.store(url, new Headers({ 'set-cookie': cookie }))
  assert.equal(jar.header(url), 'a=1; b=2; d=4')
})
