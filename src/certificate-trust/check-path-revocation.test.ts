/** Revocation of a path that another verifier has accepted, such as that of an mdoc. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import {
  type CertificateWorld,
  createCertificateWorld,
  evaluatorOf,
  type WorldChanges,
} from '../../test/support/certificates/certificate-world.ts'
import { type CertificateChanges, testNow } from '../../test/support/certificates/test-authority.ts'
import { failed, strangerWorkOf } from '../base/index.ts'
import {
  crlDistributionPoint,
  extensionOids,
  generalNameTags,
  parsePathCertificate,
  writeBoolean,
  writeImplicit,
  writeOctets,
  writeSequence,
} from '../x509/index.ts'

const oid = extensionOids.crlDistributionPoints
const year = 365 * 86_400

/** Checks the path twice, the second time with cached certificates and lists. */
const codeOfPath = async (world: CertificateWorld): Promise<string> => {
  const path = [world.leaf, world.member, world.middle, world.root].map(({ der }) => der)
  const evaluator = evaluatorOf(world, { roots: [] })
  const faults = [await evaluator.checkRevocation(path, 'x5chain'), await evaluator.checkRevocation(path, 'x5chain')]
  const [first, second] = faults.map((fault) => (fault ? `${fault.code} ${fault.at}` : 'accepted'))
  assert.equal(second, first)
  return first ?? ''
}

const leafWith = (value: Uint8Array | null, critical = false): WorldChanges => ({
  leaf: {
    notAfter: testNow + year,
    extensions: { [oid]: value && { oid, value, ...(critical && { critical: true }) } },
  },
})
/** Distribution points without a list of the certificate's issuer (RFC 5280 §4.2.1.13). */
const foreign = writeSequence(writeSequence(writeImplicit(2, true, writeImplicit(4, true, writeSequence()))))
function spkiOfCurve(namedCurve: string): Uint8Array {
  return generateKeyPairSync('ec', { namedCurve }).publicKey.export({ type: 'spki', format: 'der' })
}
const httpName = writeImplicit(generalNameTags.uri, false, Buffer.from('http://host.example/crl'))
const overHttp = writeSequence(writeSequence(writeImplicit(0, true, writeImplicit(0, true, httpName))))

/** Changes that `parsePathCertificate` refuses, and the parser of an mdoc's certificates accepts. */
const lenientForms: readonly (readonly [what: string, changes: CertificateChanges])[] = [
  ['cA FALSE', { further: [{ oid: extensionOids.basicConstraints, value: writeSequence(writeBoolean(false)) }] }],
  ['serial number 0', { serial: '0' }],
  ['a key on secp256k1', { spki: spkiOfCurve('secp256k1') }],
  ['a malformed extendedKeyUsage', { further: [{ oid: extensionOids.extendedKeyUsage, value: writeSequence() }] }],
]
for (const [what, changes] of lenientForms)
  for (const [where, value, lists] of [
    ['https', crlDistributionPoint('https://host.example/1.4/crl').value, 3],
    ['http', overHttp, 2],
  ] as const)
    test(`RP-231 WI-211 a signer with ${what} and a list over ${where} is accepted`, async () => {
      const world = await createCertificateWorld({ leaf: { ...leafWith(value).leaf, ...changes } })
      assert.ok(failed(parsePathCertificate(world.leaf.der, 'leaf')))
      assert.equal(await codeOfPath(world), 'accepted')
      assert.equal(world.asked.length, lists)
    })

test('RP-231 WI-211 of an issuer, only name, key, keyUsage and key identifier count', async () => {
  const malformed = { oid: extensionOids.extendedKeyUsage, value: writeOctets(new Uint8Array()) }
  const root = await createCertificateWorld({ root: { serial: '0', further: [malformed] } })
  assert.equal(await codeOfPath(root), 'accepted')
  await root.publish('root', { issuerKeyId: new Uint8Array(20) })
  assert.equal(await codeOfPath(root), 'crl_key_id_mismatch x5chain[2].crl')
  const usage = { oid: extensionOids.keyUsage, value: writeOctets(new Uint8Array()) }
  const unreadable = await createCertificateWorld({ root: { extensions: { [extensionOids.keyUsage]: usage } } })
  assert.equal(await codeOfPath(unreadable), `x509_extension_malformed x5chain[3].${extensionOids.keyUsage}`)
  const unlisted = {
    root: { extensions: { [extensionOids.keyUsage]: usage } },
    middle: { extensions: { [oid]: null } },
  }
  assert.equal(await codeOfPath(await createCertificateWorld(unlisted)), 'accepted')
})

const rows: readonly (readonly [what: string, changes: WorldChanges, verdict: string])[] = [
  ['a list', {}, 'accepted'],
  ['a critical point', leafWith(crlDistributionPoint('https://host.example/1.4/crl').value, true), 'accepted'],
  ['no point, and a lifetime of a year', leafWith(null), 'accepted'],
  ['an ignored point', leafWith(foreign), 'accepted'],
  ['a critical ignored point', leafWith(foreign, true), `x509_extension_unknown x5chain[0].${oid}`],
  ['a malformed point', leafWith(writeOctets(new Uint8Array())), `x509_extension_malformed x5chain[0].${oid}`],
  ['a list over http', leafWith(overHttp), 'accepted'],
  ['a critical point over http', leafWith(overHttp, true), 'crl_location_invalid x5chain[0]'],
]
for (const [what, changes, verdict] of rows)
  test(`RP-231 WI-211 a signer with ${what}: ${verdict}`, async () =>
    assert.equal(await codeOfPath(await createCertificateWorld(changes)), verdict))

test('RP-231 WI-211 refuses a revoked certificate at each place below the root', async () => {
  for (const [place, issuer, index] of [
    ['leaf', 'member', 0],
    ['member', 'middle', 1],
    ['middle', 'root', 2],
  ] as const) {
    const world = await createCertificateWorld({ [place]: { serial: '77' } })
    await world.publish(issuer, { revoked: [{ serial: '77', revokedAt: testNow - 60 }] })
    assert.equal(await codeOfPath(world), `x509_revoked x5chain[${index}]`)
  }
})

test('RP-231 WI-211 FED-50 each request counts as caused by a stranger, because members choose the URLs', async () => {
  const world = await createCertificateWorld()
  const marked: string[] = []
  const fetch = (request: Request) => {
    if (strangerWorkOf(request)) marked.push(request.url)
    return world.fetch(request)
  }
  assert.equal(await codeOfPath({ ...world, fetch }), 'accepted')
  assert.deepEqual(marked, [world.root.crl, world.middle.crl, world.member.crl])
})

test('RP-231 WI-211 the list of a signer that cannot be fetched is an outage', async () => {
  const world = await createCertificateWorld()
  world.served.set(world.member.crl, 503)
  assert.match(await codeOfPath(world), /^crl_unavailable x5chain\[0\]/)
})
