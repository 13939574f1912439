import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { Failure } from '../base/index.ts'
import { fullDate, issueMdoc, parseMdoc, verifyIssuerSigned } from '../mdoc/index.ts'
import { loadMdocIssuer } from './mdoc-issuer-file.ts'
import { createNodeCrypto } from './node-crypto.ts'
import { PrivateFileError } from './private-file.ts'

const clock = fixedClock()
const ctx = { crypto: createNodeCrypto(), random: seededRandom('mdoc-issuer'), clock }
const year = 365 * 86_400
const request = {
  entityId: 'https://pid.example',
  organizationName: 'Città, Roma + "PID"',
  country: 'IT',
  credentialLifetimeSeconds: year,
}
const fresh = () => join(freshDirectory(), 'issuer.json')

test('PP-108 makes an authority and a signer once, and signs what verifies under the authority', async () => {
  const path = fresh()
  const first = await loadMdocIssuer(ctx, path, request)
  const again = await loadMdocIssuer(ctx, path, request)
  assert.deepEqual([again.certificate, again.authority], [first.certificate, first.authority])
  assert.equal(again.signer.kid, first.signer.kid)
  const text = await issueMdoc(
    ctx,
    { signer: again.signer, x5chain: [again.certificate] },
    {
      docType: 'd',
      nameSpaces: new Map([['n', new Map([['birth_date', fullDate('2000-01-01')]])]]),
      deviceKey: first.signer.publicJwk,
      issuedAt: clock.now(),
      expiresAt: clock.now() + year,
    },
  )
  const mdoc = parseMdoc(text, { algorithms: ['ES256'] }, 'mdoc')
  assert.ok(!(mdoc instanceof Failure))
  const trusted = { certificates: [first.authority], keys: [] }
  const result = await verifyIssuerSigned(ctx, mdoc, { trusted, now: clock.now(), skew: 0 }, 'mdoc')
  assert.ok(!(result instanceof Failure), result instanceof Failure ? result.code : '')
})

test('PP-108 replaces a signer that nears its end or has another name, and never the authority', async () => {
  const path = fresh()
  const moving = { ...ctx, clock: fixedClock() }
  const first = await loadMdocIssuer(moving, path, request)
  moving.clock.advance(first.notAfter - year - moving.clock.now())
  const second = await loadMdocIssuer(moving, path, { ...request, organizationName: 'Renamed' })
  const third = await loadMdocIssuer(moving, path, { ...request, entityId: 'https://other.example' })
  assert.deepEqual([second.authority, third.authority], [first.authority, first.authority])
  assert.equal(new Set([first, second, third].map(({ signer }) => signer.kid)).size, 3)
  assert.ok(second.notAfter >= moving.clock.now() + year)
})

test('PP-108 where nothing may be written a signer that nears its end stays, and one of another name does not', async () => {
  const path = fresh()
  const moving = { ...ctx, clock: fixedClock() }
  const first = await loadMdocIssuer(moving, path, request)
  moving.clock.advance(first.notAfter - moving.clock.now() + 1)
  const kept = await loadMdocIssuer(moving, path, request, { readOnly: true })
  assert.deepEqual(kept.certificate, first.certificate)
  const renamed = loadMdocIssuer(moving, path, { ...request, entityId: 'https://other.example' }, { readOnly: true })
  await assert.rejects(renamed, /fiducia init/)
})

test('names a file that is broken, and leaves it', async () => {
  const path = fresh()
  writeFileSync(path, '{"authority":1}', { mode: 0o600 })
  await assert.rejects(loadMdocIssuer(ctx, path, request), PrivateFileError)
})
