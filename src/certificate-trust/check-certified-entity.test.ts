/** A refused path: the place and the evidence name the certificate that is at fault. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  base64,
  createCertificateWorld,
  entityId,
  evaluatorOf,
} from '../../test/support/certificates/certificate-world.ts'
import { type Certified, certify, testNow } from '../../test/support/certificates/test-authority.ts'
import { type CertifiedKey, type Failure, failed } from '../base/index.ts'
import {
  basicConstraints,
  keyUsage,
  extensionOids as oids,
  parsePathCertificate,
  verifyCertificatePath,
} from '../x509/index.ts'

const faultOf = (key: CertifiedKey | Failure<string>) =>
  failed(key) ? { code: key.code, at: key.at, found: key.evidence?.found } : 'accepted'

test('FED-74 names the certificate that is no authority: that of a federation key, or an issuer in the path', async () => {
  const extensions = {
    [oids.basicConstraints]: null,
    [oids.keyUsage]: keyUsage(['digitalSignature']),
    [oids.nameConstraints]: null,
  }
  const world = await createCertificateWorld({ member: { extensions } })
  const evaluator = evaluatorOf(world)
  const [, ...x5c] = world.x5c
  const federationKey = { ...world.member.signer.publicJwk, x5c }
  const code = 'x509_issuer_not_authority'
  assert.deepEqual(faultOf(await evaluator.evaluateFederationKey(federationKey, entityId, 'x5c')), {
    ...{ code, at: 'x5c[0]' },
    found: 'nothing',
  })
  assert.deepEqual(faultOf(await evaluator.evaluate(world.x5c, entityId, 'x5c')), {
    ...{ code, at: 'x5c[1]' },
    found: undefined,
  })
})

test('FED-72 FED-73 names the place in the received list of a certificate that is in another order than the path', async () => {
  const expired = { notBefore: testNow - 7200, notAfter: testNow - 3600 }
  const world = await createCertificateWorld({ member: expired })
  const evaluator = evaluatorOf(world)
  const faultAt = async (x5c: readonly string[]) => faultOf(await evaluator.evaluate([...x5c], entityId, 'x5c'))
  const [leaf = '', member = '', middle = ''] = world.x5c
  const code = 'x509_expired'
  assert.deepEqual(await faultAt([leaf, member, middle]), { code, at: 'x5c[1]', found: testNow })
  assert.deepEqual(await faultAt([leaf, middle, member]), { code, at: 'x5c[2]', found: testNow })
  const { leaf: stranger } = await createCertificateWorld()
  const forged = await createCertificateWorld({ member: { signWith: stranger.signer } })
  const [first = '', second = '', third = ''] = forged.x5c
  const refused = await evaluatorOf(forged).evaluate([first, third, second], entityId, 'x5c')
  assert.deepEqual(faultOf(refused), { code: 'x509_signature_invalid', at: 'x5c[2]', found: undefined })
})

test('FED-72 refuses a pinned root as its own path', async () => {
  const { root } = await createCertificateWorld()
  const leaf = parsePathCertificate(root.der, 'x5c[0]')
  assert.ok(!failed(leaf))
  const path = verifyCertificatePath({ leaf, others: [], roots: [leaf] }, { now: testNow, skew: 0 }, 'x5c')
  assert.equal(failed(path) && path.code, 'x509_path_missing')
})

test('FED-75 refuses an authority whose basicConstraints are not critical, as the key of an entity and as an issuer', async () => {
  const { critical: _, ...constraints } = basicConstraints(0)
  const world = await createCertificateWorld({ member: { extensions: { [oids.basicConstraints]: constraints } } })
  const [evaluator, place] = [evaluatorOf(world), oids.basicConstraints]
  const [, ...x5c] = world.x5c
  const federationKey = { ...world.member.signer.publicJwk, x5c }
  const refusedAt = (at: string) => ({ code: 'x509_extension_criticality', at, found: undefined })
  const own = await evaluator.evaluateFederationKey(federationKey, entityId, 'x5c')
  assert.deepEqual(faultOf(own), refusedAt(`x5c[0].${place}`))
  assert.deepEqual(faultOf(await evaluator.evaluate(world.x5c, entityId, 'x5c')), refusedAt(`x5c[1].${place}`))
})

test('FED-78 names the certificate of another entity, and the certificate that is its own issuer', async () => {
  const world = await createCertificateWorld()
  const evaluator = evaluatorOf(world)
  const faultBelow = async (issuer: Certified, ...above: readonly Certified[]) => {
    const leaf = await certify({ entityId, kind: 'protocol', issuer })
    const x5c = [leaf, issuer, ...above].map(({ der }) => base64(der))
    return faultOf(await evaluator.evaluate(x5c, entityId, 'x5c'))
  }
  const code = 'x509_issuer_entity_mismatch'
  const otherId = 'https://host.example/other'
  const other = await certify({ entityId: otherId, kind: 'member', issuer: world.middle })
  assert.deepEqual(await faultBelow(other, world.middle), { code, at: 'x5c[1]', found: [otherId] })
  const { subject } = world.middle
  const twin = await certify(
    { entityId: world.middle.entityId, kind: 'intermediate', issuer: world.middle },
    { subject },
  )
  const member = await certify({ entityId, kind: 'member', issuer: twin })
  assert.deepEqual(await faultBelow(member, twin, world.middle), { code, at: 'x5c[2]', found: 'the same name' })
})
