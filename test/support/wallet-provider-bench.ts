/**
 * A federation in memory with an anchor and a Wallet Provider, and devices of the software vendor. Sends valid
 * registrations and attestation requests, in which a test may change one thing.
 */
import type { Crypto } from '../../src/base/index.ts'
import { encodeParameters } from '../../src/http/index.ts'
import { generateSigner, jwkThumbprint, type Signer, signJwt, withKeyCache } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { grantTypeJwtBearer } from '../../src/oauth/index.ts'
import type {
  AppleAssertionKnobs,
  AppleKeyAttestationKnobs,
  Assertion,
  AssertionKnobs,
  KeyAttestationKnobs,
  SoftwareDevice,
} from '../../src/software-device/index.ts'
import { openSqliteStores } from '../../src/stores/sqlite/open-stores.ts'
import { createTrustAnchor, trustAnchorConfig } from '../../src/trust-anchor/index.ts'
import { serialiseClientData } from '../../src/wallet-attestation/index.ts'
import {
  createWalletProvider,
  type WalletProviderContext,
  type WalletProviderStores,
  walletProviderConfig,
} from '../../src/wallet-provider/index.ts'
import { countingCrypto } from './crypto-counter.ts'
import { recordingSink } from './decisions.ts'
import { createDeviceBench, type DeviceBench, type ProviderChanges } from './device-integrity.ts'
import { organization } from './federation.ts'
import { anchorStores, entryOf } from './federation-authority.ts'
import { createNetwork } from './network.ts'
import { seededRandom } from './seeded-random.ts'
import { assertRefusal, type ExpectedRefusal } from './wire-refusal.ts'

export const anchorId = 'https://anchor.example'
export const walletProviderId = 'https://wallet-provider.example'
export const formType = 'application/x-www-form-urlencoded'
export const jsonType = 'application/json'

/** The wallet's own cryptography. It is not counted as the provider's. */
export const walletSide = { crypto: withKeyCache(createNodeCrypto()) }

export interface BenchOptions {
  /** Replaces members of the configuration. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Requirements of the provider for devices. */
  readonly device?: ProviderChanges
  readonly stores?: WalletProviderStores
  /** Replaces members of the role's context. */
  readonly context?: Partial<WalletProviderContext>
  /** Replaces functions below the counter. */
  readonly crypto?: Partial<Crypto>
  /** The vendor, its devices and the clock, if several providers share them. */
  readonly devices?: DeviceBench
}

/** A simulated phone of either platform. */
interface Phone {
  readonly hardwareKeyTag: string
  keyAttestation(challenge: string, knobs?: KeyAttestationKnobs | AppleKeyAttestationKnobs): Promise<string>
  assertion(clientData: string, knobs?: AssertionKnobs | AppleAssertionKnobs): Promise<Assertion>
}

/** Changes of an attestation request. A member with the value `undefined` is omitted. */
export interface RequestChanges {
  /** Makes the request of IT-Wallet 1.0, for its endpoint. */
  readonly itWallet1?: boolean
  readonly challenge?: string
  readonly header?: Readonly<Record<string, unknown>>
  readonly payload?: Readonly<Record<string, unknown>>
  readonly knobs?: AssertionKnobs | AppleAssertionKnobs
  readonly ephemeralKey?: Signer
  /** The signer of the request. Defaults to the ephemeral key. */
  readonly signer?: Signer
  /** The device whose hardware key and vendor sign the evidence. Defaults to the device of the request. */
  readonly evidenceOf?: Phone
  /** The client data of the evidence. Defaults to the valid one. */
  readonly clientData?: string
}

interface MadeRequest {
  readonly assertion: string
  readonly ephemeralKey: Signer
  readonly challenge: string
}

export interface RegistrationChanges {
  readonly challenge?: string
  /** The path of the endpoint. Defaults to `/wallet-instance`. */
  readonly path?: string
  readonly knobs?: KeyAttestationKnobs | AppleKeyAttestationKnobs
  /** Replaces members of the body. */
  readonly body?: Readonly<Record<string, unknown>>
}

export type WalletProviderBench = Awaited<ReturnType<typeof createWalletProviderBench>>

