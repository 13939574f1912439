/** A Key Attestation of a software phone, which tests change and verify. */

import { createDeviceBench, type ProviderChanges } from './device-integrity.ts'
import { codeOf } from './refuses.ts'

const bench = await createDeviceBench()
export const { vendor, clock } = bench
export const phone = await vendor.createDevice()
export const challenge = 'a-challenge-of-this-provider'

export async function attest(key_attestation: string, changes?: ProviderChanges, asked = challenge) {
  const input = { key_attestation, hardware_key_tag: phone.hardwareKeyTag, challenge: asked, now: clock.now() }
  return bench.provider(changes).verifyKeyAttestation(input)
}
export const verdict = async (text: string, changes?: ProviderChanges): Promise<string> => {
  const result = await attest(text, changes)
  return codeOf(result)
}

export const base64 = (data: string | Uint8Array) => Buffer.from(data).toString('base64')
