/**
 * Devices that fail at the attestation, and instances that requireAnswer be revoked for it. The user learns of a
 * revocation from an endpoint outside the specification (docs/guides/wallet-team.md).
 */
import { any, type Case, expect, objectFrom, type Runs, refuse } from './cases.ts'
import { type Answer, get, jsonOf, requireAnswer, send } from './http.ts'
import { attest, newPhone, type Phone, register } from './steps-wallet-provider.ts'
import { newRegistered } from './wallet-provider-accepted.ts'
import type { World } from './world.ts'

const valid = 'Attestation issuance checks, all MUST: integrity_assertion is valid per vendor rules'
const linked = 'integrity_assertion: linked to client_data_hash'
const minimum = 'Attestation issuance checks, all MUST: the device meets minimum security'
const revoked = 'if authenticity, integrity or genuineness cannot be guaranteed the Wallet Instance MUST be revoked'

const androidFaults = [
  ['stale_token', valid],
  ['future_token', valid],
  ['token_signed_by_another', valid],
  ['token_encrypted_for_another', valid],
  ['no_request_hash', linked],
  ['wrong_request_hash', linked],
  ['wrong_request_package', valid],
  ['unrecognised_app', minimum],
  ['wrong_app_digest', minimum],
  ['wrong_app_package', minimum],
  ['no_device_integrity', minimum],
  ['basic_integrity_only', minimum],
] as const
const iosFaults = [
  ['signed_by_another_key', 'client_data validates hardware_signature with the registered hardware public key'],
  ['other_app_asserted', valid],
  ['equal_counter', valid],
  ['rolled_back_counter', valid],
] as const

const attested = (platform: string, profile: string) => async (world: World) =>
  attest(world, undefined, { phone: await newRegistered(world, platform, profile) })

interface OwnPhone {
  readonly phone: Phone
  readonly authorization: string
}

/** Returns a phone whose instance belongs to a user, who may query it. */
async function phoneOfUser(world: World, platform: string, profile?: string): Promise<OwnPhone> {
  const token = requireAnswer(
    'user token',
    await send(jsonOf(`${world.sandbox.console}/user-tokens`, { user: 'anna' })),
  )
  const authorization = `Bearer ${token.json.access_token}`
  const phone = await newPhone(world, platform, profile)
  const answer = await register(world, phone, undefined, (sent) => {
    sent.url = `${world.sandbox.wallet_provider}/wallet-instances`
    sent.headers.authorization = authorization
  })
  requireAnswer('registration of a user', answer)
  return { phone, authorization }
}

const statusUrl = (world: World, { hardware_key_tag }: Phone): string =>
  `${world.sandbox.wallet_provider}/wallet-instances/${hardware_key_tag}/status`

async function refusedAndRevoked(world: World, platform: string, profile: string): Promise<Answer> {
  const { phone, authorization } = await phoneOfUser(world, platform, profile)
  const answer = await attest(world, undefined, { phone })
  const status = requireAnswer('status', await get(statusUrl(world, phone), { authorization }))
  expect(status.json.is_revoked === true, `revocation after ${answer.text}`)
  return answer
}

const revoking = (platform: string, profiles: readonly string[]): Runs =>
  objectFrom(profiles, (profile) => [
    `wp.revoked.${profile} | ${revoked} | the instance is revoked after ${profile}`,
    (world: World) => refusedAndRevoked(world, platform, profile),
  ])

export const walletRevocation: readonly Case[] = [
  ...refuse(
    any,
    objectFrom(androidFaults, ([profile, spec]) => [
      `wp.token.${profile} | ${spec} | a device with the fault ${profile}`,
      attested('android', profile),
    ]),
  ),
  ...refuse(
    any,
    objectFrom(iosFaults, ([profile, spec]) => [
      `wp.token.ios.${profile} | ${spec} | a device with the fault ${profile}`,
      attested('ios', profile),
    ]),
  ),
  ...refuse(any, revoking('android', ['token_signed_by_another', 'wrong_request_hash'])),
  ...refuse(any, revoking('android', ['unrecognised_app', 'wrong_app_digest', 'basic_integrity_only'])),
  ...refuse(any, revoking('ios', ['other_app_asserted', 'rolled_back_counter'])),
  ...refuse(any, {
    'wp.revoked.by-user | a valid registered Wallet Instance exists for the hardware_key_tag | a revoked instance':
      async (world) => {
        const { phone, authorization } = await phoneOfUser(world, 'android')
        requireAnswer('attestation', await attest(world, undefined, { phone }))
        const sent = jsonOf(statusUrl(world, phone), { status: 'REVOKED' })
        requireAnswer('revocation', await send({ ...sent, method: 'PUT', headers: { ...sent.headers, authorization } }))
        return attest(world, undefined, { phone })
      },
  }),
]
