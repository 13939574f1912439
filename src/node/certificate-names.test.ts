import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificateNamesOf } from './certificate-names.ts'

test('reads the names of a TLS error, or of its cause, and says which are missing', () => {
  const mismatch = (members: object): Error =>
    Object.assign(new Error('mismatch'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID', ...members })
  const cert = { subjectaltname: 'DNS:b.example, IP Address:192.0.2.7, DNS:*.c.example, DNS:d.example' }
  assert.deepEqual(certificateNamesOf(new Error('failed', { cause: mismatch({ host: 'a.example', cert }) })), {
    asked: 'a.example',
    served: 'b.example, 192.0.2.7, *.c.example',
  })
  assert.deepEqual(certificateNamesOf(mismatch({ host: 'a\u001b[2J' })), { asked: 'a??2J', served: 'no name' })
  assert.deepEqual(certificateNamesOf(mismatch({})), { asked: 'another name', served: 'no name' })
  assert.equal(certificateNamesOf(new Error('other')), undefined)
})
