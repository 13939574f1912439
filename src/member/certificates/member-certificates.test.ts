/** Certificates of a member: certified keys, renewal, revocation lists, and superiors without a usable statement. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { base64 } from '../../../test/support/certificates/certificate-world.ts'
import { certifyKey, createMemberWorld, memberId, outageOf } from '../../../test/support/certificates/member-world.ts'
import { testNow } from '../../../test/support/certificates/test-authority.ts'
import { observeOutput } from '../../../test/support/decisions.ts'
import { crypto } from '../../../test/support/federation.ts'
import { decodeJwt } from '../../../test/support/forge-jwt.ts'
import { failed } from '../../base/index.ts'
import { generateSigner } from '../../jose/index.ts'
import {
  keyUsage,
  extensionOids as oids,
  parseCertificateList,
  parsePathCertificate,
  spkiOf,
} from '../../x509/index.ts'

const protocolKey = await generateSigner({ crypto })
const key = protocolKey.publicJwk

function read(text: string | undefined) {
  const certificate = parsePathCertificate(new Uint8Array(Buffer.from(text ?? '', 'base64')), 'x5c')
  assert.ok(!failed(certificate))
  return certificate
}

test('FED-85 a protocol key is certified below the certificate in the statement of the superior', async () => {
  const world = await createMemberWorld()
  const x5c = await world.first.memberCertificates?.x5cOf(key)
  assert.equal(x5c?.length, 2)
  assert.equal(x5c?.[1], base64(world.certificate.der))
  const certified = await world.evaluate.evaluate(x5c, memberId, 'x5c')
  assert.ok(!failed(certified), failed(certified) ? certified.code : '')
  assert.deepEqual(certified.publicJwk, { kty: 'EC', crv: 'P-256', x: key.x, y: key.y })
  const leaf = new X509Certificate(Buffer.from(x5c?.[0] ?? '', 'base64'))
  const issuer = new X509Certificate(world.certificate.der)
  assert.ok(leaf.checkIssued(issuer) && leaf.verify(issuer.publicKey))
  assert.equal(leaf.subjectAltName, 'DNS:host.example, URI:https://host.example/1.4')
  assert.match(leaf.subject, /O=member S.p.A.\nOU=TEST\\, not national\n.*OU=Protocol key$/s)
  assert.equal(leaf.validToDate.getTime() / 1000, world.clock.now() + 86_400)
  observeOutput('FED-85')
})

test('FED-86 a certificate is made once, renewed at half of its lifetime, and never outlives its issuer', async () => {
  const world = await createMemberWorld({ member: { notAfter: testNow + 20 * 3600 } })
  const x5cOf = () => world.first.memberCertificates?.x5cOf(key)
  const first = await x5cOf()
  assert.deepEqual(await x5cOf(), first)
  assert.equal(read(first?.[0]).certificate.notAfter, testNow + 20 * 3600)
  world.clock.advance(10 * 3600 - 1)
  assert.deepEqual(await x5cOf(), first)
  world.clock.advance(1)
  const second = await x5cOf()
  assert.notEqual(second?.[0], first?.[0])
  assert.ok(!failed(await world.evaluate.evaluate(second, memberId, 'x5c')))
})

test('FED-86 replicas and renewals never share a serial number', async () => {
  const world = await createMemberWorld()
  const replicas = ['first', 'second', 'third'].map((name) => world.member(name))
  const serials: string[] = []
  for (let round = 0; round < 4; round += 1) {
    for (const { memberCertificates: certificates } of replicas)
      serials.push(read((await certificates?.x5cOf(key))?.[0]).certificate.serial)
    world.clock.advance(12 * 3600)
    world.stated.current = [base64((await certifyKey(world.root, world.own.signer, validFor(world))).der)]
  }
  assert.equal(new Set(serials).size, serials.length)
  for (const serial of serials) assert.match(serial, /^[4-7][0-9a-f]{31}$/)
})

test('FED-88 a certificate names the revocation list even if the kid contains reserved characters', async () => {
  const made = await generateSigner({ crypto })
  const kid = 'did:web:host.example#key/1 %41'
  const world = await createMemberWorld({ signer: { ...made, kid, publicJwk: { ...made.publicJwk, kid } } })
  const { crlUrls } = read((await world.first.memberCertificates?.x5cOf(key))?.[0])
  const response = await world.network.fetch(new Request(crlUrls[0] ?? ''))
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/pkix-crl'])
})

// biome-ignore lint/suspicious/noExplicitAny: a statement to be read in any way
const jwksOf = (jwt: string): any => decodeJwt(jwt).payload.jwks

const validFor = ({ clock }: { readonly clock: { now(): number } }) => ({
  notBefore: clock.now() - 60,
  notAfter: clock.now() + 24 * 3600,
})

test('FED-86 a certificate that the superior renewed is used as soon as the chain of the member contains it', async () => {
  const world = await createMemberWorld()
  await world.first.memberCertificates?.x5cOf(key)
  const next = await certifyKey(world.root, world.own.signer)
  world.stated.current = [base64(next.der)]
  world.clock.advance(1800)
  const x5c = await world.first.memberCertificates?.x5cOf(key)
  assert.equal(x5c?.[1], base64(next.der))
  assert.ok(!failed(await world.evaluate.evaluate(x5c, memberId, 'x5c')))
})

test('FED-85 a root that the superior states is not in the x5c of a message (D-1134)', async () => {
  const world = await createMemberWorld()
  const stated = [world.certificate, world.root].map(({ der }) => base64(der))
  world.stated.current = stated
  const x5c = await world.first.memberCertificates?.x5cOf(key)
  assert.deepEqual([x5c?.length, x5c?.[1]], [2, stated[0]])
  assert.ok(!failed(await world.evaluate.evaluate(x5c, memberId, 'x5c')))
})

/** Statements of a superior, and why the member cannot certify its keys. */
const statements: readonly (readonly [
  what: string,
  options: Parameters<typeof createMemberWorld>[0],
  reason: RegExp,
])[] = [
  ['without x5c', { x5c: () => undefined }, /has none$/],
  ['with an empty x5c', { x5c: () => [] }, /has none$/],
  ['with a certificate that cannot be read', { x5c: () => ['MAA='] }, /malformed, x509_malformed$/],
  [
    'with a certificate that is not an authority',
    { member: { extensions: { [oids.basicConstraints]: null, [oids.keyUsage]: keyUsage(['digitalSignature']) } } },
    /must not sign certificates$/,
  ],
  [
    'with a key that must not sign certificates',
    { member: { extensions: { [oids.keyUsage]: keyUsage(['digitalSignature']) } } },
    /must not sign certificates$/,
  ],
  [
    'with a certificate without key identifier',
    { member: { extensions: { [oids.subjectKeyIdentifier]: null } } },
    /has no subject key identifier$/,
  ],
  ['with an expired certificate', { member: { notAfter: testNow } }, /not valid now$/],
  ['with a certificate that is not yet valid', { member: { notBefore: testNow + 1 } }, /not valid now$/],
]

