import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import pg from 'pg'
import { Unavailable } from '../../base/index.ts'
import { createConnections } from './connections.ts'
import { asUnavailable, wasCut } from './failures.ts'

const messageOf = (thrown: unknown): string => {
  const outage = asUnavailable(thrown)
  assert.ok(outage instanceof Unavailable)
  return outage.message
}

test('an outage of PostgreSQL is explained without the server’s message', () => {
  const answered = (code: string): unknown =>
    Object.assign(new pg.DatabaseError('password authentication failed for user "mario"', 0, 'error'), { code })
  assert.equal(
    messageOf(answered('28P01')),
    'PostgreSQL is out of reach (28P01: it rejects the user or the password in the address: correct them there)',
  )
  assert.equal(messageOf(answered('53300')), 'PostgreSQL is out of reach (53300: it accepts no more connections)')
  assert.equal(messageOf(answered('58030')), 'the store does not commit (PostgreSQL 58030: its disk has errors)')
  assert.equal(
    messageOf(answered('42P05')),
    'PostgreSQL is out of reach (42P05: a connection pooler shares its sessions between clients: configure session pooling)',
  )
  for (const [code, meaning] of [
    ['XX000', 'an internal error of the server or of a connection pooler'],
    ['XX001', 'its data are corrupted'],
    ['XX002', 'an index is corrupted'],
  ] as const)
    assert.equal(messageOf(answered(code)), `PostgreSQL is out of reach (${code}: ${meaning})`)
  assert.equal(asUnavailable(answered('42601')) instanceof Unavailable, false)
  assert.equal(messageOf(answered('08006')), 'PostgreSQL is out of reach (08006)')
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })
  assert.equal(messageOf(refused), 'PostgreSQL is out of reach (ECONNREFUSED: nothing listens there)')
  const host = { host: 'db.example', cert: { subjectaltname: 'DNS:other.example, DNS:*.pool.example' } }
  const otherName = Object.assign(new Error('x'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID', ...host })
  assert.equal(
    messageOf(otherName),
    'PostgreSQL is out of reach (ERR_TLS_CERT_ALTNAME_INVALID: its certificate is for other.example, *.pool.example, and the address names db.example)',
  )
  assert.equal(messageOf(new Error('Query read timeout')), 'PostgreSQL is out of reach (no answer)')
})

test('an address without the required password is reported as such, and a wrong call is rethrown', () => {
  assert.equal(
    messageOf(new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')),
    'PostgreSQL is out of reach (no password: it requires a password, and the address has none)',
  )
  assert.match(messageOf(new Error('SASL: Only mechanism(s) SCRAM-SHA-256 are supported')), /\(SASL: /)
  assert.match(messageOf(new Error('SECURITY WARNING: Using sslmode=verify-ca requires')), /needs sslrootcert\)/)
  for (const message of ['Query values must be an array', 'A query must have either text or a name.']) {
    const wrong = new Error(message)
    assert.equal(asUnavailable(wrong), wrong)
    assert.equal(wasCut(wrong), false)
  }
})

test('a server without TLS is reported as such if the address requires it', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.end('N')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const connections = createConnections(`postgresql://u@127.0.0.1:${port}/x?sslmode=verify-full`, 'x')
  try {
    await assert.rejects(connections.query('SELECT 1', []), {
      message: 'PostgreSQL is out of reach (no TLS: it does not support TLS, which the address requires)',
    })
  } finally {
    await connections.close()
    server.close()
  }
})
