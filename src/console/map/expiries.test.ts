import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { startConsoleFederation, walletId } from '../../../test/support/console-federation.ts'
import { expiredCertificate } from '../../../test/support/expired-certificate.ts'
import { certificateExpiry, expiriesOf } from './expiries.ts'
import { renderLive } from './map-page.ts'

async function certificateWithEnd(): Promise<{ readonly der: Buffer; readonly end: number }> {
  const { der } = await expiredCertificate()
  return { der, end: Date.parse(new X509Certificate(der).validTo) / 1000 }
}

test('lists everything that expires, the earliest first', async () => {
  const { observe } = await startConsoleFederation({ hostile: true })
  const expiries = expiriesOf(await observe())
  assert.deepEqual(
    expiries.map(({ at }) => at),
    expiries.map(({ at }) => at).toSorted((one, other) => one - other),
  )
  const kinds = expiries.filter(({ entityId }) => entityId === walletId).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['configuration', 'statement'])
  assert.ok(expiries.some(({ kind, at }) => kind === 'trust_mark' && at === 9e15))
})

test('a certificate expires, and a value that is not a certificate has no expiry', async () => {
  const { der, end } = await certificateWithEnd()
  assert.equal(certificateExpiry(['no certificate', der.toString('base64')]), end)
  assert.equal(certificateExpiry(['no certificate', 7, null]), undefined)
  assert.equal(certificateExpiry('AA=='), undefined)
})

test('what expires next has one status list of each role, so that its lists do not hide a certificate', async () => {
  const { observe } = await startConsoleFederation()
  const { der, end } = await certificateWithEnd()
  const observed = await observe()
  const entities = observed.entities.flatMap(({ configuration, ...entity }) => {
    const metadata = { openid_provider: { jwks: { keys: [{ kid: 'k', x5c: [der.toString('base64')] }] } } }
    return configuration && entity.entityId === walletId
      ? [{ ...entity, configuration: { ...configuration, metadata } }]
      : []
  })
  const statusLists = ['pid', 'wallet'].map((role) => ({
    entityId: `https://${role}.example`,
    role,
    count: 8,
    lists: Array.from({ length: 8 }, (_, index) => ({
      uri: `${role} ${index}`,
      places: 1024,
      notValid: 0,
      expiresAt: end - 100 - index,
    })),
  }))
  const text = String(renderLive({ language: 'en', now: end - 200 }, { entities, edges: [], statusLists }))
  const [box = ''] = /<ul class="list-unstyled" id="map-next">[\s\S]*?<\/ul>/.exec(text) ?? []
  const shown = [...box.matchAll(/: (?:status list|certificate) \(([^)]*)\)/g)].map(([, detail]) => detail)
  assert.deepEqual(shown, ['pid 7', 'wallet 7', 'k'])
})
