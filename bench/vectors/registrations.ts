/** Registrations of new devices at a Wallet Provider. Each is accepted once. */
import { setTimeout } from 'node:timers/promises'
import { runClosedLoop } from '../client/closed-loop.ts'
import { bodyOf } from '../client/connection.ts'
import { jsonType, requestBytes } from '../client/http-request.ts'
import { requireExpected } from '../measure.ts'
import { hostOf, origins } from '../service/origins.ts'
import type { Vendor } from './wallets.ts'

const host = hostOf(origins.walletProvider)

/** Status of the answer to a registration that was accepted. */
export const registered = 204

/** Status of a refusal of an overloaded service. The request is sent again. */
const overloaded = 503
/** Maximum attempts to get the challenges, one a second. */
const attempts = 5

/** Returns `count` registrations for the provider at this port. Each is forwarded for another client address. */
export async function createRegistrations(vendor: Vendor, port: number, count: number): Promise<Buffer[]> {
  const requests: Buffer[] = []
  for (const [index, challenge] of (await requestChallenges(port, count)).entries()) {
    const device = await vendor.createDevice()
    const key_attestation = await device.keyAttestation(challenge)
    const body = JSON.stringify({ challenge, key_attestation, hardware_key_tag: device.hardwareKeyTag })
    const headers = { 'x-forwarded-for': addressOf(index), 'content-type': jsonType }
    requests.push(requestBytes({ method: 'POST', target: '/wallet-instance', host, headers, body }))
  }
  return requests
}

/** Requests `count` challenges. Repeats refused requests, because the service may still recover from an overload. */
async function requestChallenges(port: number, count: number): Promise<string[]> {
  const challenges: string[] = []
  for (let attempt = 1; challenges.length < count; attempt += 1) {
    const requests = Array.from({ length: count - challenges.length }, (_, index) =>
      requestBytes({ method: 'GET', target: '/nonce', host, headers: { 'x-forwarded-for': addressOf(index) } }),
    )
    const fired = await runClosedLoop({ port, requests, connections: 32, status: 200, keep: true })
    const unexpected = new Map(
      [...fired.unexpected].filter(([status]) => status !== overloaded || attempt === attempts),
    )
    requireExpected({ id: 'challenges' }, { ...fired, unexpected })
    for (const response of fired.responses)
      if (response.status === 200) challenges.push((JSON.parse(bodyOf(response)) as { readonly nonce: string }).nonce)
    if (challenges.length < count) await setTimeout(1000)
  }
  return challenges
}

/** Returns one of 65,536 client addresses. */
const addressOf = (index: number): string => `10.9.${(index >> 8) & 255}.${index & 255}`
