/** Certificates in the form of the national federation: without names and constraints, and with the root at the end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base64 } from '../../test/support/certificates/certificate-world.ts'
import { createCertifiedFederation } from '../../test/support/certificates/certified-federation.ts'
import {
  type CertificateChanges,
  type Certified,
  certify,
  nationalForm,
} from '../../test/support/certificates/test-authority.ts'
import { crypto, testEntity } from '../../test/support/federation.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { createNetwork } from '../../test/support/network.ts'
import {
  type CertifiedKey,
  type Failure,
  failed,
  type PublicJwk,
  strangerWorkOf,
  type VouchedKeys,
} from '../base/index.ts'
import { generateSigner } from '../jose/index.ts'
import {
  authorityKeyIdentifier,
  basicConstraints,
  crlDistributionPoint,
  nameConstraints,
  extensionOids as oids,
  spkiOf,
  subjectAltName,
} from '../x509/index.ts'
import { type CertificateTrustContext, createCertificateEvaluator } from './certificate-evaluator.ts'
import { pinRoots } from './pin-roots.ts'

const entityId = 'https://host.example/1.4'
const otherId = 'https://other.example'
const unnamed = { [oids.subjectAltName]: null, [oids.nameConstraints]: null }
const unlisted = { [oids.crlDistributionPoints]: null }
const names = (uri: string) => subjectAltName({ dns: [new URL(uri).hostname], uris: [uri] })

/** Creates a federation with two members whose certificates have the national form. */
async function nationalFederation() {
  const [clock, network] = [fixedClock(), createNetwork()]
  const federation = await createCertifiedFederation({ clock, network })
  const root = base64(federation.root.der)
  const form = nationalForm(federation.root)
  const memberWith = async (id: string, extensions: CertificateChanges['extensions'] = {}): Promise<Certified> =>
    federation.certifyMember(await testEntity(id), { extensions: { ...form.extensions, ...extensions } })
  const [member, other] = await Promise.all([entityId, otherId].map((id) => memberWith(id)))
  assert.ok(member && other)
  const evaluator = federation.evaluator()
  /** Evaluates the federation key of a member, as its superior states it. */
  const stated = async (by: Certified, x5c: readonly string[] = [base64(by.der), root], id = entityId) =>
    verdictOf(await evaluator.evaluateFederationKey(statedKey(by, x5c), id, 'x5c'))
  const protocolKey = await generateSigner({ crypto })
  /** Evaluates a protocol key of the entity that `by` has certified, below the statement about `ofEntity`. */
  const signed = async (
    by: Certified,
    keys?: VouchedKeys,
    changes: CertificateChanges = {},
    above: readonly Certified[] = [],
    context: Partial<CertificateTrustContext> = {},
  ) => {
    const x5c = await federation.chainOf({ ...by, entityId }, protocolKey, changes)
    const sent = [...x5c, ...above.map(({ der }) => base64(der))]
    return verdictOf(await federation.evaluator(context).evaluate(sent, entityId, 'x5c', keys))
  }
  /** Certifies the federation key of a member below another member, for a day: without names, and without a list. */
  const certifyBelow = async (
    issuer: Certified,
    { entityId: id, signer, spki, crl }: Certified,
    extensions: CertificateChanges['extensions'] = {},
  ): Promise<Certified> => {
    const dates = { notBefore: clock.now() - 60, notAfter: clock.now() + 3600 }
    const changes = { ...dates, spki, extensions: { ...unnamed, ...unlisted, ...extensions } }
    return { ...(await certify({ entityId: id, kind: 'member', issuer }, changes)), signer, crl }
  }
  const parts = { network, clock, root, form, member, other, memberWith, certifyBelow, evaluator, stated }
  return { ...federation, ...parts, signed }
}

const verdictOf = (result: CertifiedKey | Failure<string>): string =>
  failed(result) ? `${result.code} ${result.at}` : 'accepted'

/** Returns the federation key of a member with the certificates that its superior states. */
const statedKey = ({ signer, der }: Certified, x5c: readonly string[] = [base64(der)]): PublicJwk =>
  ({ ...signer.publicJwk, x5c }) as PublicJwk

