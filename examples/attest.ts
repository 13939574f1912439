/**
 * Registers a simulated phone at the Wallet Provider and gets a Wallet Attestation, with `fetch`, and the package for
 * signatures. A real app gets both pieces of evidence from the phone's operating system; here the sandbox creates them.
 *
 *     node attest.ts
 */
import { generateSigner } from 'fiducia/jose'
import { createNodeCrypto } from 'fiducia/node'
import { joinSandbox } from 'fiducia/sandbox'
import { createWalletAttestationRequest, serialiseClientData } from 'fiducia/wallet-attestation'

await using sandbox = await joinSandbox()
const { console: devices, wallet_provider: walletProvider } = sandbox.state

async function post<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (response.status === 204 ? undefined : await response.json()) as T
}

async function newChallenge(): Promise<string> {
  const { nonce } = (await (await fetch(`${walletProvider}/nonce`)).json()) as { nonce: string }
  return nonce
}

// First start: the phone creates a hardware key for the provider's challenge and attests it.
const challenge = await newChallenge()
const phone = await post<{ id: string; hardware_key_tag: string }>(`${devices}/devices`, { platform: 'android' })
const phoneUrl = `${devices}/devices/${phone.id}`
const evidence = await post<{ key_attestation: string }>(`${phoneUrl}/key-attestation`, { challenge })

// The Wallet Provider verifies the Key Attestation and stores the hardware key.
await post(`${walletProvider}/wallet-instance`, { challenge, hardware_key_tag: phone.hardware_key_tag, ...evidence })
console.log(`registered ${phone.hardware_key_tag}`)

// A new key, an assertion of the phone about its thumbprint, and the request, signed with the key.
const crypto = createNodeCrypto()
const ephemeralKey = await generateSigner({ crypto }, 'ES256')
const attestationChallenge = await newChallenge()
const client_data = serialiseClientData({ challenge: attestationChallenge, jwk_thumbprint: ephemeralKey.kid })
const assertion = await post<{ hardware_signature: string; integrity_assertion: string }>(`${phoneUrl}/assertion`, {
  client_data,
})
const request = await createWalletAttestationRequest({ crypto }, ephemeralKey, {
  walletProvider,
  challenge: attestationChallenge,
  hardware_key_tag: phone.hardware_key_tag,
  ...assertion,
  capabilities: {
    authorization_endpoint: 'https://wallet.example/authorization',
    response_types_supported: ['vp_token'],
    response_modes_supported: ['direct_post.jwt'],
    vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
    request_object_signing_alg_values_supported: ['ES256'],
  },
  now: Math.floor(Date.now() / 1000),
  lifetimeSeconds: 300,
})
const answer = await fetch(`${walletProvider}/token`, {
  method: 'POST',
  body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: request }),
})
const attestation = await answer.text()
if (!answer.ok) throw new Error(attestation)
console.log('Wallet Attestation:', JSON.parse(Buffer.from(attestation.split('.')[1] ?? '', 'base64url').toString()))
