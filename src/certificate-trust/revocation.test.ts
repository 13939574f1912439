/** Revocation lists of a path: one thing broken in each row, the cache, and the order of requests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  base64,
  type CertificateWorld,
  createCertificateWorld,
  entityId,
  evaluatorOf,
} from '../../test/support/certificates/certificate-world.ts'
import { judgeCertificates } from '../../test/support/certificates/judge-certificates.ts'
import { rawList } from '../../test/support/certificates/raw-list.ts'
import { certify, listOf, testNow } from '../../test/support/certificates/test-authority.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { failed, strangerWorkOf } from '../base/index.ts'
import {
  authorityKeyIdentifier,
  crlDistributionPoint,
  crlNumber,
  extensionOids,
  generalNameTags,
  parsePathCertificate,
  writeImplicit,
  writeInteger,
  writeOctets,
  writeSequence,
} from '../x509/index.ts'

function serialOf(der: Uint8Array): string {
  const certificate = parsePathCertificate(der, 'certificate')
  assert.ok(!failed(certificate))
  return certificate.certificate.serial
}

const revoked = (der: Uint8Array) => ({ revoked: [{ serial: serialOf(der), revokedAt: testNow - 60 }] })

/** Changes of the member's revocation list or of another list, and the rule that refuses the path. */
const lists: readonly (readonly [what: string, change: (world: CertificateWorld) => unknown, verdict: string])[] = [
  ['an empty answer', (world) => world.served.set(world.member.crl, new Uint8Array()), 'FED-80 crl_malformed'],
  [
    'a certificate instead of a list',
    (world) => world.served.set(world.member.crl, world.member.der),
    'FED-80 crl_malformed',
  ],
  [
    'a list of more than 256 KiB',
    (world) => world.served.set(world.member.crl, new Uint8Array(262_145)),
    'FED-80 crl_too_large',
  ],
  [
    'a delta list',
    async (world) =>
      world.served.set(
        world.member.crl,
        await rawList(world.member, [
          authorityKeyIdentifier(world.member.keyId),
          crlNumber(2),
          { oid: '2.5.29.27', value: writeInteger(1), critical: true },
        ]),
      ),
    'FED-80 crl_unsupported',
  ],
  [
    'a list that covers only some certificates',
    async (world) =>
      world.served.set(
        world.member.crl,
        await rawList(world.member, [
          authorityKeyIdentifier(world.member.keyId),
          crlNumber(2),
          { oid: '2.5.29.28', value: writeOctets(new Uint8Array()) },
        ]),
      ),
    'FED-80 crl_unsupported',
  ],
  [
    'a list of another issuer',
    (world) => world.publish('member', { issuer: 'CN=Other' }),
    'FED-80 crl_issuer_mismatch',
  ],
  [
    'the list of the superior',
    async (world) => world.served.set(world.member.crl, await listOf(world.middle)),
    'FED-80 crl_issuer_mismatch',
  ],
  [
    'a list that another key signed',
    async (world) => world.served.set(world.member.crl, await listOf({ ...world.member, signer: world.leaf.signer })),
    'FED-80 crl_signature_invalid',
  ],
  [
    'a list that names another key',
    (world) => world.publish('member', { issuerKeyId: world.leaf.keyId }),
    'FED-80 crl_key_id_mismatch',
  ],
  [
    'a list that does not name the key of its issuer',
    async (world) => world.served.set(world.member.crl, await rawList(world.member, [crlNumber(2)])),
    'FED-80 crl_key_id_mismatch',
  ],
  [
    'a list without a number',
    async (world) =>
      world.served.set(world.member.crl, await rawList(world.member, [authorityKeyIdentifier(world.member.keyId)])),
    'FED-80 crl_number_missing',
  ],
  [
    'a list that is not yet valid',
    (world) => world.publish('member', { thisUpdate: testNow + 31 }),
    'FED-80 crl_not_yet_valid',
  ],
  ['an overdue list', (world) => world.publish('member', { nextUpdate: testNow - 31 }), 'FED-80 crl_expired'],
  ['an overdue list of the root', (world) => world.publish('root', { nextUpdate: testNow - 31 }), 'FED-80 crl_expired'],
  ['a revoked leaf', (world) => world.publish('member', revoked(world.leaf.der)), 'FED-81 x509_revoked'],
  ['a revoked member', (world) => world.publish('middle', revoked(world.member.der)), 'FED-81 x509_revoked'],
  ['a revoked intermediate', (world) => world.publish('root', revoked(world.middle.der)), 'FED-81 x509_revoked'],
  ['a path whose member serves no list', (world) => world.served.delete(world.member.crl), 'FED-82 crl_unavailable'],
  [
    'a path whose intermediate answers the request for its list with an error',
    (world) => world.served.set(world.middle.crl, 503),
    'FED-82 crl_unavailable',
  ],
]