for (const [what, options, reason] of statements)
  test(`FED-87 a member certifies no key under a statement ${what}`, async () => {
    const world = await createMemberWorld(options)
    assert.match(await outageOf(Promise.resolve(world.first.memberCertificates?.x5cOf(key))), reason)
  })

test('FED-87 a member certifies no key under a certificate of another key', async () => {
  const { publicJwk } = await generateSigner({ crypto })
  const world = await createMemberWorld({ member: { spki: spkiOf(publicJwk) } })
  assert.match(await outageOf(Promise.resolve(world.first.memberCertificates?.x5cOf(key))), /another key$/)
})

test('FED-88 the list of a member is served at the URL in its certificates, and its number grows with time', async () => {
  const world = await createMemberWorld()
  const [leaf] = (await world.first.memberCertificates?.x5cOf(key)) ?? []
  const [url = ''] = read(leaf).crlUrls
  assert.equal(url, `${memberId}/crl/${world.own.signer.kid}`)
  const numbers: number[] = []
  const listAt = async (app: typeof world.first.app) => {
    const response = await app(new Request(url))
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/pkix-crl')
    const list = parseCertificateList(new Uint8Array(await response.arrayBuffer()), 'crl')
    assert.ok(!failed(list))
    assert.ok(list.isSignedBy(read(base64(world.certificate.der)).certificate.issuerKey()))
    numbers.push(Number.parseInt(response.headers.get('etag')?.slice(1) ?? '', 10))
    return list
  }
  const list = await listAt(world.first.app)
  assert.ok(list.thisUpdate <= testNow && (list.nextUpdate ?? 0) >= testNow + 3 * 3600)
  await listAt(world.member('second').app)
  world.clock.advance(3 * 3600)
  await listAt(world.first.app)
  const [now = 0, same, later = 0] = numbers
  assert.ok(now === same && later > now)
  observeOutput('FED-88')
})

