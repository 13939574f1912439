/** Faults at a Wallet Provider: of an app, a phone, and a wallet that implements another specification. */

import { jwkThumbprint } from '../../../src/jose/index.ts'
import { createSoftwareVendor, keyAttestationFaults, type SoftwareDevice } from '../../../src/software-device/index.ts'
import { createDeviceBench } from '../device-integrity.ts'
import { seededRandom } from '../seeded-random.ts'
import {
  createWalletProviderBench,
  jsonType,
  type RequestChanges,
  walletProviderId,
  walletSide,
} from '../wallet-provider-bench.ts'
import type { FaultReports, PlantedFault } from './planted-fault.ts'

const other = 'https://other.example'

export async function walletProviderFaults(): Promise<readonly PlantedFault[]> {
  const devices = await createDeviceBench()
  const bench = await createWalletProviderBench({ devices })
  const phone = await bench.registered()
  const reportOf = async (answer: Promise<Response>): Promise<FaultReports> => ({
    answer: await answer,
    decision: bench.sink.lastRefusal(),
  })
  const attest =
    (changes: RequestChanges, device: SoftwareDevice = phone) =>
    () =>
      reportOf(bench.attest(device, changes))
  return [
    {
      title: 'the app was built under another package name',
      plant: () => reportOf(bench.register(phone, { knobs: keyAttestationFaults.wrong_package })),
      reason: /package|app\b/i,
      evidence: [/application_foreign/, /org\.example\.other/],
      remedy: /package|app\b/i,
    },
    {
      title: 'an iPhone registers, but the operator has configured Android only',
      plant: async () => {
        const apple = await devices.vendor.createAppleDevice()
        const challenge = await bench.challenge()
        const body = {
          challenge,
          key_attestation: await apple.keyAttestation(challenge),
          hardware_key_tag: apple.hardwareKeyTag,
        }
        return reportOf(bench.post('/wallet-instance', jsonType, JSON.stringify(body)))
      },
      reason: /platform|iOS|Apple/i,
      evidence: [/apple|ios/i],
      remedy: /operator|configure/i,
    },
    {
      title: 'the clock of the phone is ten minutes ahead',
      plant: () => attest({ payload: { iat: bench.clock.now() + 600, exp: bench.clock.now() + 900 } })(),
      reason: /future|ahead/i,
      evidence: [/\b600\b/, /iat/],
      remedy: /clock/i,
    },
    {
      title: 'a challenge is sent twice',
      plant: async () => {
        const challenge = await bench.challenge()
        await bench.attest(phone, { challenge })
        return attest({ challenge })()
      },
      reason: /(challenge|nonce) .*used/i,
      evidence: [/challenge/],
      remedy: /new (challenge|nonce)/i,
    },
    {
      title: 'the audience is another provider',
      plant: attest({ payload: { aud: other } }),
      reason: /audience/i,
      evidence: [/payload\.aud/, new RegExp(walletProviderId), /https:\/\/other\.example/],
      remedy: /aud/,
    },
    {
      title: 'iss is below the URL of another provider',
      plant: attest({ payload: { iss: `${other}/instance/x` } }),
      reason: /issuer|iss/i,
      evidence: [/payload\.iss/, new RegExp(`${walletProviderId}/instance`), /https:\/\/other\.example\/instance\/x/],
      remedy: /iss/,
    },
    {
      title: 'kid is the thumbprint of the hardware key',
      plant: attest({ header: { kid: jwkThumbprint(walletSide, phone.publicJwk) } }),
      reason: /kid/i,
      evidence: [/header\.kid/, new RegExp(jwkThumbprint(walletSide, phone.publicJwk))],
      remedy: /thumbprint/i,
    },
    {
      title: 'the instance was never registered here',
      plant: async () => attest({}, await devices.vendor.createDevice())(),
      reason: /not registered|unknown/i,
      evidence: [/instance_unknown at assertion\.payload\.hardware_key_tag/],
      remedy: /set the wallet up/i,
    },
    {
      title: 'the evidence comes from a device of an authority that is not pinned',
      plant: async () => {
        const surroundings = { clock: bench.clock, crypto: walletSide.crypto, random: seededRandom('another-vendor') }
        const stranger = await (await createSoftwareVendor(surroundings)).createDevice()
        return reportOf(bench.register(stranger))
      },
      reason: /root|authority|chain/i,
      evidence: [/key_attestation/],
      remedy: /device|operator/i,
    },
    {
      title: 'the attestation request is sent as JSON, but the endpoint expects a form',
      plant: () => reportOf(bench.post('/token', jsonType, '{"grant_type":"x"}')),
      reason: /media type/i,
      evidence: [/application\/x-www-form-urlencoded/, /application\/json/],
      remedy: /Content-Type/i,
    },
  ]
}