for (const [what, change, verdict] of lists)
  test(`${verdict.slice(0, 6)} refuses ${what}`, async () => {
    const world = await createCertificateWorld()
    await change(world)
    assert.equal(await judgeCertificates(world), verdict)
  })

test('FED-80 GEN-42 the refusal of a list names the certificate that the list concerns', async () => {
  const world = await createCertificateWorld()
  world.served.set(world.middle.crl, new Uint8Array())
  const refused = await evaluatorOf(world).evaluate(world.x5c, entityId, 'header.x5c')
  assert.ok(failed(refused))
  assert.deepEqual([refused.code, refused.at], ['crl_malformed', 'header.x5c[1].crl'])
})

test('FED-80 an entry in the list of another issuer does not revoke a certificate', async () => {
  const world = await createCertificateWorld()
  await world.publish('root', revoked(world.leaf.der))
  assert.equal(await judgeCertificates(world), 'accepted')
})

test('FED-83 lists are requested from the root down, and none for a path that is refused without them', async () => {
  const world = await createCertificateWorld()
  const foreign = await certify({ entityId: 'https://foreign.example', kind: 'root' })
  assert.equal(await judgeCertificates(world, { roots: [foreign.der] }), 'FED-72 x509_path_missing')
  assert.equal(await judgeCertificates(world, { entity: 'https://other.example' }), 'FED-78 x509_entity_mismatch')
  assert.deepEqual(world.asked, [])
  await world.publish('middle', revoked(world.member.der))
  assert.equal(await judgeCertificates(world), 'FED-81 x509_revoked')
  assert.deepEqual(world.asked, [world.root.crl, world.middle.crl])
})

test('FED-80 the https URL of a list is used, even after a URL of another scheme', async () => {
  const urls = ['ldap://host.example/cn=list', 'http://host.example/crl', `${entityId}/crl`]
  const names = urls.map((url) => writeImplicit(generalNameTags.uri, false, Buffer.from(url)))
  const oid = extensionOids.crlDistributionPoints
  const value = writeSequence(writeSequence(writeImplicit(0, true, writeImplicit(0, true, ...names))))
  const world = await createCertificateWorld({ leaf: { extensions: { [oid]: { oid, value } } } })
  assert.equal(await judgeCertificates(world), 'accepted')
  assert.equal(world.asked.at(-1), `${entityId}/crl`)
})

test('FED-83 a certificate that is valid for at most a day is accepted without a list', async () => {
  const crl = '2.5.29.31'
  const world = await createCertificateWorld({ leaf: { notBefore: testNow, extensions: { [crl]: null } } })
  assert.equal(await judgeCertificates(world), 'accepted')
  assert.deepEqual(world.asked, [world.root.crl, world.middle.crl])
})

test('FED-84 a list is requested once, and again when the next list is due', async () => {
  const world = await createCertificateWorld()
  const clock = fixedClock(testNow)
  const evaluator = evaluatorOf(world, { clock })
  for (let round = 0; round < 3; round += 1) assert.equal(await judgeCertificates(world, { evaluator }), 'accepted')
  assert.equal(world.asked.length, 3)
  await world.publish('middle', { ...revoked(world.member.der), nextUpdate: testNow + 7200 })
  clock.advance(3599)
  assert.equal(await judgeCertificates(world, { evaluator }), 'accepted')
  for (const place of ['root', 'member'] as const) await world.publish(place, { nextUpdate: testNow + 7200 })
  clock.advance(1)
  assert.equal(await judgeCertificates(world, { evaluator }), 'FED-81 x509_revoked')
})

test('FED-84 simultaneous evaluations share the requests', async () => {
  const world = await createCertificateWorld()
  const evaluator = evaluatorOf(world)
  const verdicts = await Promise.all(Array.from({ length: 5 }, () => judgeCertificates(world, { evaluator })))
  assert.deepEqual(new Set(verdicts), new Set(['accepted']))
  assert.equal(world.asked.length, 3)
})

test('FED-84 during an outage the last list is used for the grace period, with one request in 30 seconds', async () => {
  const world = await createCertificateWorld()
  const clock = fixedClock(testNow)
  const evaluator = evaluatorOf(world, { clock })
  assert.equal(await judgeCertificates(world, { evaluator }), 'accepted')
  for (const { crl } of [world.root, world.middle, world.member]) world.served.set(crl, 503)
  clock.advance(3600)
  assert.equal(await judgeCertificates(world, { evaluator }), 'accepted')
  assert.equal(world.asked.length, 6)
  clock.advance(29)
  assert.equal(await judgeCertificates(world, { evaluator }), 'accepted')
  assert.equal(world.asked.length, 6)
  clock.advance(571)
  assert.equal(await judgeCertificates(world, { evaluator }), 'FED-82 crl_unavailable')
  for (const place of ['root', 'middle', 'member'] as const) await world.publish(place, { nextUpdate: testNow + 7200 })
  clock.advance(30)
  assert.equal(await judgeCertificates(world, { evaluator }), 'accepted')
})