test('FED-88 a revoked protocol certificate is listed, and a list with an entry has a higher number', async () => {
  const world = await createMemberWorld()
  const x5c = await world.first.memberCertificates?.x5cOf(key)
  const { serial } = read(x5c?.[0]).certificate
  const settings = { revoked: [{ serial, revokedAt: testNow }] }
  const revoking = await createMemberWorld({ settings })
  const plain = await world.first.memberCertificates?.revocationList(world.own.signer.kid)
  const listed = await revoking.first.memberCertificates?.revocationList(revoking.own.signer.kid)
  const [former, later] = [plain, listed].map((one) => Number.parseInt(one?.entityTag.slice(1) ?? '', 10))
  assert.equal((later ?? 0) - (former ?? 0), 1)
  const list = parseCertificateList(listed?.der ?? new Uint8Array(), 'crl')
  assert.ok(!failed(list))
  assert.deepEqual(list.find(serial), { serial, revokedAt: testNow, reason: 'keyCompromise' })
})

test('FED-88 a list in which an entry replaces another has another entity tag', async () => {
  const tagOf = async (...serials: readonly string[]) => {
    const revoked = serials.map((serial) => ({ serial, revokedAt: testNow }))
    const { first, own } = await createMemberWorld({ settings: { revoked } })
    return (await first.app(new Request(`${memberId}/crl/${own.signer.kid}`))).headers.get('etag')
  }
  const [one, same, other] = [await tagOf('4a'), await tagOf('4a'), await tagOf('4b')]
  assert.equal(one, same, 'replicas have the same tag')
  assert.notEqual(one, other)
})

test('FED-91 during a rollover of the federation key, the first certified key certifies and each key keeps its list', async () => {
  const world = await createMemberWorld()
  const former = await world.first.memberCertificates?.x5cOf(key)
  const next = await generateSigner({ crypto })
  const rolled = world.member('rolled', {
    federationSigner: next,
    furtherFederationSigners: [world.own.signer],
    furtherFederationKeys: [world.own.signer.publicJwk],
  })
  world.network.connect(memberId, async (request) => rolled.app(request))
  world.stated.further = [next.publicJwk]
  const early = await rolled.memberCertificates?.x5cOf(key)
  assert.equal(early?.[1], former?.[1], 'the superior has not yet certified the next key')
  const certificate = base64((await certifyKey(world.root, next)).der)
  world.stated.further = [{ ...next.publicJwk, x5c: [certificate] }]
  world.clock.advance(1800)
  const late = await rolled.memberCertificates?.x5cOf(key)
  assert.equal(late?.[1], certificate)
  for (const x5c of [former, early, late]) assert.ok(!failed(await world.evaluate.evaluate(x5c, memberId, 'x5c')))
})

test('FED-88 a request for the list of another key is refused', async () => {
  const world = await createMemberWorld()
  const response = await world.first.app(new Request(`${memberId}/crl/other`))
  assert.equal(response.status, 404)
  assert.equal(world.sink.lastRefusal()?.checks.at(-1)?.code, 'crl_unknown')
})

test('FED-89 a member whose certificate its superior revoked is refused', async () => {
  const world = await createMemberWorld()
  const x5c = await world.first.memberCertificates?.x5cOf(key)
  world.revoked.push({ serial: read(x5c?.[1]).certificate.serial, revokedAt: testNow - 1 })
  const refused = await world.evaluate.evaluate(x5c, memberId, 'x5c')
  assert.ok(failed(refused) && refused.code === 'x509_revoked')
})

test('FED-90 the Entity Configuration of a member has the self-signed certificate of its signing key', async () => {
  const world = await createMemberWorld()
  const response = await world.first.app(new Request(`${memberId}/.well-known/openid-federation`))
  const { keys } = jwksOf(await response.text())
  assert.equal(keys.length, 1)
  assert.equal(keys[0].x5c.length, 1)
  const own = new X509Certificate(Buffer.from(keys[0].x5c[0], 'base64'))
  assert.ok(own.checkIssued(own) && own.verify(own.publicKey) && own.ca)
  assert.match(own.subject, /OU=TEST\\, not national/)
  const { x, y } = own.publicKey.export({ format: 'jwk' })
  assert.deepEqual({ x, y }, { x: world.own.signer.publicJwk.x, y: world.own.signer.publicJwk.y })
  const refused = await world.evaluate.evaluate(keys[0].x5c, memberId, 'x5c')
  assert.ok(failed(refused) && refused.code === 'x5c_root_present')
  observeOutput('FED-90')
})

test('FED-90 an entity without certification publishes no certificate and no list', async () => {
  const world = await createMemberWorld()
  const plain = world.member('plain', { certification: undefined })
  assert.equal(plain.memberCertificates, undefined)
  const response = await plain.app(new Request(`${memberId}/.well-known/openid-federation`))
  const { keys } = jwksOf(await response.text())
  assert.equal('x5c' in keys[0], false)
  assert.equal((await plain.app(new Request(`${memberId}/crl/${world.own.signer.kid}`))).status, 404)
})