const vouched = (...members: readonly Certified[]): VouchedKeys => ({
  federationKeys: members.map((one) => statedKey(one)),
})

test('FED-137 one pinned root at the end of x5c is ignored, and any other self-signed certificate refused', async () => {
  const { member, root, stated } = await nationalFederation()
  const leaf = base64(member.der)
  const stranger = base64((await certify({ entityId: 'https://root.example', kind: 'root' })).der)
  assert.equal(await stated(member), 'accepted')
  assert.equal(await stated(member, [leaf]), 'accepted')
  assert.equal(await stated(member, [leaf, root, root]), 'x5c_root_present x5c[1]')
  assert.equal(await stated(member, [root]), 'x5c_root_present x5c[0]')
  assert.equal(await stated(member, [root, leaf]), 'x5c_root_present x5c[0]')
  assert.equal(await stated(member, [leaf, stranger]), 'x5c_root_present x5c[1]')
})

test('FED-138 a superior may certify a federation key without names and name constraints, but those present must fit', async () => {
  const { memberWith, stated, member } = await nationalFederation()
  const fitting = { [oids.subjectAltName]: names(entityId) }
  const constrained = { [oids.nameConstraints]: nameConstraints({ permitted: ['host.example'] }) }
  const excluding = { [oids.nameConstraints]: nameConstraints({ permitted: [], excluded: ['x.example'] }) }
  const verdicts = [
    [fitting, 'accepted'],
    [constrained, 'accepted'],
    [{ [oids.subjectAltName]: names(otherId) }, 'x509_entity_mismatch x5c[0]'],
    [{ [oids.subjectAltName]: subjectAltName({ dns: ['other.example'] }) }, 'x509_entity_mismatch x5c[0]'],
    [
      { [oids.subjectAltName]: subjectAltName({ dns: ['other.example'], uris: [entityId] }) },
      'x509_host_mismatch x5c[0]',
    ],
    [excluding, 'x509_constraints_missing x5c[0]'],
    [{ [oids.basicConstraints]: null, [oids.keyUsage]: null }, 'x509_issuer_not_authority x5c[0]'],
    [{ [oids.keyUsage]: null }, 'x509_signer_usage_missing x5c[0]'],
  ] as const
  for (const [extensions, verdict] of verdicts)
    assert.equal(await stated(await memberWith(entityId, extensions)), verdict)
  const { signer } = await memberWith(entityId)
  assert.equal(await stated({ ...member, signer }), 'x5c_key_mismatch x5c[0]')
})

test('FED-138 a certificate without names is refused when it is revoked or has expired', async () => {
  const { revoked, member, stated, clock, form, certifyMember } = await nationalFederation()
  const expired = await certifyMember(member, { ...form, notAfter: clock.now() - 31 })
  assert.equal(await stated(expired), 'x509_expired x5c[0]')
  revoked.add(base64(member.der))
  assert.equal(await stated(member), 'x509_revoked x5c[0]')
})

test('FED-138 a certificate without names counts only for an entity that the constraints above it permit', async () => {
  const { memberWith, certifyBelow, member, evaluator } = await nationalFederation()
  const verdicts = [
    [null, 'accepted'],
    [nameConstraints({ permitted: ['host.example'] }), 'accepted'],
    [nameConstraints({ permitted: ['other.example'] }), 'x509_name_not_permitted x5c[0]'],
    [nameConstraints({ permitted: [], excluded: ['host.example'] }), 'x509_name_excluded x5c[0]'],
  ] as const
  for (const [constraints, verdict] of verdicts) {
    const extensions = { [oids.basicConstraints]: basicConstraints(1), [oids.nameConstraints]: constraints }
    const superior = await memberWith(otherId, extensions)
    const certified = await certifyBelow(superior, member)
    const x5c = [certified, superior].map(({ der }) => base64(der))
    const key = statedKey(certified, x5c)
    assert.equal(verdictOf(await evaluator.evaluateFederationKey(key, entityId, 'x5c')), verdict)
    const keys = { federationKeys: [key], protocolKeys: [key] }
    assert.equal(verdictOf(await evaluator.evaluate(x5c, entityId, 'x5c', keys)), verdict)
  }
})

