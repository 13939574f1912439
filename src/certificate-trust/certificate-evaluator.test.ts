/** Certificates of an entity: a valid path with one thing broken in each row, and the rule that refuses it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countingCertificates } from '../../test/support/certificate-counter.ts'
import {
  base64,
  type CertificateWorld,
  createCertificateWorld,
  entityId,
  evaluatorOf,
  type WorldChanges,
} from '../../test/support/certificates/certificate-world.ts'
import { judgeCertificates, type Trial } from '../../test/support/certificates/judge-certificates.ts'
import { certify, testNow } from '../../test/support/certificates/test-authority.ts'
import { failed } from '../base/index.ts'
import {
  authorityKeyIdentifier,
  basicConstraints,
  crlDistributionPoint,
  generalNameTags,
  keyUsage,
  nameConstraints,
  extensionOids as oids,
  subjectAltName,
  type UnsignedExtension,
  writeBoolean,
  writeImplicit,
  writeOctets,
  writeOid,
  writeSequence,
} from '../x509/index.ts'

test('FED-70 FED-72 a valid path is accepted, and its key is that of the first certificate', async () => {
  const world = await createCertificateWorld()
  assert.equal(await judgeCertificates(world), 'accepted')
  const key = await evaluatorOf(world).evaluate(world.x5c, entityId, 'header.x5c')
  assert.ok('publicJwk' in key)
  const { kty, crv, x, y } = world.leaf.signer.publicJwk
  assert.deepEqual(key.publicJwk, { kty, crv, x, y })
  assert.deepEqual([key.entityId, key.dnsNames, key.uris], [entityId, ['host.example'], [entityId]])
  assert.equal(key.expiresAt, testNow + 24 * 3600)
})

test('FED-72 the signatures of an accepted path are verified once, and its entity is compared each time', async () => {
  const counter = countingCertificates()
  const world = await createCertificateWorld()
  const evaluator = evaluatorOf(world)
  const evaluate = async (x5c = world.x5c, of = entityId) => {
    counter.take()
    const key = await evaluator.evaluate(x5c, of, 'header.x5c')
    return [failed(key) ? key.code : 'accepted', counter.take().verify]
  }
  assert.deepEqual((await evaluate())[0], 'accepted')
  assert.deepEqual(await evaluate(), ['accepted', 0])
  assert.deepEqual(await evaluate(world.x5c, 'https://host.example/other'), ['x509_entity_mismatch', 0])
  const stranger = await createCertificateWorld()
  const first = await evaluate(stranger.x5c)
  assert.deepEqual(await evaluate(stranger.x5c), first, 'nothing of a refused path is kept')
  assert.notEqual(first[0], 'accepted')
})

const unknown = { oid: '1.3.6.1.4.1.55738.1', value: writeOctets(new Uint8Array()) } as const
const oddCurve = writeSequence(
  writeSequence(writeOid('1.2.840.10045.2.1'), writeOid('1.3.132.0.10')),
  Uint8Array.of(3, 2, 0, 4),
)
const host = 'host.example'
/** Returns an extendedKeyUsage (RFC 5280 §4.2.1.12). */
const purposes = (...oidsOfPurposes: readonly string[]) =>
  ({ oid: oids.extendedKeyUsage, value: writeSequence(...oidsOfPurposes.map(writeOid)) }) as const
const [forServers, forJwts, forAll] = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.37', '2.5.29.37.0'] as const
/** Distribution points without a list of the certificate's issuer (RFC 5280 §4.2.1.13). */
const foreignList = {
  oid: oids.crlDistributionPoints,
  value: writeSequence(writeSequence(writeImplicit(2, true, writeImplicit(4, true, writeSequence())))),
}

