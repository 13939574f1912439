import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CertificateEvaluator, fail, failed, verified } from '../../base/index.ts'
import type { TrustEvaluator, TrustedEntity } from '../trust-evaluator.ts'
import { withCertifiedKeys } from './certified-keys.ts'

const partOf = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const statement = (iss: string, kid: string): string => `${partOf({ kid })}.${partOf({ iss })}.AA`

test('FED-115 GEN-42 the refusal of a federation key names the superior and the entity of the statement', async () => {
  const entityId = 'https://leaf.example'
  const entity = {
    entityId,
    federationKeys: [{ kid: 'k' }],
    trustChain: [
      statement(entityId, 'k'),
      statement('https://middle.example', 'm'),
      statement('https://anchor.example', 'a'),
    ],
  } as unknown as TrustedEntity
  const trust: TrustEvaluator = { evaluate: async () => verified(entity) }
  const evaluateFederationKey: CertificateEvaluator['evaluateFederationKey'] = async (_, __, at) =>
    fail('x509_expired', `${at}[0]`, { expected: 'until 5', found: 6 })
  const certificates = { evaluateFederationKey } as CertificateEvaluator
  const verdict = await withCertifiedKeys(trust, certificates).evaluate(entityId, [])
  assert.ok(failed(verdict))
  assert.deepEqual(
    [verdict.code, verdict.at, verdict.evidence],
    [
      'x509_expired',
      'statement.payload.jwks.x5c[0]',
      {
        expected: 'until 5',
        found: `6 (statement of https://middle.example about ${entityId} in ${entityId} > https://middle.example)`,
        isShownAnywhere: true,
      },
    ],
  )
})
