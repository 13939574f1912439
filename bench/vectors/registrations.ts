/** Registrations of new devices at a Wallet Provider. Each is accepted once. */
import { bodyOf } from '../client/connection.ts'
import { jsonType, requestBytes } from '../client/http-request.ts'
import { collect } from '../measure.ts'
import { hostOf, origins } from '../service/origins.ts'
import type { Vendor } from './wallets.ts'

const host = hostOf(origins.walletProvider)

/** Status of the answer to a registration that was accepted. */
export const registered = 204

/** Returns `count` registrations for the provider at this port. Each is forwarded for another client address. */
export async function createRegistrations(vendor: Vendor, port: number, count: number): Promise<Buffer[]> {
  const nonces = Array.from({ length: count }, (_, index) =>
    requestBytes({ method: 'GET', target: '/nonce', host, headers: { 'x-forwarded-for': addressOf(index) } }),
  )
  const requests: Buffer[] = []
  for (const [index, answer] of (await collect(port, 'challenges', nonces, 200)).entries()) {
    const challenge = String((JSON.parse(bodyOf(answer)) as { readonly nonce: string }).nonce)
    const device = await vendor.createDevice()
    const key_attestation = await device.keyAttestation(challenge)
    const body = JSON.stringify({ challenge, key_attestation, hardware_key_tag: device.hardwareKeyTag })
    const headers = { 'x-forwarded-for': addressOf(index), 'content-type': jsonType }
    requests.push(requestBytes({ method: 'POST', target: '/wallet-instance', host, headers, body }))
  }
  return requests
}

/** Returns one of 65,536 client addresses. */
const addressOf = (index: number): string => `10.9.${(index >> 8) & 255}.${index & 255}`
