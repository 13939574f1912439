/**
 * Routes of simulated devices, to try any wallet without a phone. They return the evidence that the operating system of
 * a phone would return. The console serves them and refuses a foreign Host or Origin.
 */
import { isJsonObject, type Json } from '../../base/index.ts'
import { type HttpResponse, jsonOf, type Route, respondJson } from '../../http/index.ts'
import { serialiseClientData } from '../../wallet-attestation/index.ts'
import { type DevicePlatform, deviceProfiles, type ProfileTable } from './profiles.ts'
import type { SimulatedDevice, SimulatedDevices } from './simulated-devices.ts'

/** Maximum number of characters of a challenge or of client data. No valid one in this ecosystem is longer. */
const maximumLength = 4096
const textRule = `text of 1 to ${maximumLength} characters`

/**
 * Returns the routes of the simulated devices:
 *
 * - `GET /devices/profiles`: `{default, profiles: [{name, kind, shows}]}` of Android, and the same under `ios`
 * - `POST /devices` `{"platform": "android"|"ios", "profile"?}`: 201 `{id, hardware_key_tag, platform, profile}`
 * - `POST /devices/{id}/key-attestation` `{"challenge"}`: `{key_attestation, hardware_key_tag}`
 * - `POST /devices/{id}/assertion` `{"client_data"}`, as text or as its two members:
 *   `{hardware_signature, integrity_assertion}`
 */
export const deviceRoutes = (devices: SimulatedDevices): readonly Route[] => [
  { method: 'GET', path: '/devices/profiles', kind: 'machine', handle: listProfiles },
  {
    method: 'POST',
    path: '/devices',
    kind: 'machine',
    accepts: ['json'],
    handle: async (request) => {
      const { platform, profile: name } = jsonOf(request)
      if (!isPlatform(platform)) return refuse(400, 'invalid_request', '"platform" must be "android" or "ios".')
      const table: ProfileTable = deviceProfiles[platform]
      const profile = name === undefined ? table.default : table.profiles.get(typeof name === 'string' ? name : '')
      if (profile === undefined)
        return refuse(400, 'invalid_request', 'No profile has this name: GET /devices/profiles lists them.')
      const { id, hardwareKeyTag } = await devices.create(profile)
      return respondJson({ id, hardware_key_tag: hardwareKeyTag, platform, profile: profile.name }, 201)
    },
  },
  {
    method: 'POST',
    path: '/devices/:id/key-attestation',
    kind: 'machine',
    accepts: ['json'],
    handle: (request) =>
      withDevice(devices, request.path.id, async (device) => {
        const challenge = textOf(jsonOf(request).challenge)
        if (challenge === undefined) return refuse(400, 'invalid_request', `"challenge" must be a ${textRule}.`)
        const key_attestation = await device.keyAttestation(challenge)
        return respondJson({ key_attestation, hardware_key_tag: device.hardwareKeyTag })
      }),
  },
  {
    method: 'POST',
    path: '/devices/:id/assertion',
    kind: 'machine',
    accepts: ['json'],
    handle: (request) =>
      withDevice(devices, request.path.id, async (device) => {
        const clientData = clientDataOf(jsonOf(request).client_data)
        if (clientData === undefined)
          return refuse(
            400,
            'invalid_request',
            `"client_data" must be the text that is hashed, or an object of "challenge" and "jwk_thumbprint". Each is a ${textRule}.`,
          )
        return respondJson(await device.assertion(clientData))
      }),
  },
]

const listProfiles = (): HttpResponse =>
  respondJson({ ...describeTable(deviceProfiles.android), ios: describeTable(deviceProfiles.ios) })

const describeTable = (table: ProfileTable) => ({
  default: table.default.name,
  profiles: [...table.profiles.values()].map(({ name, kind, shows }) => ({ name, kind, shows })),
})

const isPlatform = (platform: Json | undefined): platform is DevicePlatform =>
  platform === 'android' || platform === 'ios'

async function withDevice(
  devices: SimulatedDevices,
  id: string | undefined,
  use: (device: SimulatedDevice) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const device = await devices.find(id ?? '')
  return device ? use(device) : refuse(404, 'not_found', 'There is no such device: POST /devices creates one.')
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= maximumLength ? value : undefined

function clientDataOf(value: Json | undefined): string | undefined {
  if (!isJsonObject(value)) return textOf(value)
  const [challenge, jwk_thumbprint] = [textOf(value.challenge), textOf(value.jwk_thumbprint)]
  if (challenge === undefined || jwk_thumbprint === undefined) return undefined
  return serialiseClientData({ challenge, jwk_thumbprint })
}

const refuse = (status: number, error: string, text: string): HttpResponse =>
  respondJson({ error, error_description: text }, status)
