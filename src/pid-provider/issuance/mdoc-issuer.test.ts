import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pidProviderFixture } from '../../../test/support/pid-provider-fixture.ts'
import { formatSdJwt } from '../../oauth/index.ts'
import { issuesMdocsUntil, mdocSignerNotes } from './mdoc-issuer.ts'

test('PP-108 warns the operator a month before the mdoc signer needs a new certificate', async () => {
  const { config, mdocIssuer } = await pidProviderFixture()
  const until = issuesMdocsUntil({ config, mdocIssuer })
  assert.equal(until, mdocIssuer.notAfter - config.credentialLifetimeSeconds)
  const notesAt = (now: number): string => mdocSignerNotes({ config, mdocIssuer }, now).join()
  const month = 30 * 86_400
  assert.equal(notesAt(until - month), '')
  const day = new Date(until * 1000).toISOString().slice(0, 10)
  assert.match(notesAt(until - month + 1), new RegExp(`^mdocs are issued until ${day} only: .*fiducia init`))
  assert.match(notesAt(until + 1), /^no mdocs are issued any more: .*fiducia init/)
  const without: typeof config = { ...config, support: { ...config.support, formats: [formatSdJwt] } }
  assert.deepEqual(mdocSignerNotes({ config: without, mdocIssuer }, until + 1), [])
})
