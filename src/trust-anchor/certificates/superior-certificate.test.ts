import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base64 } from '../../../test/support/certificates/certificate-world.ts'
import { certify } from '../../../test/support/certificates/test-authority.ts'
import { sign, statementAbout, testEntity, urls } from '../../../test/support/federation.ts'
import { defaultAlgorithms as algorithms } from '../../jose/index.ts'
import { spkiOf } from '../../x509/index.ts'
import { certificateInStatement } from './superior-certificate.ts'

test('FED-103 an intermediate does not pass on a root that its superior states (D-1134)', async () => {
  const anchor = await testEntity('https://anchor.example')
  const middle = await testEntity('https://middle.example')
  const root = await certify({ entityId: anchor.entityId, kind: 'root' })
  const spki = spkiOf(middle.signer.publicJwk)
  const { der } = await certify({ entityId: middle.entityId, kind: 'intermediate', issuer: root }, { spki })
  const x5c = [base64(der), base64(root.der)]
  const statement = statementAbout(middle, anchor, 1_800_000_000, {
    jwks: { keys: [{ ...middle.signer.publicJwk, x5c }] },
  })
  const certificate = certificateInStatement(await sign(statement), middle.signer.kid, { algorithms, urls })
  assert.deepEqual(certificate?.chain, x5c.slice(0, 1))
})
