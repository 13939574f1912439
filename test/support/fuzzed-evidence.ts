/**
 * Faulty evidence for the Wallet Provider, which must answer any input (GEN-23): registrations and attestation requests
 * of both platforms with seeded faults in DER, CBOR, JWS and JWE, before and after signing, through its endpoints.
 */
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../src/base/index.ts'
import { type EvidenceCode, evidenceClass, evidenceCodes } from '../../src/device-integrity/index.ts'
import { signJwt } from '../../src/jose/index.ts'
import type { AppleDevice, SoftwareDevice } from '../../src/software-device/index.ts'
import { decodeJwt } from './forge-jwt.ts'
import { mutateBytes, mutateJson, mutateText } from './mutate.ts'
import { type Chance, seededChance } from './seeded-chance.ts'
import {
  createWalletProviderBench,
  formType,
  jsonType,
  type RegistrationChanges,
  type WalletProviderBench,
} from './wallet-provider-bench.ts'
import { assertErrorBody } from './wire-refusal.ts'

type Device = SoftwareDevice | AppleDevice
type Platform = Device['platform']

interface FuzzFigures {
  readonly refused: number
  /** Number of accepted requests. Their faults have no meaning: white space, or a receipt that no verifier reads. */
  readonly accepted: number
  /** Distinct rules that refused. */
  readonly rules: ReadonlySet<string>
  readonly codes: ReadonlySet<string>
  /** Milliseconds of the slowest case. */
  readonly slowest: number
}

interface Case {
  readonly platform: Platform
  readonly name: string
  /** Sends the request. */
  readonly run: (device: Device) => Promise<Response>
}

/** Runs the cases. The same seed makes the same faults; the keys are fresh. */
export async function fuzzEvidence(cases: number, seed: string): Promise<FuzzFigures> {
  const config = { maxRevocationsPerMinute: 1_000_000 }
  const bench = await createWalletProviderBench({ config, device: { apple: {} } })
  const chance = seededChance(seed)
  const make = async (platform: Platform): Promise<Device> =>
    platform === 'android' ? bench.vendor.createDevice() : bench.vendor.createAppleDevice()
  const register = async (platform: Platform): Promise<Device> => {
    const device = await make(platform)
    assert.equal((await bench.register(device as SoftwareDevice)).status, 204)
    return device
  }
  const bystanders = [await register('android'), await register('apple')]
  const attesting = { android: await register('android'), apple: await register('apple') }
  const registering = { android: await make('android'), apple: await make('apple') }
  const kinds = casesOf(bench, chance)
  const figures = { refused: 0, accepted: 0, rules: new Set<string>(), codes: new Set<string>(), slowest: 0 }

  for (let number = 0; number < cases; number += 1) {
    const one = kinds[number % kinds.length] as Case
    const isRegistration = one.name.startsWith('registration')
    const devices = isRegistration ? registering : attesting
    const device = devices[one.platform]
    const began = performance.now()
    const response = await one.run(device)
    figures.slowest = Math.max(figures.slowest, performance.now() - began)
    const place = `${seed} ${number} ${one.platform} ${one.name}`
    assert.deepEqual(bench.faults, [], place)
    if (response.status < 300) figures.accepted += 1
    else {
      figures.refused += 1
      const { requirement = '', code = '' } = await refusalOf(bench, response, place)
      figures.rules.add(requirement)
      figures.codes.add(code)
    }
    const known = await bench.stores.walletInstances.search({ limit: Number.MAX_SAFE_INTEGER })
    if (isRegistration) {
      const added = known.filter(({ hardwareKey }) => isDeepStrictEqual(hardwareKey, device.publicJwk)).length
      assert.equal(added, response.status < 300 ? 1 : 0, place)
      if (added > 0) devices[one.platform] = (await make(one.platform)) as never
    } else if (known.find(({ hardwareKeyTag }) => hardwareKeyTag === device.hardwareKeyTag)?.status === 'revoked') {
      assert.ok(isRevokingVerdict(bench.sink.lastRefusal()?.checks.at(-1)?.code), place)
      devices[one.platform] = (await register(one.platform)) as never
    }
    bench.sink.decisions.length = 0
    bench.network.exchanges.length = 0
  }
  for (const device of bystanders) assert.equal((await bench.attest(device as SoftwareDevice)).status, 200)
  return figures
}

/** True for a code of forged or negative evidence. Other refused evidence must not revoke the instance (WP-29). */
const isRevokingVerdict = (code: string | undefined): boolean =>
  code !== undefined &&
  (evidenceCodes as readonly string[]).includes(code) &&
  ['forged', 'denied'].includes(evidenceClass(code as EvidenceCode))

