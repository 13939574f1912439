/**
 * Apple devices at the Wallet Provider's two endpoints: a happy walk, each fault of the attestation at its rule, and
 * the counter (WP-47 to WP-51, WP-60, WP-61, WP-65).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeParameters } from '../../../src/http/index.ts'
import { generateSigner, jwkThumbprint, signJwt, withKeyCache } from '../../../src/jose/index.ts'
import { createNodeCrypto } from '../../../src/node/node-crypto.ts'
import { grantTypeJwtBearer } from '../../../src/oauth/index.ts'
import {
  type AppleAssertionKnobs,
  type AppleDevice,
  type AppleKeyAttestationKnobs,
  type Assertion,
  appleAssertionFaults,
  appleCounterFaults,
  appleKeyAttestationFaults,
  appleKeyAttestationOddities,
} from '../../../src/software-device/index.ts'
import { openSqliteStores } from '../../../src/stores/sqlite/open-stores.ts'
import { createTrustAnchor, trustAnchorConfig } from '../../../src/trust-anchor/index.ts'
import { serialiseClientData } from '../../../src/wallet-attestation/index.ts'
import { createWalletProvider, walletProviderConfig } from '../../../src/wallet-provider/index.ts'
import { recordingSink } from '../../support/decisions.ts'
import { createDeviceBench, type ProviderChanges } from '../../support/device-integrity.ts'
import { organization } from '../../support/federation.ts'
import { anchorStores, entryOf } from '../../support/federation-authority.ts'
import { createNetwork } from '../../support/network.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const anchorId = 'https://anchor.example'
const providerId = 'https://wallet-provider.example'
const devices = await createDeviceBench()
const { clock, vendor } = devices
const crypto = withKeyCache(createNodeCrypto())

let opened = 0

/** An anchor and a Wallet Provider that takes Apple's devices. */
async function open(
  stores = openSqliteStores('wallet-provider', ':memory:').stores,
  apple: NonNullable<ProviderChanges['apple']> = {},
) {
  const network = createNetwork()
  const sink = recordingSink()
  const random = seededRandom(`wallet-provider-apple ${opened++}`)
  const signers = await Promise.all([
    generateSigner({ crypto }),
    generateSigner({ crypto }),
    generateSigner({ crypto }),
  ])
  const [anchorSigner, federationSigner, attestationSigner] = signers
  const faults: unknown[] = []
  const onFault = (fault: unknown) => faults.push(fault)
  const parts = { clock, crypto, random, fetch: network.fetch, decisions: sink, onFault }
  const anchorConfig = trustAnchorConfig.parse({ entityId: anchorId, organization })
  const member = entryOf({ entityId: providerId, signer: federationSigner }, ['federation_entity', 'wallet_provider'])
  const stored = await anchorStores(anchorConfig, [member])
  network.connect(anchorId, createTrustAnchor({ ...parts, ...stored, config: anchorConfig, signer: anchorSigner }).app)
  const provider = createWalletProvider({
    ...parts,
    config: walletProviderConfig.parse({
      entityId: providerId,
      environment: 'test',
      organization,
      authorityHints: [anchorId],
    }),
    anchors: new Map([[anchorId, [anchorSigner.publicJwk]]]),
    federationSigner,
    attestationSigner,
    challengeKeys: [{ id: 1, secret: random.bytes(32) }],
    deviceIntegrity: devices.provider({ apple }),
    stores,
  })
  network.connect(providerId, provider.app)
  const send = (path: string, init: RequestInit = {}) => network.fetch(new Request(`${providerId}${path}`, init))
  return { send, sink, stores, faults }
}

type Bench = Awaited<ReturnType<typeof open>>

const challengeOf = async ({ send }: Bench): Promise<string> =>
  ((await (await send('/nonce')).json()) as { nonce: string }).nonce

