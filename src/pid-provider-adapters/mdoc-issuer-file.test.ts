import 'reflect-metadata'
import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as x509 from '@peculiar/x509'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { Failure } from '../base/index.ts'
import { fullDate, issueMdoc, parseMdoc, verifyIssuerSigned } from '../mdoc/index.ts'
import { createNodeCrypto, PrivateFileError } from '../node/index.ts'
import { loadMdocIssuer } from './mdoc-issuer-file.ts'

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

test('PP-108 creates authority and signer once, and its mdocs verify under the authority', async () => {
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

/**
 * Reads a certificate with another library: extensions in DER by object identifier, with their criticality, and days of
 * validity.
 */
function profileOf(der: Uint8Array) {
  const certificate = new x509.X509Certificate(Uint8Array.from(der))
  const { notBefore, notAfter, publicKey, extensions } = certificate
  const point = Buffer.from(publicKey.rawData).subarray(-65)
  return {
    days: (notAfter.getTime() - notBefore.getTime()) / 86_400_000,
    keyId: createHash('sha1').update(point).digest('hex'),
    extensions: Object.fromEntries(
      extensions.map(({ type, critical, value }) => [
        type,
        `${critical ? 'critical ' : ''}${Buffer.from(value).toString('hex')}`,
      ]),
    ),
  }
}

test('PP-108 creates the certificates of ISO 18013-5 Annex B', async () => {
  const path = fresh()
  const issuer = await loadMdocIssuer(ctx, path, request)
  const [authority, signer] = [profileOf(issuer.authority), profileOf(issuer.certificate)]
  const name = Buffer.from(request.entityId)
  const uri = `30${Buffer.of(name.length + 2, 0x86, name.length).toString('hex')}${name.toString('hex')}`
  const above = `30168014${authority.keyId}`
  assert.deepEqual(authority.extensions, {
    '2.5.29.19': 'critical 30060101ff020100', // an authority, with no authority below it
    '2.5.29.15': 'critical 03020106', // signs certificates and lists
    '2.5.29.17': uri,
    '2.5.29.18': uri,
    '2.5.29.14': `0414${authority.keyId}`,
    '2.5.29.35': above,
  })
  assert.deepEqual(signer.extensions, {
    '2.5.29.15': 'critical 03020780', // signs
    '2.5.29.17': uri,
    '2.5.29.18': uri,
    '2.5.29.14': `0414${signer.keyId}`,
    '2.5.29.35': above,
    '2.5.29.37': 'critical 3009060728818c5d050102', // mdocs
  })
  assert.equal(signer.days, 457)
  assert.ok(authority.days <= 20 * 365.25)
})

test('PP-108 opens a file of an older version and replaces its signer under the same authority', async () => {
  const path = fresh()
  const before = readFileSync(join(import.meta.dirname, '../../test/vectors/mdoc-issuer-file.json'), 'utf8')
  writeFileSync(path, before, { mode: 0o600 })
  const kept = await loadMdocIssuer(ctx, path, request, { readOnly: true })
  assert.equal(Buffer.from(kept.certificate).toString('base64'), JSON.parse(before).signer.certificate)
  const renewed = await loadMdocIssuer(ctx, path, request)
  assert.deepEqual(renewed.authority, kept.authority)
  const { extensions } = profileOf(renewed.certificate)
  const keyId = profileOf(renewed.authority).extensions['2.5.29.14']?.slice(4)
  assert.equal(extensions['2.5.29.35'], `30168014${keyId}`)
  assert.ok(extensions['2.5.29.37'])
})

test('PP-108 replaces a signer that expires soon or has another name, but not the authority', async () => {
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

test('PP-108 keeps a signer as long as it outlasts a new mdoc and the time of the warning before its end', async () => {
  const path = fresh()
  const moving = { ...ctx, clock: fixedClock() }
  const first = await loadMdocIssuer(moving, path, request)
  moving.clock.advance(first.notAfter - year - 60 * 86_400 - moving.clock.now())
  assert.deepEqual((await loadMdocIssuer(moving, path, request)).certificate, first.certificate)
  moving.clock.advance(1)
  const next = await loadMdocIssuer(moving, path, request)
  assert.notEqual(next.signer.kid, first.signer.kid)
  assert.deepEqual(next.authority, first.authority)
})

test('PP-108 replaces the signer of a renamed organisation if the file is writable (D-334)', async () => {
  const path = fresh()
  const first = await loadMdocIssuer(ctx, path, { ...request, organizationName: 'PID Provider (example)' })
  assert.deepEqual((await loadMdocIssuer(ctx, path, request, { readOnly: true })).certificate, first.certificate)
  const named = await loadMdocIssuer(ctx, path, request)
  const organizationOf = (der: Uint8Array) => new x509.X509Certificate(Uint8Array.from(der)).subjectName.getField('O')
  assert.deepEqual(organizationOf(named.certificate), [request.organizationName])
  assert.deepEqual(named.authority, first.authority)
  assert.deepEqual((await loadMdocIssuer(ctx, path, request)).certificate, named.certificate)
})

test('PP-108 keeps an expired signer in a read-only file, and refuses a signer with another identifier', async () => {
  const path = fresh()
  const moving = { ...ctx, clock: fixedClock() }
  const first = await loadMdocIssuer(moving, path, request)
  moving.clock.advance(first.notAfter - moving.clock.now() + 1)
  const kept = await loadMdocIssuer(moving, path, request, { readOnly: true })
  assert.deepEqual(kept.certificate, first.certificate)
  const renamed = loadMdocIssuer(moving, path, { ...request, entityId: 'https://other.example' }, { readOnly: true })
  const reason = /^The file .* has a certificate of another publicUrl than https:\/\/other\.example: .*fiducia init/
  await assert.rejects(renamed, ({ message }) => reason.test(message))
})

const anotherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
for (const part of ['authority', 'signer'])
  for (const [what, change] of [
    ['an unreadable certificate', { certificate: 'AAAA' }],
    ['an unreadable key', { key: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', d: 'AA' } }],
    ['the key of another certificate', { key: anotherKey }],
  ] as const)
    test(`refuses a file whose ${part} has ${what}, and says what to do`, async () => {
      const path = fresh()
      await loadMdocIssuer(ctx, path, request)
      const file = JSON.parse(readFileSync(path, 'utf8'))
      writeFileSync(path, JSON.stringify({ ...file, [part]: { ...file[part], ...change } }))
      const refused = (fault: unknown) => fault instanceof PrivateFileError && /from a backup/.test(fault.message)
      await assert.rejects(loadMdocIssuer(ctx, path, request), refused)
    })

test('refuses a damaged file', async () => {
  const path = fresh()
  writeFileSync(path, '{"authority":1}', { mode: 0o600 })
  await assert.rejects(loadMdocIssuer(ctx, path, request), PrivateFileError)
})