/** Returns nameConstraints with names in any form, by their tags. */
const constraintsOf = (permitted: readonly TaggedName[], excluded: readonly TaggedName[] = []): UnsignedExtension => {
  const subtrees = (tag: number, names: readonly TaggedName[]) =>
    names.length === 0
      ? []
      : [
          writeImplicit(
            tag,
            true,
            ...names.map(([kind, text]) => writeSequence(writeImplicit(kind, false, Buffer.from(text)))),
          ),
        ]
  return {
    oid: oids.nameConstraints,
    value: writeSequence(...subtrees(0, permitted), ...subtrees(1, excluded)),
    critical: true,
  }
}
type TaggedName = readonly [tag: number, text: string]
/** Returns the names of a leaf: the usual host, and these URIs. */
const withUris = (...uris: readonly string[]) => ({
  extensions: { [oids.subjectAltName]: subjectAltName({ dns: [host], uris }) },
})

/** Changes of certificates, and the rule that refuses the path. */
const certificates: readonly (readonly [what: string, changes: WorldChanges, verdict: string])[] = [
  ['a leaf with the serial number zero', { leaf: { serial: '00' } }, 'FED-71 x509_serial_invalid'],
  [
    'a leaf with a serial number of 21 octets',
    { leaf: { serial: `7f${'00'.repeat(20)}` } },
    'FED-71 x509_serial_invalid',
  ],
  ['a leaf with a key on another curve', { leaf: { spki: oddCurve } }, 'FED-71 x509_key_unsupported'],
  [
    'a leaf of more than 16 KiB',
    { leaf: { further: [{ ...unknown, value: writeOctets(new Uint8Array(17_000)) }] } },
    'FED-71 x509_too_large',
  ],
  [
    'a leaf with malformed subject alternative names',
    { leaf: { extensions: { [oids.subjectAltName]: { oid: oids.subjectAltName, value: writeBoolean(true) } } } },
    'FED-71 x509_extension_malformed',
  ],
  [
    'a leaf with two lists of subject alternative names',
    { leaf: { further: [subjectAltName({ uris: [entityId] })] } },
    'FED-71 x509_extension_repeated',
  ],
  ['a leaf whose issuer has another name', { leaf: { issuer: 'CN=Other' } }, 'FED-72 x509_path_missing'],
  ['an expired leaf', { leaf: { notAfter: testNow - 31 } }, 'FED-73 x509_expired'],
  ['an expired member', { member: { notAfter: testNow - 31 } }, 'FED-73 x509_expired'],
  ['an expired root', { root: { notAfter: testNow - 31 } }, 'FED-73 x509_expired'],
  ['a leaf that is not yet valid', { leaf: { notBefore: testNow + 31 } }, 'FED-73 x509_not_yet_valid'],
  [
    'a member that is not an authority',
    {
      member: {
        extensions: {
          [oids.basicConstraints]: null,
          [oids.keyUsage]: keyUsage(['digitalSignature']),
          [oids.nameConstraints]: null,
        },
      },
    },
    'FED-74 x509_issuer_not_authority',
  ],
  [
    'a member whose key must not sign certificates',
    { member: { extensions: { [oids.keyUsage]: keyUsage(['digitalSignature', 'cRLSign']) } } },
    'FED-74 x509_issuer_usage_missing',
  ],
  [
    'a member without a name',
    {
      member: {
        subject: '',
        extensions: { [oids.subjectAltName]: { ...subjectAltName({ dns: [host], uris: [entityId] }), critical: true } },
      },
      leaf: { issuer: '' },
    },
    'FED-74 x509_issuer_name_missing',
  ],
  [
    'a leaf that may sign certificates',
    { leaf: { extensions: { [oids.keyUsage]: keyUsage(['digitalSignature', 'keyCertSign']) } } },
    'FED-74 x509_usage_without_authority',
  ],
  [
    'an intermediate that allows no authority below it',
    { middle: { extensions: { [oids.basicConstraints]: basicConstraints(0) } } },
    'FED-74 x509_path_length_exceeded',
  ],
  [
    'a root that allows only one authority below it',
    { root: { extensions: { [oids.basicConstraints]: basicConstraints(1) } } },
    'FED-74 x509_path_length_exceeded',
  ],
  [
    'a leaf with an unknown critical extension',
    { leaf: { further: [{ ...unknown, critical: true }] } },
    'FED-75 x509_extension_unknown',
  ],
  [
    'name constraints that are not critical',
    {
      member: {
        extensions: {
          [oids.nameConstraints]: { oid: oids.nameConstraints, value: nameConstraints({ permitted: [host] }).value },
        },
      },
    },
    'FED-75 x509_extension_criticality',
  ],
  [
    'basic constraints that are not critical',
    {
      member: {
        extensions: { [oids.basicConstraints]: { oid: oids.basicConstraints, value: basicConstraints(0).value } },
      },
    },
    'FED-75 x509_extension_criticality',
  ],
  [
    'name constraints in a leaf',
    { leaf: { further: [nameConstraints({ permitted: [host] })] } },
    'FED-75 x509_constraints_misplaced',
  ],
  [
    'a member without name constraints',
    { member: { extensions: { [oids.nameConstraints]: null } } },
    'FED-76 x509_constraints_missing',
  ],
  [
    'name constraints with a wildcard',
    { member: { extensions: { [oids.nameConstraints]: nameConstraints({ permitted: [`*.${host}`] }) } } },
    'FED-76 x509_constraint_unsupported',
  ],
  [
    'a leaf with an excluded host',
    {
      member: { extensions: { [oids.nameConstraints]: nameConstraints({ permitted: ['example'], excluded: [host] }) } },
    },
    'FED-76 x509_name_excluded',
  ],
  [
    'a leaf with a host that is not permitted',
    { member: { extensions: { [oids.nameConstraints]: nameConstraints({ permitted: ['other.example'] }) } } },
    'FED-76 x509_name_not_permitted',
  ],
  [
    'a leaf with a URI of a subdomain of the permitted host',
    {
      leaf: {
        extensions: { [oids.subjectAltName]: subjectAltName({ dns: [host], uris: ['https://below.host.example'] }) },
      },
    },
    'FED-76 x509_name_not_permitted',
  ],
  [
    'a leaf that does not name the key of its issuer',
    { leaf: { extensions: { [oids.authorityKeyIdentifier]: null } } },
    'FED-77 x509_key_id_missing',
  ],
  [
    'a member without a key identifier',
    { member: { extensions: { [oids.subjectKeyIdentifier]: null } } },
    'FED-77 x509_key_id_missing',
  ],
  [
    'a leaf of another entity on the same host',
    {
      leaf: {
        extensions: { [oids.subjectAltName]: subjectAltName({ dns: [host], uris: ['https://host.example/other'] }) },
      },
    },
    'FED-78 x509_entity_mismatch',
  ],
  [
    'a leaf with a further URI, whose issuer permits hosts and no URI',
    {
      member: {
        extensions: { [oids.nameConstraints]: constraintsOf([[generalNameTags.dns, host]]) },
      },
      leaf: withUris(entityId, 'https://elsewhere.example/response'),
    },
    'FED-78 x509_entity_mismatch',
  ],
  [
    'a leaf with a further URI of a host that its issuer does not permit',
    { leaf: withUris(entityId, 'https://elsewhere.example/response') },
    'FED-76 x509_name_not_permitted',
  ],
  [
    'a leaf without a URI',
    { leaf: { extensions: { [oids.subjectAltName]: subjectAltName({ dns: [host] }) } } },
    'FED-78 x509_entity_mismatch',
  ],
  [
    'a leaf without the host name of its entity',
    {
      leaf: { extensions: { [oids.subjectAltName]: subjectAltName({ dns: ['sub.host.example'], uris: [entityId] }) } },
    },
    'FED-78 x509_host_mismatch',
  ],
  [
    'a leaf that another member of the host certified',
    {
      member: {
        extensions: { [oids.subjectAltName]: subjectAltName({ dns: [host], uris: ['https://host.example/other'] }) },
      },
    },
    'FED-78 x509_issuer_entity_mismatch',
  ],
  ['a leaf that is an authority', { leaf: { further: [basicConstraints(0)] } }, 'FED-79 x509_signer_is_authority'],
  ['a leaf without key usage', { leaf: { extensions: { [oids.keyUsage]: null } } }, 'FED-79 x509_signer_usage_missing'],
  [
    'a leaf whose key must not sign',
    { leaf: { extensions: { [oids.keyUsage]: keyUsage(['keyEncipherment']) } } },
    'FED-79 x509_signer_usage_missing',
  ],
  ['a leaf for servers', { leaf: { further: [purposes(forServers)] } }, 'FED-79 x509_signer_purpose_missing'],
  [
    'a leaf that is valid for two days and names no revocation list',
    { leaf: { notBefore: testNow - 90_000, extensions: { [oids.crlDistributionPoints]: null } } },
    'FED-80 crl_location_missing',
  ],
  [
    'a leaf of one day with a critical distribution point of another issuer',
    { leaf: { notBefore: testNow, extensions: { [oids.crlDistributionPoints]: { ...foreignList, critical: true } } } },
    'FED-75 x509_extension_unknown',
  ],
  [
    'a revocation list over http',
    { leaf: { extensions: { [oids.crlDistributionPoints]: crlDistributionPoint('http://host.example/crl') } } },
    'FED-80 crl_location_invalid',
  ],
  [
    'a member whose key must not sign revocation lists',
    { member: { extensions: { [oids.keyUsage]: keyUsage(['digitalSignature', 'keyCertSign']) } } },
    'FED-80 crl_usage_missing',
  ],
]

