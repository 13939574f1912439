/**
 * `fiducia keys attestation`: shows the attestation keys of a running Wallet Provider, and takes the steps of a
 * rollover.
 */
import type { Command } from 'commander'
import type { JsonObject } from '../base/index.ts'
import { paths } from '../wallet-provider/paths.ts'
import { requestAdministration } from './administration-client.ts'
import { administrationVerbs } from './administration-verbs.ts'
import { withExamples } from './examples.ts'
import type { Terminal } from './program.ts'
import { type RingFlags, ringAnswer, takeRingStep, withRingOptions } from './ring-verbs.ts'

const ring = {
  keys: paths.attestationKeys,
  activation: paths.keyActivation,
  revocation: paths.keyRevocation,
  defaultReason: 'unspecified',
} as const

export function registerAttestationKeys(keys: Command, terminal: Terminal): void {
  const attestation = administrationVerbs<RingFlags>(keys, terminal, 'wallet_provider')(
    'attestation',
    "show a running Wallet Provider's attestation keys and their states, or take a step of a rollover",
    async (service, _, flags) => {
      await takeRingStep(service, ring, flags)
      const { attestation_keys } = (await requestAdministration(service, 'GET', ring.keys)) as JsonObject
      return ringAnswer(attestation_keys as readonly JsonObject[], service.now)
    },
  )
  withRingOptions(
    attestation,
    ring,
    'revoke a key permanently; verifiers refuse it once their last trust chain with it expires',
  )
  withExamples(
    attestation,
    'fiducia keys attestation',
    'fiducia keys attestation --next --reason yearly',
    'fiducia keys attestation --activate KID --url https://wallet-provider.example',
  )
}