test('FED-138 the constraints of the root, too, apply to a certificate without names', async () => {
  const { clock, member, form } = await nationalFederation()
  const dates = { notBefore: clock.now() - 60, notAfter: clock.now() + 3600 }
  const own = { entityId: 'https://root.example', kind: 'root' } as const
  const further = [nameConstraints({ permitted: ['other.example'] })]
  const root = await certify(own, { ...dates, further })
  const { entityId: id, signer } = member
  const extensions = {
    ...form.extensions,
    ...unlisted,
    [oids.authorityKeyIdentifier]: authorityKeyIdentifier(root.keyId),
  }
  const certified = await certify(
    { entityId: id, kind: 'member', issuer: root },
    { ...dates, spki: member.spki, extensions },
  )
  const evaluator = createCertificateEvaluator({
    ...{ clock, fetch: createNetwork().fetch, urls: { loopbackHttp: false }, skewSeconds: 30, graceSeconds: 0 },
    roots: pinRoots([base64(root.der)]),
  })
  const key = statedKey({ ...certified, signer })
  const verdict = verdictOf(await evaluator.evaluateFederationKey(key, entityId, 'x5c'))
  assert.equal(verdict, 'x509_name_not_permitted x5c[0]')
})

test('FED-139 a member without name constraints cannot certify a federation key of another entity', async () => {
  const { member, memberWith, certifyBelow, signed, clock } = await nationalFederation()
  const short = { notAfter: clock.now() + 3600, extensions: unlisted }
  const verdicts = [
    [basicConstraints(), 'x509_constraints_missing x5c[2]'],
    [basicConstraints(1), 'x509_constraints_missing x5c[2]'],
    [basicConstraints(0), 'x509_path_length_exceeded x5c[1]'],
  ] as const
  for (const [authority, verdict] of verdicts) {
    const evil = await memberWith(otherId, { [oids.basicConstraints]: authority })
    const { signer } = await testEntity(entityId)
    const named = {
      [oids.subjectAltName]: names(entityId),
      [oids.nameConstraints]: nameConstraints({ permitted: ['host.example'] }),
    }
    const forged = await certifyBelow(evil, { ...member, signer, spki: spkiOf(signer.publicJwk) }, named)
    assert.equal(await signed(forged, vouched(member), short, [evil]), verdict)
  }
})

test('FED-139 a member below an intermediate without names certifies its own protocol keys', async () => {
  const { member, memberWith, certifyBelow, signed } = await nationalFederation()
  const intermediate = await memberWith(otherId, { [oids.basicConstraints]: basicConstraints(1) })
  const below = await certifyBelow(intermediate, member)
  assert.equal(await signed(below, vouched(below), {}, [intermediate]), 'accepted')
  assert.equal(await signed(below, vouched(), {}, [intermediate]), 'x509_issuer_entity_mismatch x5c[1]')
})

test('FED-50 a list that a member may have named counts as caused by a stranger, one that the superior states does not', async () => {
  const { member, memberWith, certifyBelow, signed, network } = await nationalFederation()
  const intermediate = await memberWith(otherId, { [oids.basicConstraints]: basicConstraints(1) })
  const listAt = (crl: string) => ({ [oids.crlDistributionPoints]: crlDistributionPoint(crl) })
  const below = await certifyBelow(intermediate, member, listAt(intermediate.crl))
  const leafChanges = { extensions: listAt(member.crl) }
  const x5c = [below, intermediate].map(({ der }) => base64(der))
  for (const [keys, expected] of [
    [{ federationKeys: [statedKey(below, x5c)] }, [member.crl]],
    [vouched(member), [intermediate.crl, member.crl]],
  ] as const) {
    const marked: string[] = []
    const fetch = (request: Request) => {
      if (strangerWorkOf(request)) marked.push(request.url)
      return network.fetch(request)
    }
    assert.equal(await signed(below, keys, leafChanges, [intermediate], { fetch }), 'accepted')
    assert.deepEqual(marked, expected)
  }
})

