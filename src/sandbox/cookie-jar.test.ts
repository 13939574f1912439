import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCookieJar } from './cookie-jar.ts'

const setting = (...lines: string[]): Headers => {
  const headers = new Headers()
  for (const line of lines) headers.append('set-cookie', line)
  return headers
}

const url = new URL('https://a.example/')

test('a cookie ends with its Max-Age, and a Max-Age that is not a number is ignored', () => {
  const jar = createCookieJar()
  for (const cookie of ['a=1; Max-Age=60', 'b=2; Max-Age=soon', 'c=3; Max-Age=0', 'd=4; Max-Age='])
    jar.store(url, new Headers({ 'set-cookie': cookie }))
  assert.equal(jar.header(url), 'a=1; b=2; d=4')
})

describe('the cookie jar', () => {
  test('is shared by all ports of a host, but not with another host', () => {
    const jar = createCookieJar()
    jar.store(new URL('http://localhost:4003/a'), setting('pid-session=1; Path=/; Secure; HttpOnly; SameSite=Lax'))
    assert.equal(jar.header(new URL('http://localhost:4005/')), 'pid-session=1')
    assert.equal(jar.header(new URL('http://127.0.0.1:4003/')), undefined)
  })

  test('matches cookies by path, and sends the longest path first', () => {
    const jar = createCookieJar()
    jar.store(new URL('http://localhost/x/y'), setting('a=root; Path=/', 'a=deep; Path=/interaction/1', 'b=default'))
    assert.equal(jar.header(new URL('http://localhost/interaction/1')), 'a=deep')
    assert.equal(jar.header(new URL('http://localhost/interaction/12')), 'a=root')
    assert.equal(jar.header(new URL('http://localhost/x/z')), 'b=default; a=root')
  })

  test('deletes expired cookies, and replaces a cookie that is set again', () => {
    let now = 1_000_000
    const jar = createCookieJar(() => now)
    const url = new URL('http://localhost/')
    jar.store(url, setting('a=1; Max-Age=10', 'b=2; Expires=Thu, 01 Jan 1970 00:30:00 GMT', 'c=3', 'c=4', 'nonsense'))
    assert.equal(jar.header(url), 'a=1; b=2; c=4')
    now += 10_000
    assert.equal(jar.header(url), 'b=2; c=4')
    jar.store(url, setting('c=; Max-Age=0'))
    assert.equal(jar.header(url), 'b=2')
  })
})
