import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DcqlQuery } from '../../oid4vp/index.ts'
import { translateQuery } from './pid-query.ts'

const entity = { profile: 'it-wallet-1.4' as const, authorityHints: ['https://ta.example'] }
const diploma = { id: 'diploma', format: 'dc+sd-jwt', meta: { vct_values: ['diploma'] } }
const licence = { id: 'licence', format: 'dc+sd-jwt', meta: { vct_values: ['licence'] } }
const attestation = { id: 'attestation', format: 'jwt', meta: {} }

test('the query for a Wallet Attestation that the profile does not have is removed from every option', () => {
  const query: DcqlQuery = {
    credentials: [diploma, licence, attestation],
    credential_sets: [
      { options: [['diploma', 'attestation'], ['licence']] },
      { options: [['attestation'], ['licence']], required: false },
      { options: [['attestation']] },
    ],
  }
  assert.deepEqual(translateQuery(entity, query), {
    credentials: [diploma, licence],
    credential_sets: [{ options: [['diploma'], ['licence']] }, { options: [['licence']], required: false }],
  })
})