/** Returns nameConstraints with the names of IT-Wallet 1.4.6, trust-infrastructure, X.509 Certificates Issuance 7. */
const printedConstraints = (permittedHost: string, ...furtherExcluded: readonly string[]): UnsignedExtension => {
  const { uri, dns } = generalNameTags
  const excluded = ['localhost', 'localhost.localdomain', '127.0.0.1', 'example.com', '*.example.org']
  return constraintsOf(
    [
      [uri, `https://${permittedHost}`],
      [dns, permittedHost],
    ],
    [...excluded, ...furtherExcluded].map((text) => [dns, text]),
  )
}

for (const [what, constraints, verdict] of [
  ['a path whose member has name constraints as IT-Wallet prints them', printedConstraints(host), 'accepted'],
  ['a leaf of another host than https://HOST', printedConstraints('other.example'), 'FED-76 x509_name_not_permitted'],
  ['a leaf with a host below an excluded *.DOMAIN', printedConstraints(host, '*.example'), 'FED-76 x509_name_excluded'],
] as const)
  test(`FED-76 ${verdict === 'accepted' ? 'accepts' : 'refuses'} ${what} (D-1054)`, async () => {
    const world = await createCertificateWorld({ member: { extensions: { [oids.nameConstraints]: constraints } } })
    assert.equal(await judgeCertificates(world), verdict)
  })

