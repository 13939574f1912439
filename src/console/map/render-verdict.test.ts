import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrustExplanation } from '../../federation/index.ts'
import { renderVerdict } from './render-verdict.ts'

test('the verdict about a trusted entity names the reasons why some entities refuse it', () => {
  const shown = (part: Partial<TrustExplanation>): string => {
    const about = { entityId: 'https://rp.example', entityTypes: ['openid_credential_verifier'] } as const
    const lists = { paths: [], missingTypes: [], trustMarks: [], keySetUrls: [], emptied: [] }
    const explanation: TrustExplanation = { ...about, ...lists, verdict: 'trusted', ...part }
    const entity = { entityId: about.entityId, explanation, paths: [], marks: [], historical: [] }
    return String(renderVerdict('en', entity, 0))
  }
  assert.doesNotMatch(shown({}), /certificate/)
  const uncertified = { issuer: 'https://ta.example', subject: 'https://rp.example', kid: 'first' }
  assert.match(
    shown({ uncertified }),
    /alert-warning.*id="map-verdict-notes">.*https:\/\/ta\.example states the key first of https:\/\/rp\.example/s,
  )
  const keySetUrls = [{ entityType: 'openid_credential_verifier', member: 'jwks_uri' }]
  assert.match(
    shown({ keySetUrls }),
    /alert-warning.*refuse this entity as openid_credential_verifier: .* only by jwks_uri.*Publish the keys by value/s,
  )
  const refused = shown({ keySetUrls, verdict: 'key_set_by_reference' })
  assert.match(refused, /alert-danger.*only by jwks_uri.*Publish the keys by value, in jwks of the metadata/s)
})
