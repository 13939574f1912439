import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieName, readCookie, setCookie } from './cookies.ts'

test('a cookie is Secure, HttpOnly, Lax, host-wide, and has the __Host- prefix under https', () => {
  const policy = { name: 'relying-party-session', hostPrefix: true }
  assert.equal(
    setCookie(policy, 'v', 60),
    '__Host-relying-party-session=v; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax',
  )
  assert.equal(cookieName({ ...policy, hostPrefix: false }), 'relying-party-session')
})

test('a cookie that a form of another site shall bring along goes to one path only', () => {
  const policy = { name: 'login', hostPrefix: true, crossSitePath: '/login/callback/spid' }
  const attributes = 'Path=/login/callback/spid; Max-Age=60; Secure; HttpOnly; SameSite=None'
  assert.equal(setCookie(policy, 'v', 60), `__Secure-login=v; ${attributes}`)
  assert.equal(setCookie({ ...policy, hostPrefix: false }, 'v', 60), `login=v; ${attributes}`)
})

test('cookies are found by their exact name', () => {
  const rows: [string | null, string | undefined][] = [
    [null, undefined],
    ['', undefined],
    ['a', undefined],
    ['=x', undefined],
    ['xa=1', undefined],
    ['A=1', undefined],
    ['a=1', '1'],
    ['b=2; a=1', '1'],
    ['b=2;a=1 ', '1'],
    ['b=2; xa=1; a=1', '1'],
    [`${'a;'.repeat(30_000)} a=1`, '1'],
    ['a=x=y==', 'x=y=='],
    ['b="; a=2"', '2"'],
    ['a=', ''],
  ]
  for (const [header, value] of rows) assert.equal(readCookie(header, 'a'), value, String(header))
})

test('of two cookies with one name neither counts: a sibling host may have planted one', () => {
  assert.equal(readCookie('a=1; a=2', 'a'), undefined)
})