test('FED-76 the refusal of a name constraint that cannot be read names it', async () => {
  const constraints = nameConstraints({ permitted: [`*.${host}`] })
  const world = await createCertificateWorld({ member: { extensions: { [oids.nameConstraints]: constraints } } })
  const key = await evaluatorOf(world).evaluate(world.x5c, entityId, 'header.x5c')
  assert.ok(failed(key))
  assert.equal(key.evidence?.found, `*.${host}`)
})

test('FED-78 a leaf may have further URIs, and only the entity of its issuer may use it (D-1055)', async () => {
  const [otherId, endpoint] = ['https://host.example/other', 'https://host.example/1.4/response']
  const world = await createCertificateWorld({ leaf: withUris(endpoint, entityId, otherId) })
  assert.equal(await judgeCertificates(world), 'accepted')
  const key = await evaluatorOf(world).evaluate(world.x5c, entityId, 'header.x5c')
  assert.ok(!failed(key))
  assert.deepEqual(key.uris, [endpoint, entityId, otherId])
  assert.equal(await judgeCertificates(world, { entity: otherId }), 'FED-78 x509_issuer_entity_mismatch')
})

test('FED-80 a leaf of one day may have a distribution point of another issuer that is not critical', async () => {
  const extensions = { [oids.crlDistributionPoints]: foreignList }
  assert.equal(
    await judgeCertificates(await createCertificateWorld({ leaf: { notBefore: testNow, extensions } })),
    'accepted',
  )
})

