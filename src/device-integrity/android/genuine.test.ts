import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { codeOf } from '../../../test/support/refuses.ts'
import { Failure } from '../../base/index.ts'
import { createNodeCrypto } from '../../node/node-crypto.ts'
import { createCertificateCache, parseCertificate, pinKey } from '../../x509/index.ts'
import type { AndroidPolicy } from './evaluate-key-description.ts'
import { googleAttestationRoots, isGoogleAttestationRoot } from './roots.ts'
import { parseAndroidStatusList } from './status-list.ts'
import { verifyAndroidKeyAttestation } from './verify-key-attestation.ts'

const vector = (name: string) =>
  readFileSync(new URL(`../../../test/vectors/android-key-attestation/${name}`, import.meta.url), 'utf8')
const derOf = (pem: string) => Uint8Array.from(Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64'))
const chain =
  vector('rkp-tee-rsa-root.pem')
    .match(/-----BEGIN[\s\S]+?END CERTIFICATE-----/g)
    ?.map(derOf) ?? []
const newRoot = derOf(vector('key-attestation-ca1.pem'))

const crypto = createNodeCrypto()

/** 2023-03-01T00:00:00Z: all intermediates are valid. */
const now = 1_677_628_800
const policy: AndroidPolicy = {
  applications: [
    {
      packageName: 'com.google.attestationexample',
      signatureDigests: ['68856d1d06f637d6255face5b224db43a9514ace538bb1548b844480fcd85c87'],
    },
  ],
  requireStrongBox: false,
}

const changed = (bytes: Uint8Array, position: number) =>
  bytes.map((byte, index) => (index === position ? byte ^ 1 : byte))

function verify(
  certificates = chain,
  changes: { now?: number; challenge?: string; policy?: AndroidPolicy; revoked?: string } = {},
) {
  const revoked = new Set(changes.revoked ? [changes.revoked] : [])
  const trust = {
    roots: googleAttestationRoots,
    cache: createCertificateCache(),
    policy: changes.policy ?? policy,
    listedSerials: () => revoked,
  }
  return verifyAndroidKeyAttestation(
    { crypto, trust },
    {
      certificates,
      challenge: changes.challenge ?? 'challenge',
      now: changes.now ?? now,
    },
  )
}

test("DIS-10 accepts a genuine device under the vendor's own root", async () => {
  const result = await verify()
  assert.ok(!(result instanceof Failure), codeOf(result))
  assert.equal(result.hardwareKey.crv, 'P-256')
  assert.deepEqual(
    [result.device.provisioning, result.device.attestationVersion, result.device.osPatchLevel],
    ['remote', 200, 202_302],
  )
  assert.equal(result.certificateSerials[0], 'd05facf443ed535548d994f6845e6d3c')
})

test('WP-39 accepts the genuine chain without its root', async () => {
  assert.equal(codeOf(await verify(chain.slice(0, -1))), 'accepted')
})

test('WP-41 refuses the genuine chain with its root twice, whether the chain is valid or expired', async () => {
  const doubled = [...chain, ...chain.slice(-1)]
  assert.equal(codeOf(await verify(doubled, { now: 1_795_000_000 })), 'chain_shape_unknown')
  assert.equal(codeOf(await verify(doubled)), 'chain_shape_unknown')
})

const [leaf = new Uint8Array(), attester = new Uint8Array(), ...above] = chain
for (const [id, run, code] of [
  ['another challenge', () => verify(chain, { challenge: 'challengf' }), 'challenge_mismatch'],
  ['a changed leaf', () => verify([changed(leaf, leaf.length - 1), attester, ...above]), 'chain_signature_invalid'],
  [
    'a changed intermediate',
    () => verify([leaf, changed(attester, attester.length - 1), ...above]),
    'chain_signature_invalid',
  ],
  ['a missing intermediate', () => verify([leaf, ...above]), 'chain_name_mismatch'],
  ['another root at its end', () => verify([...chain.slice(0, -1), newRoot]), 'chain_name_mismatch'],
  ['expired intermediates', () => verify(chain, { now: 1_700_000_000 }), 'intermediate_expired'],
  ['a revoked intermediate', () => verify(chain, { revoked: '388266760658996860e' }), 'certificate_revoked'],
  ['an app that is not ours', () => verify(chain, { policy: { ...policy, applications: [] } }), 'application_foreign'],
  [
    'no StrongBox where the policy requires it',
    () => verify(chain, { policy: { ...policy, requireStrongBox: true } }),
    'attestation_level_too_low',
  ],
] as const) {
  test(`DIS-10 refuses the genuine chain with ${id}`, async () => assert.equal(codeOf(await run()), code))
}

test('DIS-02 pins the two keys of the vendor and refuses any other', () => {
  const published = [chain.at(-1) ?? new Uint8Array(), newRoot].map(pinKey)
  assert.deepEqual(published.map(isGoogleAttestationRoot), [true, true])
  const certificate = parseCertificate(attester, 'attester')
  assert.ok(!(certificate instanceof Failure))
  assert.equal(isGoogleAttestationRoot(pinKey(certificate.spki)), false)
})

test('WP-42 reads the status list: any status, hexadecimal keys in any spelling', () => {
  const entries = {
    '0C35': { status: 'REVOKED' },
    '6681152659205225093': { status: 'SUSPENDED', reason: 'SOFTWARE_FLAW' },
    '-0C35': { status: 'REVOKED' },
  }
  const list = parseAndroidStatusList(JSON.stringify({ entries }))
  assert.ok(!(list instanceof Failure))
  assert.deepEqual(
    [...list],
    [
      ['c35', 'revoked'],
      ['6681152659205225093', 'suspended'],
      ['-c35', 'revoked'],
    ],
  )
})

test('WP-197 reads an unknown status as suspended, and the worse status of two spellings of a serial', () => {
  const revoked = { status: 'REVOKED' }
  for (const other of [{ status: 'SUSPENDED' }, { status: 'revoked' }, { status: 'OTHER' }, {}, null, 'REVOKED']) {
    const read = (entries: object) => {
      const list = parseAndroidStatusList(JSON.stringify({ entries }))
      assert.ok(!(list instanceof Failure))
      return [...list]
    }
    assert.deepEqual(read({ ab: other }), [['ab', 'suspended']])
    assert.deepEqual(read({ '0ab': other, '00AB': revoked }), [['ab', 'revoked']])
    assert.deepEqual(read({ '0ab': revoked, '00AB': other }), [['ab', 'revoked']])
  }
})

for (const [id, text, code] of [
  ['a text that is not JSON', 'entries', 'json_malformed'],
  ['no entries', '{}', 'status_list_malformed'],
  ['entries of another type', '{"entries":[]}', 'status_list_malformed'],
  ['a key that is not a serial number', '{"entries":{"xyz":{}}}', 'status_list_malformed'],
  ['a key that is only a sign', '{"entries":{"-":{}}}', 'status_list_malformed'],
] as const) {
  test(`WP-52 refuses a status list with ${id}`, () => {
    const list = parseAndroidStatusList(text)
    assert.ok(list instanceof Failure)
    assert.equal(list.code, code)
  })
}
