/** HTTP client for a simulated device of the console, which gives a wallet without a phone the evidence of a phone. */
import { z } from 'zod'
import { type Fetch, failed, type JsonObject, joinUrl, parseJsonObject, readText } from '../../base/index.ts'
import type { Assertion } from '../../software-device/index.ts'

/** Evidence that the operating system of a phone provides to a wallet. */
export interface DeviceEvidence {
  readonly hardwareKeyTag: string
  keyAttestation(challenge: string): Promise<string>
  /** Returns the assertion for the text of the client data. */
  assertion(clientData: string): Promise<Assertion>
}

const creation = z.object({ id: z.string(), hardware_key_tag: z.string() })
const attestationAnswer = z.object({ key_attestation: z.string() })
const assertionAnswer = z.object({ hardware_signature: z.string(), integrity_assertion: z.string() })

/**
 * Creates a simulated Android phone at the console. `profile` is the name of a device profile, and defaults to that of
 * a genuine phone. This function and the methods of the device reject if the console does not answer, refuses, or
 * answers in another form.
 */
export async function orderDevice(fetch: Fetch, console: string, profile?: string): Promise<DeviceEvidence> {
  const post = async <T>(path: string, body: JsonObject, schema: z.ZodType<T>): Promise<T> => {
    const response = await fetch(
      new Request(joinUrl(console, path), {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    )
    const text = await readText(response, 'device')
    const json = failed(text) ? text : parseJsonObject(text, 'device')
    if (failed(json) || !response.ok) throw new Error(`the console returned no device evidence (${response.status})`)
    return schema.parse(json)
  }
  const device = await post('/devices', { platform: 'android', ...(profile !== undefined && { profile }) }, creation)
  const path = `/devices/${device.id}`
  return {
    hardwareKeyTag: device.hardware_key_tag,
    keyAttestation: async (challenge) =>
      (await post(`${path}/key-attestation`, { challenge }, attestationAnswer)).key_attestation,
    assertion: (clientData) => post(`${path}/assertion`, { client_data: clientData }, assertionAnswer),
  }
}