test('FED-79 a leaf with an extended key usage for JWTs or for any purpose is accepted (D-1095)', async () => {
  for (const extension of [purposes(forServers, forJwts), purposes(forAll)]) {
    const world = await createCertificateWorld({ leaf: { further: [extension] } })
    assert.equal(await judgeCertificates(world), 'accepted')
  }
})

for (const [what, changes, verdict] of certificates)
  test(`${verdict.slice(0, 6)} refuses ${what}`, async () => {
    assert.equal(await judgeCertificates(await createCertificateWorld(changes)), verdict)
  })

const replaced = (der: Uint8Array, from: string, to: string): Uint8Array =>
  Uint8Array.from(Buffer.from(Buffer.from(der).toString('hex').replaceAll(from, to), 'hex'))

/** Changes of the x5c member and of the configuration, and the rule that refuses the path. */
const trials: readonly (readonly [
  what: string,
  trial: (world: CertificateWorld) => Trial | Promise<Trial>,
  verdict: string,
])[] = [
  ['a missing x5c member', () => ({ x5c: undefined }), 'FED-70 x5c_missing'],
  ['an x5c member that is not a list', ({ x5c }) => ({ x5c: x5c[0] ?? '' }), 'FED-70 x5c_malformed'],
  ['an empty list', () => ({ x5c: [] }), 'FED-70 x5c_malformed'],
  ['a list of numbers', () => ({ x5c: [1] }), 'FED-70 x5c_malformed'],
  [
    'base64url',
    ({ leaf }) => ({ x5c: [Buffer.from([0xfb, ...leaf.der]).toString('base64url')] }),
    'FED-70 x5c_malformed',
  ],
  [
    'base64 with a line break',
    ({ x5c: [leaf = '', ...rest] }) => ({ x5c: [`${leaf.slice(0, 64)}\n${leaf.slice(64)}`, ...rest] }),
    'FED-70 x5c_malformed',
  ],
  [
    'the pinned root twice',
    ({ x5c, root }) => ({ x5c: [...x5c, base64(root.der), base64(root.der)] }),
    'FED-70 x5c_root_present',
  ],
  ['the pinned root alone', ({ root }) => ({ x5c: [base64(root.der)] }), 'FED-70 x5c_root_present'],
  [
    'another self-signed certificate',
    async ({ x5c }) => ({
      x5c: [...x5c, base64((await certify({ entityId: 'https://anchor.example', kind: 'root' })).der)],
    }),
    'FED-70 x5c_root_present',
  ],
  [
    'a certificate of another member at the end',
    async ({ x5c, middle }) => ({
      x5c: [...x5c, base64((await certify({ entityId: 'https://other.example', kind: 'member', issuer: middle })).der)],
    }),
    'FED-70 x5c_extraneous',
  ],
  [
    'certificates in another order',
    ({ x5c: [leaf = '', member = '', middle = ''] }) => ({ x5c: [leaf, middle, member] }),
    'FED-70 x5c_extraneous',
  ],
  ['bytes that are not a certificate', () => ({ x5c: ['MAA='] }), 'FED-71 x509_malformed'],
  [
    'a certificate of version 2',
    ({ leaf, x5c }) => ({ x5c: [base64(replaced(leaf.der, 'a003020102', 'a003020101')), ...x5c.slice(1)] }),
    'FED-71 x509_malformed',
  ],
  ['a text of more than 16 KiB', () => ({ x5c: ['A'.repeat(24_000)] }), 'FED-71 x509_too_large'],
  [
    'a signature with SHA-224',
    ({ leaf, x5c }) => ({ x5c: [base64(replaced(leaf.der, '2a8648ce3d040302', '2a8648ce3d040301')), ...x5c.slice(1)] }),
    'FED-71 x509_algorithm_unsupported',
  ],
  ['a path without its intermediate', ({ x5c }) => ({ x5c: x5c.slice(0, 2) }), 'FED-72 x509_path_missing'],
  [
    'a root that is not pinned',
    async () => ({ roots: [(await certify({ entityId: 'https://foreign.example', kind: 'root' })).der] }),
    'FED-72 x509_path_missing',
  ],
  ['a path if no root is pinned', () => ({ roots: [] }), 'FED-72 x509_path_missing'],
  ['nine certificates', ({ x5c }) => ({ x5c: [...x5c, ...x5c, ...x5c] }), 'FED-72 x509_path_too_long'],
  [
    'a root of the same name with another key',
    async () => ({ roots: [(await certify({ entityId: 'https://anchor.example', kind: 'root' })).der] }),
    'FED-72 x509_signature_invalid',
  ],
  ['authorities with one name that certify each other', confusedAuthorities, 'FED-72 x509_work_exceeded'],
  ['a leaf of a root with the URIs of two entities', leafOfRoot, 'FED-78 x509_entity_mismatch'],
  ['an authority that another member certified', renamedAuthority, 'FED-78 x509_issuer_entity_mismatch'],
  ['a path after 25 hours', () => ({ now: testNow + 25 * 3600 }), 'FED-73 x509_expired'],
  ['another entity', () => ({ entity: 'https://host.example/1.0' }), 'FED-78 x509_entity_mismatch'],
]

