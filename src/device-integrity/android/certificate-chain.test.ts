/**
 * The certificate chain of an Android key attestation: chains of real devices are accepted, and chains that only a
 * check of keys would accept are refused.
 */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { casesOf } from '../../../test/support/cases.ts'
import { failed } from '../../base/index.ts'
import { createNodeCrypto } from '../../node/index.ts'
import { createCertificateCache, issueCertificate, pinKey } from '../../x509/index.ts'
import { type AndroidChainCode, verifyAndroidChain } from './certificate-chain.ts'
import { keyDescriptionOid } from './key-description.ts'

const now = 1_768_478_400
const day = 86_400
const decade: readonly [number, number] = [-3650, 3650]
const past: readonly [number, number] = [-20, -10]
const future: readonly [number, number] = [10, 20]

const names = {
  root: 'CN=Root of a test',
  ca2: 'CN=Droid CA2, O=Google LLC',
  ca3: 'CN=Droid CA3, O=Google LLC',
  attester: 'O=TEE, CN=0123456789abcdef',
  machine: 'CN=Android Protected Virtual Machine Key',
  leaf: 'CN=Android Keystore Key',
}
type Place = keyof typeof names
const places = ['leaf', 'attester', 'ca3', 'ca2', 'root'] as const
const serials = { leaf: '01', attester: '43f1d2', machine: '71b2c3', ca3: '32e4c6', ca2: '57a8f9', root: '60e1d2' }

const keysOf = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { privateKey, spki: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })) }
}
type Keys = ReturnType<typeof keysOf>
const keys = Object.fromEntries(Object.keys(names).map((place) => [place, keysOf()])) as Record<Place, Keys>
const stranger = keysOf()
const record = [{ oid: keyDescriptionOid, value: Uint8Array.of(0x30, 0) }]

interface Changed {
  readonly subject?: string
  readonly issuer?: string
  readonly days?: readonly [from: number, to: number]
  readonly signedBy?: Keys
  /** Keys of the subject, instead of those of its place. */
  readonly of?: Keys
  readonly authority?: boolean
  readonly hash?: 'SHA-384'
  readonly extensions?: readonly (typeof record)[number][]
}

/** Creates the chain, leaf first, with one changed certificate. */
function chainOf(
  changes: Partial<Record<Place, Changed>> = {},
  order: readonly Place[] = places,
): Promise<readonly Uint8Array[]> {
  return Promise.all(
    order.map((place, index) => {
      const above = order[index + 1] ?? 'root'
      const changed = changes[place] ?? {}
      const [from, to] = changed.days ?? decade
      const { privateKey } = changed.signedBy ?? keys[above]
      return issueCertificate({
        subject: changed.subject ?? names[place],
        issuer: changed.issuer ?? changes[above]?.subject ?? names[above],
        serial: serials[place],
        notBefore: now + from * day,
        notAfter: now + to * day,
        spki: (changed.of ?? keys[place]).spki,
        issuerKey: { privateKey, curve: 'P-256', hash: changed.hash ?? 'SHA-256' },
        authority: changed.authority ?? place !== 'leaf',
        extensions: changed.extensions ?? (place === 'leaf' ? record : []),
      })
    }),
  )
}

const verify = (
  certificates: readonly Uint8Array[],
  revoked: readonly string[] = [],
  cache = createCertificateCache(),
) =>
  verifyAndroidChain(
    { crypto: createNodeCrypto() },
    {
      certificates,
      roots: [pinKey(stranger.spki), pinKey(keys.root.spki)],
      listedSerials: new Set(revoked),
      cache,
      now,
    },
  )

async function judge(...input: Parameters<typeof verify>): Promise<string> {
  const result = await verify(...input)
  return failed(result) ? result.code : result.provisioning
}

