import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrustExplanation } from '../../federation/index.ts'
import { renderVerdict } from './render-verdict.ts'

test('the verdict about a trusted entity names a key that its superior states without a certificate', () => {
  const shown = (part: Partial<TrustExplanation>): string => {
    const about = { entityId: 'https://rp.example', entityTypes: ['openid_credential_verifier'] } as const
    const lists = { paths: [], missingTypes: [], trustMarks: [] }
    const explanation: TrustExplanation = { ...about, ...lists, verdict: 'trusted', ...part }
    const entity = { entityId: about.entityId, explanation, paths: [], marks: [], historical: [] }
    return String(renderVerdict('en', entity, 0))
  }
  assert.doesNotMatch(shown({}), /certificate/)
  const uncertified = { issuer: 'https://ta.example', subject: 'https://rp.example', kid: 'first' }
  assert.match(
    shown({ uncertified }),
    /alert-warning.*id="map-verdict-uncertified">.*https:\/\/ta\.example states the key first of https:\/\/rp\.example/s,
  )
})