async function register(bench: Bench, device: AppleDevice, knobs: AppleKeyAttestationKnobs = {}, tag?: string) {
  const challenge = await challengeOf(bench)
  const key_attestation = await device.keyAttestation(challenge, knobs)
  const body = JSON.stringify({ challenge, key_attestation, hardware_key_tag: tag ?? device.hardwareKeyTag })
  return bench.send('/wallet-instance', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
}

async function registered(bench: Bench): Promise<AppleDevice> {
  const device = await vendor.createAppleDevice()
  const response = await register(bench, device)
  assert.equal(response.status, 204, await response.text())
  return device
}

type MakeEvidence = (clientData: string) => Promise<Assertion>

/** A request with this evidence, signed and not yet sent. */
async function requestOf(bench: Bench, device: AppleDevice, evidence: MakeEvidence): Promise<string> {
  const ephemeral = await generateSigner({ crypto })
  const challenge = await challengeOf(bench)
  const thumbprint = jwkThumbprint({ crypto }, ephemeral.publicJwk)
  const { kty, crv, x, y } = ephemeral.publicJwk
  return signJwt(
    ephemeral,
    { kid: thumbprint, typ: 'war+jwt' },
    {
      iss: `${providerId}/instance/${thumbprint}`,
      aud: providerId,
      challenge,
      hardware_key_tag: device.hardwareKeyTag,
      ...(await evidence(serialiseClientData({ challenge, jwk_thumbprint: thumbprint }))),
      cnf: { jwk: { kty, crv, x, y } },
      iat: clock.now(),
      exp: clock.now() + 300,
    },
  )
}

const sendRequest = ({ send }: Bench, assertion: string): Promise<Response> =>
  send('/token', {
    method: 'POST',
    body: encodeParameters({ grant_type: grantTypeJwtBearer, assertion }),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const attest = async (bench: Bench, device: AppleDevice, knobs: AppleAssertionKnobs = {}): Promise<Response> =>
  sendRequest(bench, await requestOf(bench, device, (clientData) => device.assertion(clientData, knobs)))

/** What was answered, and by which rule. */
async function refusalOf({ sink, faults }: Bench, response: Response) {
  const { error, error_description } = (await response.json()) as Record<string, string>
  const { requirement, code } = sink.lastRefusal()?.checks.at(-1) ?? {}
  assert.match(error_description ?? '', new RegExp(` \\[${requirement}\\] `))
  assert.deepEqual(faults, [])
  return `${requirement} ${code} ${response.status} ${error}`
}

test('WP-47, WP-48, WP-49, WP-50, WP-60 an iPhone is registered and attested, split and whole', async () => {
  const bench = await open()
  const device = await registered(bench)
  const instance = await bench.stores.walletInstances.find(device.hardwareKeyTag)
  assert.deepEqual(instance?.hardwareKey, device.publicJwk)
  assert.deepEqual(instance?.device, { platform: 'apple', application: vendor.appleApp.appId })
  assert.equal(instance?.counter, 0)
  assert.ok(instance?.receipt)
  for (const [index, form] of (['split', 'whole', 'split'] as const).entries()) {
    const response = await attest(bench, device, { form })
    assert.equal(response.status, 200, form)
    assert.equal(response.headers.get('content-type'), 'application/jwt')
    const { status, counter } = (await bench.stores.walletInstances.find(device.hardwareKeyTag)) ?? {}
    assert.deepEqual([status, counter], ['operational', index + 1])
  }
})

test('WP-61 of requests racing with one counter one is served', async () => {
  const bench = await open()
  const device = await registered(bench)
  const requests: string[] = []
  for (let count = 0; count < 6; count += 1)
    requests.push(await requestOf(bench, device, (text) => device.assertion(text, { counter: 3 })))
  const statuses = (await Promise.all(requests.map((request) => sendRequest(bench, request)))).map(
    ({ status }) => status,
  )
  assert.deepEqual(statuses.toSorted(), [200, 403, 403, 403, 403, 403])
  assert.equal((await bench.stores.walletInstances.find(device.hardwareKeyTag))?.counter, 3)
})

const bench = await open()

/** Requirement and answer of each attestation fault; the codes stand in the verifier's own table. */
const malformed = '400 bad_request'
const forged = '403 invalid_request'
const registrationFaults = {
  duplicate_key: `WP-51 app_attest_object_undecodable ${malformed}`,
  indefinite_length: `WP-51 app_attest_object_undecodable ${malformed}`,
  trailing_bytes: `WP-51 app_attest_object_undecodable ${malformed}`,
  overstated_receipt: `WP-51 app_attest_object_undecodable ${malformed}`,
  other_format: `WP-47 app_attest_format_mismatch ${forged}`,
  no_statement: `WP-38 app_attest_object_malformed ${malformed}`,
  no_certificates: `WP-38 app_attest_object_malformed ${malformed}`,
  no_receipt: `WP-38 app_attest_object_malformed ${malformed}`,
  no_authenticator_data: `WP-38 app_attest_object_malformed ${malformed}`,
  one_certificate: `WP-47 app_attest_certificate_count_mismatch ${forged}`,
  three_certificates: `WP-47 app_attest_certificate_count_mismatch ${forged}`,
  unreadable_leaf: `WP-38 certificate_malformed ${malformed}`,
  expired_leaf: `WP-47 app_attest_certificate_expired ${forged}`,
  future_leaf: `WP-47 app_attest_certificate_not_yet_valid ${forged}`,
  expired_intermediate: `WP-47 app_attest_certificate_expired ${forged}`,
  future_intermediate: `WP-47 app_attest_certificate_not_yet_valid ${forged}`,
  intermediate_without_authority: `WP-47 app_attest_intermediate_not_authority ${forged}`,
  misnamed_issuer: `WP-47 app_attest_chain_name_mismatch ${forged}`,
  foreign_root: `WP-47 app_attest_root_not_pinned ${forged}`,
  broken_leaf_signature: `WP-47 app_attest_chain_signature_invalid ${forged}`,
  broken_intermediate_signature: `WP-47 app_attest_root_not_pinned ${forged}`,
  no_nonce: `WP-48 app_attest_nonce_missing ${forged}`,
  second_nonce: `WP-48 app_attest_nonce_repeated ${forged}`,
  truncated_nonce: `WP-48 app_attest_nonce_malformed ${forged}`,
  surplus_after_nonce: `WP-48 app_attest_nonce_malformed ${forged}`,
  untagged_nonce: `WP-48 app_attest_nonce_malformed ${forged}`,
  wrong_challenge: `WP-48 app_attest_nonce_mismatch ${forged}`,
  altered_authenticator_data: `WP-48 app_attest_nonce_mismatch ${forged}`,
  no_attested_flag: `WP-49 app_attest_credential_data_missing ${forged}`,
  cut_off_credential: `WP-51 app_attest_authenticator_data_malformed ${forged}`,
  malformed_cose_key: `WP-51 app_attest_credential_key_malformed ${forged}`,
  surplus_after_key: `WP-51 app_attest_authenticator_data_malformed ${forged}`,
  surplus_after_extensions: `WP-51 app_attest_authenticator_data_malformed ${forged}`,
  extensions_cut_off: `WP-51 app_attest_authenticator_data_malformed ${forged}`,
  other_curve: `WP-49 app_attest_key_unusable ${forged}`,
  key_of_another: `WP-49 app_attest_key_id_mismatch ${forged}`,
  credential_of_another: `WP-49 app_attest_credential_id_mismatch ${forged}`,
  cose_key_of_another: `WP-49 app_attest_public_key_mismatch ${forged}`,
  counter_not_zero: `WP-50 app_attest_counter_not_zero ${forged}`,
  development_key: `WP-50 app_attest_environment_mismatch ${forged}`,
  other_app: 'WP-50 app_attest_application_foreign 403 integrity_check_error',
} as const satisfies { readonly [name in keyof typeof appleKeyAttestationFaults]: string }

for (const [name, expected] of Object.entries(registrationFaults)) {
  test(`${expected.slice(0, 5)} refuses the registration of an iPhone with ${name.replaceAll('_', ' ')}`, async () => {
    const device = await vendor.createAppleDevice()
    const response = await register(bench, device, appleKeyAttestationFaults[name as keyof typeof registrationFaults])
    assert.equal(await refusalOf(bench, response), expected)
    assert.equal(await bench.stores.walletInstances.find(device.hardwareKeyTag), undefined)
  })
}

test("WP-49 refuses another key's tag, and takes the right one in any spelling, once", async () => {
  const device = await vendor.createAppleDevice()
  const other = await vendor.createAppleDevice()
  const foreign = await register(bench, device, {}, other.hardwareKeyTag)
  assert.equal(await refusalOf(bench, foreign), `WP-49 app_attest_key_id_mismatch ${forged}`)
  const padded = Buffer.from(device.hardwareKeyTag, 'base64url').toString('base64')
  assert.equal((await register(bench, device, {}, padded)).status, 204)
  const again = await register(bench, device)
  assert.equal(await refusalOf(bench, again), `WP-13 hardware_key_known ${forged}`)
})

for (const [name, knobs] of Object.entries(appleKeyAttestationOddities))
  test(`DIS-11 an iPhone with iOS 27 registers and gets its attestation: ${name.replaceAll('_', ' ')}`, async () => {
    const device = await vendor.createAppleDevice()
    assert.equal((await register(bench, device, knobs)).status, 204)
    for (const form of ['split', 'whole'] as const)
      assert.equal((await attest(bench, device, { ...knobs, form })).status, 200)
  })

const assertionFaults = {
  signed_by_another_key: [`WP-60 app_attest_signature_invalid ${forged}`, 'registered'],
  other_app: [`WP-60 app_attest_assertion_application_mismatch ${forged}`, 'revoked'],
  surplus_bytes: [`WP-60 app_attest_assertion_malformed ${malformed}`, 'registered'],
  surplus_after_extensions: [`WP-60 app_attest_assertion_malformed ${malformed}`, 'registered'],
  extensions_cut_off: [`WP-60 app_attest_assertion_malformed ${malformed}`, 'registered'],
  duplicate_key: [`WP-51 app_attest_assertion_undecodable ${malformed}`, 'registered'],
  indefinite_length: [`WP-51 app_attest_assertion_undecodable ${malformed}`, 'registered'],
  trailing_bytes: [`WP-51 app_attest_assertion_undecodable ${malformed}`, 'registered'],
  no_signature_inside: [`WP-60 app_attest_assertion_malformed ${malformed}`, 'registered'],
  no_authenticator_data_inside: [`WP-60 app_attest_assertion_malformed ${malformed}`, 'registered'],
  two_signatures: [`WP-60 app_attest_signature_mismatch ${forged}`, 'registered'],
} as const satisfies { readonly [name in keyof typeof appleAssertionFaults]: readonly [string, string] }

for (const [name, [expected, status]] of Object.entries(assertionFaults)) {
  test(`${expected.slice(0, 5)} refuses an attestation request of an iPhone with ${name.replaceAll('_', ' ')}`, async () => {
    const device = await registered(bench)
    const response = await attest(bench, device, appleAssertionFaults[name as keyof typeof assertionFaults])
    assert.equal(await refusalOf(bench, response), expected)
    assert.equal((await bench.stores.walletInstances.find(device.hardwareKeyTag))?.status, status)
  })
}

test('WP-61 refuses an equal and a lower counter, revokes nothing, and goes on with a higher one', async () => {
  const device = await registered(bench)
  const stale = `WP-61 counter_not_above ${forged}`
  assert.equal(await refusalOf(bench, await attest(bench, device, { counter: 0 })), stale)
  assert.equal((await attest(bench, device, { counterStep: 5 })).status, 200)
  for (const knobs of Object.values(appleCounterFaults))
    assert.equal(await refusalOf(bench, await attest(bench, device, knobs)), stale)
  const { status, counter } = (await bench.stores.walletInstances.find(device.hardwareKeyTag)) ?? {}
  assert.equal(status, 'operational')
  assert.equal((await attest(bench, device, { counter: (counter ?? 0) + 1 })).status, 200)
})

test('WP-61 refuses a replayed assertion: its request for the challenge, its evidence for the client data', async () => {
  const device = await registered(bench)
  let kept: Assertion | undefined
  const request = await requestOf(bench, device, async (clientData) => {
    kept = await device.assertion(clientData)
    return kept
  })
  assert.equal((await sendRequest(bench, request)).status, 200)
  const replayed = await sendRequest(bench, request)
  assert.equal(replayed.status, 403)
  assert.match(await refusalOf(bench, replayed), /^WP-(02|19) challenge_used 403 invalid_request$/)
  const evidence = kept
  assert.ok(evidence)
  const moved = await sendRequest(bench, await requestOf(bench, device, async () => evidence))
  assert.equal(await refusalOf(bench, moved), `WP-60 app_attest_signature_invalid ${forged}`)
})

test('WP-61 a refused counter leaves the challenge unspent and the stored counter as it was', async () => {
  const device = await registered(bench)
  assert.equal((await attest(bench, device, { counter: 9 })).status, 200)
  const late = await requestOf(bench, device, (clientData) => device.assertion(clientData, { counter: 8 }))
  for (let count = 0; count < 2; count += 1)
    assert.equal(await refusalOf(bench, await sendRequest(bench, late)), `WP-61 counter_not_above ${forged}`)
  assert.equal((await bench.stores.walletInstances.find(device.hardwareKeyTag))?.counter, 9)
})

test('WP-65 refuses the evidence of an Android device and of another iPhone', async () => {
  const device = await registered(bench)
  const android = await vendor.createDevice()
  const other = await registered(bench)
  const ofAndroid = await requestOf(bench, device, (clientData) => android.assertion(clientData))
  assert.equal(await refusalOf(bench, await sendRequest(bench, ofAndroid)), `WP-65 platform_mismatch ${forged}`)
  const ofOther = await requestOf(bench, device, (clientData) => other.assertion(clientData))
  assert.equal(
    await refusalOf(bench, await sendRequest(bench, ofOther)),
    `WP-60 app_attest_signature_invalid ${forged}`,
  )
})

test('WP-32 refuses an instance whose app is no longer configured, and does not revoke it', async () => {
  const stores = openSqliteStores('wallet-provider', ':memory:').stores
  const device = await registered(await open(stores))
  const later = await open(stores, { policy: { appIds: ['SANDBOX000.org.example.other'] } })
  const response = await attest(later, device)
  assert.equal(await refusalOf(later, response), 'WP-32 app_attest_application_foreign 403 integrity_check_error')
  assert.equal((await stores.walletInstances.find(device.hardwareKeyTag))?.status, 'registered')
})