const factoryPlaces = ['leaf', 'attester', 'ca2', 'root'] as const
const tee = '2.5.4.5=f00d, 2.5.4.12=TEE'
for (const [what, changes, order, expected] of [
  ['remote: the organization StrongBox', { attester: { subject: 'O=StrongBox, CN=0' } }, places, true],
  ['remote: the organization TEE', {}, places, false],
  ['remote: another attribute', { attester: { subject: 'O=TEE, CN=StrongBox' } }, places, false],
  ['remote: a longer organization', { attester: { subject: 'O=StrongBox2, CN=0' } }, places, false],
  ['remote: a name above', { ca3: { subject: 'O=StrongBox, CN=Droid CA3' } }, places, false],
  [
    'factory: the title StrongBox',
    { attester: { subject: '2.5.4.5=0, 2.5.4.12=StrongBox' }, ca2: { subject: tee } },
    factoryPlaces,
    true,
  ],
  [
    'factory: a part of the common name, in lower case',
    { attester: { subject: '2.5.4.5=0, CN=vendor strongbox 1' }, ca2: { subject: tee } },
    factoryPlaces,
    true,
  ],
  [
    'factory: only the certificate below the root',
    { attester: { subject: '2.5.4.5=0' }, ca2: { subject: '2.5.4.5=f00d, OU=STRONGBOX' } },
    factoryPlaces,
    true,
  ],
  [
    'factory: no name',
    { attester: { subject: '2.5.4.5=0, 2.5.4.12=TEE' }, ca2: { subject: tee } },
    factoryPlaces,
    false,
  ],
] as const satisfies readonly (readonly [string, Partial<Record<Place, Changed>>, readonly Place[], boolean])[])
  test(`WP-43 the names ${expected ? 'state a StrongBox' : 'state no StrongBox'} (${what})`, async () => {
    const result = await verify(await chainOf(changes, order))
    assert.ok(!failed(result))
    assert.equal(result.namesStrongBox, expected)
  })

for (const [what, changes] of [
  ['without a fault', {}],
  ['with an expired root', { root: { days: past } }],
  ['with a root that is not valid yet', { root: { days: future } }],
  ['with an expired leaf', { leaf: { days: past } }],
  ['with a leaf that is not valid yet', { leaf: { days: future } }],
  ['with SHA-384 under a key on P-256', { attester: { hash: 'SHA-384' } }],
  ['whose attestation certificate has no CA flag', { attester: { authority: false } }],
] as const)
  test(`WP-41 WP-51 accepts a remotely provisioned chain ${what}`, async () => {
    assert.equal(await judge(await chainOf(changes)), 'remote')
  })

test('WP-39 caches only certificates of valid chains that other devices share', async () => {
  const cache = createCertificateCache()
  const kept = (der: Uint8Array | undefined): boolean => {
    assert.ok(der)
    const [first, again] = [cache.parse(der, 'x'), cache.parse(der, 'x')]
    return first === again
  }
  const madeUp = await chainOf({ attester: { signedBy: keys.leaf } })
  assert.equal(await judge(madeUp, [], cache), 'chain_signature_invalid')
  assert.deepEqual(madeUp.map(kept), [false, false, false, false, false])
  const good = await chainOf()
  assert.equal(await judge(good, [], cache), 'remote')
  assert.deepEqual(good.map(kept), [false, false, true, true, true]) // the second belongs to one device only
  const factory = await chainOf({ ca2: { subject: '2.5.4.5=f00d, 2.5.4.12=TEE' } }, ['leaf', 'attester', 'ca2', 'root'])
  assert.equal(await judge(factory, [], cache), 'factory')
  assert.deepEqual(factory.map(kept), [false, true, true, true])
})

test('WP-41 recognizes a factory chain by the serial number in the certificate below the root, and ignores its expiry', async () => {
  const factory = { ca2: { subject: '2.5.4.5=f00d, 2.5.4.12=TEE', days: past }, attester: { days: past } } as const
  assert.equal(await judge(await chainOf(factory, ['leaf', 'attester', 'ca2', 'root'])), 'factory')
})

for (const place of ['attester', 'ca3', 'ca2'] as const)
  for (const [days, code] of [
    [past, 'intermediate_expired'],
    [future, 'intermediate_not_yet_valid'],
  ] as const)
    test(`WP-41 refuses a remotely provisioned chain with ${place} out of date: ${code}`, async () => {
      assert.equal(await judge(await chainOf({ [place]: { days } })), code)
    })

for (const place of places)
  test(`WP-42 refuses a chain with ${place} on the status list`, async () => {
    const serial = serials[place].replace(/^0+/, '')
    assert.equal(await judge(await chainOf(), [serial]), 'certificate_revoked')
    assert.equal(await judge(await chainOf(), [`${serial}0`, `a${serial}`, serial.slice(1)]), 'remote')
  })