for (const [what, trialOf, verdict] of trials)
  test(`${verdict.slice(0, 6)} refuses ${what}`, async () => {
    const world = await createCertificateWorld()
    assert.equal(await judgeCertificates(world, await trialOf(world)), verdict)
  })

/** The root certifies a signing key. Its own certificate permits the URIs of the host. */
async function leafOfRoot(): Promise<Trial> {
  const root = await certify(
    { entityId: 'https://host.example', kind: 'root' },
    { further: [nameConstraints({ permitted: [host] })] },
  )
  const leaf = await certify(
    { entityId, kind: 'protocol', issuer: root },
    withUris(entityId, 'https://host.example/other'),
  )
  return { x5c: [base64(leaf.der)], roots: [root.der] }
}

/** Another member of the host certifies a further key with its own subject and the identifier of the entity. */
async function renamedAuthority({ middle, x5c }: CertificateWorld): Promise<Trial> {
  const other = await certify({ entityId: 'https://host.example/other', kind: 'member', issuer: middle })
  const { subject } = other
  const renamed = await certify({ entityId, kind: 'member', issuer: other }, { subject })
  const leaf = await certify({ entityId, kind: 'protocol', issuer: renamed })
  return { x5c: [...[leaf, renamed, other].map(({ der }) => base64(der)), x5c.at(-1) ?? ''] }
}

/** Seven authorities have the name of the root, and each certifies the next. The first is missing in the path. */
async function confusedAuthorities({ root, leaf }: CertificateWorld): Promise<Trial> {
  const { subject } = root
  const authorities = [root]
  for (let index = 0; index < 7; index += 1) {
    const issuer = authorities.at(-1) ?? root
    authorities.push(await certify({ entityId: 'https://anchor.example', kind: 'intermediate', issuer }, { subject }))
  }
  const last = await certify(
    { entityId, kind: 'protocol', issuer: authorities.at(-1) ?? root },
    { subject: leaf.subject },
  )
  const [, , ...unrooted] = authorities
  const further = await certify(
    { entityId: 'https://anchor.example', kind: 'intermediate', issuer: root },
    { subject, signWith: leaf.signer },
  )
  return { x5c: [last, further, ...unrooted].map(({ der }) => base64(der)) }
}

test('FED-72 refuses a leaf that its issuer did not sign', async () => {
  const { leaf: stranger } = await createCertificateWorld()
  const world = await createCertificateWorld({ leaf: { signWith: stranger.signer } })
  assert.equal(await judgeCertificates(world), 'FED-72 x509_signature_invalid')
})

test('FED-77 refuses a leaf that names another key than that of its issuer', async () => {
  const { root } = await createCertificateWorld()
  const changes = { [oids.authorityKeyIdentifier]: authorityKeyIdentifier(root.keyId) }
  assert.equal(
    await judgeCertificates(await createCertificateWorld({ leaf: { extensions: changes } })),
    'FED-77 x509_key_id_mismatch',
  )
})