test('FED-139 FED-140 a renewed certificate of the same federation key counts as stated', async () => {
  const { form, member, certifyMember, signed, evaluator, clock } = await nationalFederation()
  const renewed = await certifyMember(member, { ...form, notAfter: clock.now() + 864_000 })
  const keys = { ...vouched(renewed), protocolKeys: [member.signer.publicJwk] }
  for (const certificate of [member, renewed]) {
    assert.equal(await signed(certificate, keys), 'accepted')
    const x5c = [base64(certificate.der)]
    assert.equal(verdictOf(await evaluator.evaluate(x5c, entityId, 'x5c', keys)), 'accepted')
  }
})

test('FED-139 a member without names and constraints certifies its own protocol keys, and none of another entity', async () => {
  const { member, other, memberWith, signed } = await nationalFederation()
  assert.equal(await signed(member, vouched(member)), 'accepted')
  const mismatch = 'x509_issuer_entity_mismatch x5c[1]'
  for (const keys of [undefined, vouched(), vouched(await memberWith(entityId))])
    assert.equal(await signed(member, keys), mismatch, 'the superior does not state the key')
  assert.equal(await signed(other, vouched(member)), mismatch, 'another member names the entity in a certificate')
  const named = { extensions: { [oids.subjectAltName]: names(otherId) } }
  assert.equal(await signed(other, vouched(other), named), 'x509_entity_mismatch x5c[0]')
  const without = { extensions: { [oids.subjectAltName]: null } }
  assert.equal(await signed(member, vouched(member), without), 'x509_entity_mismatch x5c[0]')
  const further = subjectAltName({ dns: ['host.example'], uris: [entityId, 'https://host.example/response'] })
  const endpoint = { extensions: { [oids.subjectAltName]: further } }
  assert.equal(await signed(member, vouched(member), endpoint), 'x509_entity_mismatch x5c[0]')
  const ofOther = await memberWith(entityId, { [oids.subjectAltName]: names(otherId) })
  assert.equal(await signed(ofOther, vouched(ofOther)), mismatch, 'names that are present must fit')
  const open = await memberWith(entityId, { [oids.subjectAltName]: names(entityId) })
  assert.equal(await signed(open, vouched(open)), 'accepted')
  assert.equal(await signed(open), 'x509_constraints_missing x5c[1]')
})

test('FED-140 the certificate of a federation key counts in x5c if the superior states it and the key is a protocol key', async () => {
  const { member, other, memberWith, root, evaluator } = await nationalFederation()
  const evaluate = async (by: Certified, keys?: VouchedKeys) =>
    verdictOf(await evaluator.evaluate([base64(by.der), root], entityId, 'x5c', keys))
  const own = { ...vouched(member), protocolKeys: [member.signer.publicJwk] }
  assert.equal(await evaluate(member, own), 'accepted')
  const refusal = 'x509_signer_is_authority x5c[0]'
  assert.equal(await evaluate(member), refusal)
  assert.equal(await evaluate(member, vouched(member)), refusal, 'the key is no protocol key')
  assert.equal(await evaluate(member, { ...own, protocolKeys: [other.signer.publicJwk] }), refusal)
  assert.equal(await evaluate(other, own), refusal, 'the certificate of another member')
  const further = await memberWith(entityId)
  assert.equal(await evaluate(further, own), refusal, 'another key of the entity')
  const misstated = { ...own, federationKeys: [statedKey({ ...further, signer: member.signer })] }
  assert.equal(await evaluate(further, misstated), refusal, 'the certificate of another key')
})

test('FED-140 the certificate of a federation key is refused in x5c when it is revoked', async () => {
  const { member, evaluator, revoked } = await nationalFederation()
  revoked.add(base64(member.der))
  const own = { ...vouched(member), protocolKeys: [member.signer.publicJwk] }
  assert.equal(verdictOf(await evaluator.evaluate([base64(member.der)], entityId, 'x5c', own)), 'x509_revoked x5c[0]')
})