export async function createWalletProviderBench(options: BenchOptions = {}) {
  const devices = options.devices ?? (await createDeviceBench())
  const { clock, vendor } = devices
  const counter = countingCrypto({ ...createNodeCrypto(), ...options.crypto })
  const crypto = withKeyCache(counter.crypto)
  const network = createNetwork()
  const sink = recordingSink()
  const faults: unknown[] = []
  const parts = {
    clock,
    crypto,
    fetch: network.fetch,
    decisions: sink,
    onFault: (fault: unknown) => faults.push(fault),
  }
  const random = seededRandom('wallet-provider')
  const [anchorSigner, federationSigner, attestationSigner] = await Promise.all(
    Array.from({ length: 3 }, () => generateSigner({ crypto })),
  )
  if (!anchorSigner || !federationSigner || !attestationSigner) throw new TypeError('no signers')

  const anchorConfig = trustAnchorConfig.parse({ entityId: anchorId, organization })
  const member = entryOf({ entityId: walletProviderId, signer: federationSigner }, [
    'federation_entity',
    'wallet_provider',
  ])
  const stored = await anchorStores(anchorConfig, [member])
  const anchor = createTrustAnchor({ ...parts, ...stored, random, config: anchorConfig, signer: anchorSigner })
  network.connect(anchorId, anchor.app)

  const stores = options.stores ?? openSqliteStores('wallet-provider', ':memory:').stores
  const anchors = new Map([[anchorId, [anchorSigner.publicJwk]]])
  const context: WalletProviderContext = {
    ...parts,
    random,
    config: walletProviderConfig.parse({
      entityId: walletProviderId,
      environment: 'test',
      organization,
      authorityHints: [anchorId],
      ...options.config,
    }),
    anchors,
    federationSigner,
    attestationSigner,
    challengeKeys: [{ id: 1, secret: random.bytes(32) }],
    deviceIntegrity: devices.provider({ crypto, ...options.device }),
    stores,
    ...options.context,
  }
  const provider = createWalletProvider(context)
  network.connect(walletProviderId, provider.app)

  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    network.fetch(new Request(`${walletProviderId}${path}`, init))
  const post = (path: string, contentType: string | undefined, body: BodyInit): Promise<Response> =>
    send(path, { method: 'POST', body, headers: contentType === undefined ? {} : { 'content-type': contentType } })

  const challenge = async (): Promise<string> => ((await (await send('/nonce')).json()) as { nonce: string }).nonce

  const registrationBody = async (device: Phone, changes: RegistrationChanges = {}) => {
    const asked = changes.challenge ?? (await challenge())
    return {
      challenge: asked,
      key_attestation: await device.keyAttestation(asked, changes.knobs),
      hardware_key_tag: device.hardwareKeyTag,
      ...changes.body,
    }
  }
  const register = async (device: Phone, changes: RegistrationChanges = {}): Promise<Response> =>
    post(changes.path ?? '/wallet-instance', jsonType, JSON.stringify(await registrationBody(device, changes)))

  /** Returns a device whose instance is registered. */
  const registered = async (): Promise<SoftwareDevice> => {
    const device = await vendor.createDevice()
    const response = await register(device)
    if (response.status !== 204) throw new TypeError(`not registered: ${await response.text()}`)
    return device
  }

  const attestationRequest = async (device: Phone, changes: RequestChanges = {}): Promise<MadeRequest> => {
    const ephemeralKey = changes.ephemeralKey ?? (await generateSigner(walletSide))
    const asked = changes.challenge ?? (await challenge())
    const thumbprint = jwkThumbprint(walletSide, ephemeralKey.publicJwk)
    const clientData = changes.clientData ?? serialiseClientData({ challenge: asked, jwk_thumbprint: thumbprint })
    const evidence = await (changes.evidenceOf ?? device).assertion(clientData, changes.knobs)
    const { kty, crv, x, y } = ephemeralKey.publicJwk
    const { itWallet1 = false } = changes
    const header = { kid: thumbprint, typ: itWallet1 ? 'wp-war+jwt' : 'war+jwt', ...changes.header }
    const payload = {
      iss: itWallet1 ? thumbprint : `${walletProviderId}/instance/${thumbprint}`,
      aud: walletProviderId,
      [itWallet1 ? 'nonce' : 'challenge']: asked,
      hardware_key_tag: device.hardwareKeyTag,
      ...evidence,
      cnf: { jwk: { kty, crv, x, y } },
      iat: clock.now(),
      exp: clock.now() + 300,
      ...changes.payload,
    }
    const assertion = await signJwt(changes.signer ?? ephemeralKey, header as { typ: string }, payload)
    return { assertion, ephemeralKey, challenge: asked }
  }
  const sendAssertion = (assertion: string, form: Readonly<Record<string, string | undefined>> = {}) =>
    post('/token', formType, encodeParameters({ grant_type: grantTypeJwtBearer, assertion, ...form }))
  const sendItWallet1 = (assertion: string) => post('/wallet-attestations', jsonType, JSON.stringify({ assertion }))
  const attest = async (device: Phone, changes: RequestChanges = {}): Promise<Response> => {
    const { assertion } = await attestationRequest(device, changes)
    return changes.itWallet1 ? sendItWallet1(assertion) : sendAssertion(assertion)
  }

  /** Asserts that the provider answers with this refusal. Returns its body. */
  const refuses = async (answer: Response | Promise<Response>, refusal: ExpectedRefusal | string) =>
    assertRefusal(await answer, sink, refusal)

  return {
    ...{
      clock,
      vendor,
      devices,
      network,
      sink,
      faults,
      counter,
      anchor,
      anchors,
      subordinates: stored.subordinates,
      stores,
      context,
      provider,
    },
    ...{ federationSigner, attestationSigner },
    ...{
      send,
      post,
      challenge,
      registrationBody,
      register,
      registered,
      attestationRequest,
      sendAssertion,
      sendItWallet1,
      attest,
      refuses,
    },
  }
}