async function refusalOf(bench: WalletProviderBench, response: Response, place: string) {
  assert.ok(response.status >= 400 && response.status < 500, `${place}: ${response.status}`)
  const body = (await response.json()) as Record<string, unknown>
  assertErrorBody(response, body)
  assert.deepEqual(Object.keys(body).toSorted(), ['error', 'error_description'], place)
  const refusal = bench.sink.lastRefusal()?.checks.at(-1)
  assert.ok(refusal?.requirement && refusal.code, place)
  assert.ok(String(body.error_description).includes(`) [${refusal.requirement}] `), place)
  return refusal
}

function casesOf(bench: WalletProviderBench, chance: Chance): readonly Case[] {
  const alter = (bytes: Uint8Array): Uint8Array => mutateBytes(chance, bytes)
  const altered64 = (text: string): string => Buffer.from(alter(Buffer.from(text, 'base64'))).toString('base64')
  const registering = async (device: Device, changes: RegistrationChanges, change: (evidence: string) => string) => {
    const body = await bench.registrationBody(device as SoftwareDevice, changes)
    const key_attestation = change(body.key_attestation)
    return bench.post('/wallet-instance', jsonType, JSON.stringify({ ...body, key_attestation }))
  }
  const inCertificate = (evidence: string): string => {
    const certificates = Buffer.from(evidence, 'base64').toString('utf8').split(',')
    const at = chance.below(certificates.length)
    return Buffer.from(certificates.map((one, index) => (index === at ? altered64(one) : one)).join(',')).toString(
      'base64',
    )
  }
  const requesting = async (device: Device, change: (payload: JsonObject) => JsonObject, knobs = {}) => {
    const { assertion, ephemeralKey } = await bench.attestationRequest(device as SoftwareDevice, { knobs })
    const { header, payload } = decodeJwt(assertion)
    return bench.sendAssertion(await signJwt(ephemeralKey, header as { typ: string }, change(payload as JsonObject)))
  }
  const inMember =
    (name: string, change: (text: string) => string) =>
    (payload: JsonObject): JsonObject => ({
      ...payload,
      [name]: change(String(payload[name])),
    })
  const same = (evidence: string): string => evidence
  const asText = (text: string): string => mutateText(chance, text)
  const both = (name: string, run: Case['run']): readonly Case[] =>
    (['android', 'apple'] as const).map((platform) => ({ platform, name, run }))
  const android = (name: string, run: Case['run']): Case => ({ platform: 'android', name, run })
  const apple = (name: string, run: Case['run']): Case => ({ platform: 'apple', name, run })
  const appleKnobs = { alteredAuthenticatorData: alter } as RegistrationChanges['knobs']
  return [
    android('registration, DER', (device) => registering(device, {}, inCertificate)),
    apple('registration, CBOR', (device) => registering(device, {}, altered64)),
    android('registration, signed record', (device) => registering(device, { knobs: { alteredRecord: alter } }, same)),
    apple('registration, signed data', (device) =>
      registering(device, { ...(appleKnobs && { knobs: appleKnobs }) }, same),
    ),
    ...both('registration, text', (device) => registering(device, {}, asText)),
    ...both('registration, JSON', async (device) => {
      const body = await bench.registrationBody(device as SoftwareDevice)
      return bench.post('/wallet-instance', jsonType, JSON.stringify(mutateJson(chance, body)))
    }),
    ...both('request, signature in DER', (device) => requesting(device, inMember('hardware_signature', altered64))),
    ...both('request, assertion as bytes', (device) => requesting(device, inMember('integrity_assertion', altered64))),
    ...both('request, assertion as text', (device) => requesting(device, inMember('integrity_assertion', asText))),
    apple('request, whole CBOR', (device) =>
      requesting(device, inMember('integrity_assertion', altered64), { form: 'whole' }),
    ),
    android('request, signed verdict', (device) =>
      requesting(device, (payload) => payload, {
        play: { alteredPayload: (payload: JsonObject) => mutateJson(chance, payload) },
      }),
    ),
    ...both('request, claims', (device) => requesting(device, (payload) => mutateJson(chance, payload))),
    ...both('request, header', async (device) => {
      const { assertion, ephemeralKey } = await bench.attestationRequest(device as SoftwareDevice)
      const { header, payload } = decodeJwt(assertion)
      const { alg: _, ...rest } = mutateJson(chance, header as JsonObject)
      return bench.sendAssertion(await signJwt(ephemeralKey, rest as { typ: string }, payload))
    }),
    ...both('request, JWS', async (device) => {
      const { assertion } = await bench.attestationRequest(device as SoftwareDevice)
      return bench.post(
        '/token',
        formType,
        `grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=${encodeURIComponent(mutateText(chance, assertion))}`,
      )
    }),
  ]
}