for (const [type, verdict] of [
  ['application/octet-stream', 'accepted'],
  ['application/x-pkcs7-crl', 'accepted'],
  [undefined, 'accepted'],
  ['text/html', 'FED-82 crl_unavailable'],
] as const)
  test(`FED-80 FED-82 a list that is served as ${type ?? 'no type'}: ${verdict} (D-1096)`, async () => {
    const world = await createCertificateWorld()
    const fetch = async (request: Request) => {
      // The guarded client accepts only these types from a private host that a stranger names (FED-126).
      const expected = 'application/pkix-crl, application/x-pkcs7-crl, application/octet-stream'
      assert.equal(request.headers.get('accept'), expected)
      const headers = type ? { headers: { 'content-type': type } } : {}
      return new Response(await (await world.fetch(request)).arrayBuffer(), headers)
    }
    assert.equal(await judgeCertificates({ ...world, fetch }), verdict)
  })

/** Certificates of a member's protocol keys. Each names another URL of a list. `serves` publishes the list there. */
const leavesWithOwnLists = async (world: CertificateWorld, count: number, serves: boolean) => {
  const certificates = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const url = `${entityId}/crl/${index}`
      if (serves) world.served.set(url, world.served.get(world.member.crl) ?? 404)
      const { crlDistributionPoints: oid } = extensionOids
      const extensions = { [oid]: crlDistributionPoint(url) }
      return certify({ entityId, kind: 'protocol', issuer: world.member }, { extensions })
    }),
  )
  return certificates.map(({ der }) => [base64(der), ...world.x5c.slice(1)])
}

for (const serves of [true, false])
  test(`FED-84 a member whose certificates name many URLs ${serves ? 'with' : 'without'} lists displaces no list of others`, async () => {
    const world = await createCertificateWorld()
    const clock = fixedClock(testNow)
    const evaluator = evaluatorOf(world, { clock })
    assert.equal(await judgeCertificates(world, { evaluator }), 'accepted')
    const verdict = serves ? 'accepted' : 'FED-82 crl_unavailable'
    for (const x5c of await leavesWithOwnLists(world, 70, serves))
      assert.equal(await judgeCertificates(world, { evaluator, x5c }), verdict)
    world.asked.length = 0
    assert.equal(await judgeCertificates(world, { evaluator }), 'accepted')
    assert.deepEqual(world.asked, serves ? [world.member.crl] : [])
  })

test('FED-84 FED-50 a request for a list counts as caused by a stranger unless the root signed the certificate', async () => {
  const world = await createCertificateWorld()
  const marked: string[] = []
  const fetch = (request: Request) => {
    if (strangerWorkOf(request)) marked.push(request.url)
    return world.fetch(request)
  }
  assert.equal(await judgeCertificates({ ...world, fetch }), 'accepted')
  assert.deepEqual(marked, [world.middle.crl, world.member.crl])
})

test('FED-84 an overdue list that an issuer still publishes has no grace period', async () => {
  const world = await createCertificateWorld()
  const clock = fixedClock(testNow)
  const evaluator = evaluatorOf(world, { clock })
  assert.equal(await judgeCertificates(world, { evaluator }), 'accepted')
  clock.advance(3640)
  assert.equal(await judgeCertificates(world, { evaluator }), 'FED-80 crl_expired')
})

test('FED-84 lists are requested again after the clock is set back', async () => {
  const world = await createCertificateWorld()
  const clock = fixedClock(testNow)
  const evaluator = evaluatorOf(world, { clock })
  assert.equal(await judgeCertificates(world, { evaluator }), 'accepted')
  clock.advance(-60)
  assert.equal(await judgeCertificates(world, { evaluator }), 'accepted')
  assert.equal(world.asked.length, 6)
})

test('FED-84 a list that one issuer signed is not used for another issuer with the same URL', async () => {
  const world = await createCertificateWorld()
  const clock = fixedClock(testNow)
  const evaluator = evaluatorOf(world, { clock })
  assert.equal(await judgeCertificates(world, { evaluator }), 'accepted')
  const other = await createCertificateWorld()
  const both = evaluatorOf(world, { clock, roots: [world.root.der, other.root.der] })
  assert.equal(await judgeCertificates(world, { evaluator: both }), 'accepted')
  const x5c = [other.leaf, other.member, other.middle].map(({ der }) => base64(der))
  assert.equal(await judgeCertificates(world, { evaluator: both, x5c }), 'FED-80 crl_signature_invalid')
})