for (const [what, [changes, order], code] of casesOf<
  readonly [changes: object, order: readonly Place[]],
  AndroidChainCode
>({
  chain_shape_unknown: {
    'a leaf alone, signed by the root': [{}, ['leaf']],
    'a chain without an intermediate': [{}, ['leaf', 'root']],
    'a leaf that calls itself the vendor’s intermediate': [{ leaf: { subject: names.ca2 } }, ['leaf', 'root']],
    'the intermediate’s name with another organisation': [{ ca2: { subject: 'CN=Droid CA2, O=Other' } }, places],
    'the intermediate’s name without organisation': [{ ca2: { subject: 'CN=Droid CA2' } }, places],
    'another name of that organisation': [{ ca2: { subject: 'CN=Droid CA1, O=Google LLC' } }, places],
    'the vendor’s intermediate anywhere but below the root': [{}, ['leaf', 'attester', 'ca2', 'ca3', 'root']],
    'a record that a key of a protected virtual machine signed, which its owner can let sign anything': [
      { attester: { subject: 'O=AVF, CN=0123456789abcdef' }, machine: { authority: false } },
      ['leaf', 'machine', 'attester', 'ca3', 'ca2', 'root'],
    ],
    'a factory chain that is prolonged by a key without a record': [
      { ca2: { subject: '2.5.4.5=f00d, 2.5.4.12=TEE' }, machine: { authority: false } },
      ['leaf', 'machine', 'attester', 'ca2', 'root'],
    ],
    'a remotely provisioned chain that lacks an intermediate': [{}, ['leaf', 'attester', 'ca2', 'root']],
    'a factory chain without attestation certificate': [
      { ca2: { subject: '2.5.4.5=f00d, 2.5.4.12=TEE' } },
      ['leaf', 'ca2', 'root'],
    ],
    'a factory chain without a serial number in any name': [
      { ca2: { subject: 'CN=Other, 2.5.4.12=TEE' } },
      ['leaf', 'attester', 'ca2', 'root'],
    ],
    'the key of a root between leaf and root': [
      { ca2: { subject: '2.5.4.5=f00d, 2.5.4.12=TEE', of: stranger }, attester: { signedBy: stranger } },
      ['leaf', 'attester', 'ca2', 'root'],
    ],
  },
  chain_name_mismatch: {
    'an issuer of another name': [{ attester: { issuer: 'CN=Droid CA4, O=Google LLC' } }, places],
  },
  chain_signature_invalid: {
    'an issuer of that name and another key': [{ attester: { signedBy: stranger } }, places],
    'a leaf that signed itself': [{ leaf: { signedBy: keys.leaf } }, places],
  },
  extension_repeated: { 'a record on the attestation certificate too': [{ attester: { extensions: record } }, places] },
  extension_not_on_leaf: {
    'a record on the attestation certificate alone': [
      { leaf: { extensions: [] }, attester: { extensions: record } },
      places,
    ],
  },
  extension_missing: {
    'a chain without a record': [{ leaf: { extensions: [] } }, places],
    'a chain without certificates': [{}, []],
  },
}))
  test(`WP-39 WP-40 WP-41 refuses ${what}: ${code}`, async () => {
    assert.equal(await judge(await chainOf(changes, order)), code)
  })

test('WP-39 refuses a chain with its root first, and a chain with a missing certificate', async () => {
  const chain = await chainOf()
  assert.equal(await judge(chain.toReversed()), 'extension_not_on_leaf')
  assert.equal(await judge(chain.toSpliced(2, 1)), 'chain_name_mismatch')
})

test('WP-39 pins keys: accepts a reissued certificate of a root, and refuses another key with its name', async () => {
  const reissued = await chainOf({
    root: { days: [0, 1], extensions: [{ oid: '2.5.29.99', value: Uint8Array.of(5, 0) }] },
  })
  assert.equal(await judge(reissued), 'remote')
  assert.equal(await judge(reissued.slice(0, -1)), 'remote')
  const other = await chainOf({ ca2: { signedBy: keys.leaf } })
  assert.equal(await judge(other), 'chain_signature_invalid')
  assert.equal(await judge(other.slice(0, -1)), 'root_not_pinned')
})
