import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCookie, setCookie } from './cookies.ts'

test('a cookie is Secure, HttpOnly, Lax, host-wide, and has the __Host- prefix under https', () => {
  const policy = { name: 'relying-party-session', publicUrl: 'https://rp.example' }
  assert.equal(
    setCookie(policy, 'v', 60),
    '__Host-relying-party-session=v; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax',
  )
})

test('a cookie lacks Secure only under http on loopback, where WebKit would not keep a Secure cookie', () => {
  const name = 'relying-party-session'
  for (const publicUrl of ['http://localhost:4004', 'http://127.0.0.1:4004/rp', 'http://[::1]:4004']) {
    const policy = { name, publicUrl }
    assert.equal(setCookie(policy, 'v', 60), `${name}=v; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`)
  }
  for (const publicUrl of ['http://rp.example', 'http://192.168.1.20:4004'])
    assert.equal(
      setCookie({ name, publicUrl }, 'v', 60),
      `${name}=v; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax`,
    )
})

test('a cookie that is sent with a form of another site has a single path', () => {
  const policy = { name: 'login', publicUrl: 'https://pid.example', crossSitePath: '/login/callback/spid' }
  const path = 'Path=/login/callback/spid; Max-Age=60;'
  assert.equal(setCookie(policy, 'v', 60), `__Secure-login=v; ${path} Secure; HttpOnly; SameSite=None`)
  const onLoopback = { ...policy, publicUrl: 'http://localhost:4003' }
  assert.equal(setCookie(onLoopback, 'v', 60), `login=v; ${path} HttpOnly; SameSite=Lax`)
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

test('two cookies with one name are both ignored, because a sibling host might have set one of them', () => {
  assert.equal(readCookie('a=1; a=2', 'a'), undefined)
})
