/**
 * Simulated phone of the command line wallet. Hardware key and evidence come from a simulated device at the sandbox's
 * console. All other keys are in the wallet's sealed files. This is for testing only. A real wallet uses real hardware.
 */
import { generateKeyPairSync } from 'node:crypto'
import { z } from 'zod'
import {
  type Crypto,
  type Fetch,
  failed,
  type Json,
  type JsonObject,
  parseJsonObject,
  placeOf,
} from '../../base/index.ts'
import { algorithmRow } from '../../jose/index.ts'
import { privateKeyObject, signingKey } from '../../node/index.ts'
import type { DeviceIntegrityService, SealedRecords, SecureKey, SecureKeys } from '../../wallet/index.ts'
import { UserError } from '../user-error.ts'

interface SimulatedPhone {
  readonly secureKeys: SecureKeys
  readonly deviceIntegrity: DeviceIntegrityService
}

interface PhoneContext {
  readonly crypto: Crypto
  readonly fetch: Fetch
  /** URL of the sandbox's console. */
  readonly console: string
  /** Defaults to Android. */
  readonly platform?: 'android' | 'ios' | undefined
  readonly records: SealedRecords
}

const newDevice = z.looseObject({ id: z.string().min(1), hardware_key_tag: z.string().min(1) })
const attestation = z.looseObject({ key_attestation: z.string().min(1) })
const assertion = z.looseObject({ hardware_signature: z.string().min(1), integrity_assertion: z.string().min(1) })

/** Creates the ports of the phone. */
export function createSimulatedPhone(ctx: PhoneContext): SimulatedPhone {
  return { secureKeys: createFileKeys(ctx), deviceIntegrity: createConsoleDeviceService(ctx) }
}

const { scheme } = algorithmRow('ES256')
const recordOf = (tag: string): string => `key-${tag}`

function createFileKeys(ctx: PhoneContext): SecureKeys {
  const { platform = 'android' } = ctx
  const asKey = (tag: string, jwk: JsonObject): SecureKey => {
    const key = signingKey(privateKeyObject(jwk as Parameters<typeof privateKeyObject>[0]))
    return { tag, publicJwk: key.publicJwk, sign: (data) => ctx.crypto.sign(scheme, key, data) }
  }
  return {
    platform,
    environments: async () => [platform === 'ios' ? 'secure-element' : 'trusted-environment'],
    deleteHardwareKeys: () => ctx.records.delete('device'),
    generateHardwareKey: async (_environment, _suggestedTag, challenge) => {
      const device = await callConsole(ctx, '/devices', { platform }, newDevice)
      const response = device && (await callConsole(ctx, pathOf(device, 'key-attestation'), { challenge }, attestation))
      if (device === undefined || response === undefined)
        throw new UserError(`There is no device API at ${ctx.console}: restart the sandbox.`)
      const { id, hardware_key_tag: tag } = device
      await ctx.records.put('device', { id, tag, keyAttestation: response.key_attestation })
      return { tag }
    },
    generateKey: async () => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const jwk = privateKey.export({ format: 'jwk' }) as unknown as JsonObject
      const tag = String(jwk.x)
      await ctx.records.put(recordOf(tag), jwk)
      return asKey(tag, jwk)
    },
    openKey: async (tag) => {
      const jwk = await ctx.records.get(recordOf(tag))
      return jwk === undefined ? undefined : asKey(tag, jwk as JsonObject)
    },
    deleteKey: (tag) => ctx.records.delete(recordOf(tag)),
  }
}

/** Id of the simulated device, and the attestation of its hardware key. */
interface DeviceRecord {
  readonly id: string
  readonly keyAttestation: string
}

const pathOf = ({ id }: Pick<DeviceRecord, 'id'>, verb: string): string => `/devices/${encodeURIComponent(id)}/${verb}`

function createConsoleDeviceService(ctx: PhoneContext): DeviceIntegrityService {
  const readDevice = async () => (await ctx.records.get('device')) as DeviceRecord | undefined
  return {
    status: async () => ({ meetsMinimumSecurity: true, available: true }),
    keyAttestation: async () => {
      const device = await readDevice()
      if (device === undefined) throw new UserError('The wallet has no device: run "fiducia wallet init".')
      return device.keyAttestation
    },
    assertion: async (clientData) => {
      const device = await readDevice()
      return device && callConsole(ctx, pathOf(device, 'assertion'), { client_data: clientData }, assertion)
    },
  }
}

/**
 * Calls the device API of the console. Returns `undefined` if the console does not know the device. Rejects with a
 * `UserError` for any other response that does not have the form of `schema`.
 */
async function callConsole<T>(
  { fetch, console }: PhoneContext,
  path: string,
  body: Json,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const request = new Request(new URL(path, console), { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await fetch(request).catch(() => undefined)
  if (response === undefined)
    throw new UserError(`The sandbox's console at ${console} does not answer: start the sandbox with "npx fiducia".`)
  const answer = parseJsonObject(await response.text(), 'device')
  if (response.status === 404) return undefined
  if (!response.ok || failed(answer)) throw new UserError(`The sandbox's device API answered ${response.status}.`)
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const at = placeOf('', parsed.error)
  throw new UserError(`The answer at ${console} is not from this version of the sandbox (${at}): restart the sandbox.`)
}
