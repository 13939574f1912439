/**
 * `fiducia keys attestation`: shows the attestation keys of a running Wallet Provider, and takes the steps of a
 * rollover.
 */

import { type Command, Option } from 'commander'
import type { JsonObject } from '../base/index.ts'
import { paths } from '../wallet-provider/paths.ts'
import { requestAdministration } from './administration-client.ts'
import { withExamples } from './examples.ts'
import { type Answer, jsonOption, printAnswer } from './print-answer.ts'
import type { Terminal } from './program.ts'
import { ringAnswer } from './ring-table.ts'
import { type ServiceFlags, withRunningService, withServiceOptions } from './running-service.ts'
import { requireCompanionOption } from './user-error.ts'

interface RingFlags extends ServiceFlags {
  readonly next?: true
  readonly activate?: string
  readonly revoke?: string
  readonly reason?: string
  readonly force?: true
  readonly json?: true
}

/** Registers `fiducia keys attestation`. */
export function registerAttestationKeys(keys: Command, terminal: Terminal): void {
  const attestation = keys
    .command('attestation')
    .description("show a running Wallet Provider's attestation keys and their states, or take a step of a rollover")
  withServiceOptions(attestation, 'the Wallet Provider')
    .option('--next', 'create the next key: published at once, not yet signing')
    .addOption(new Option('--activate <kid>', 'let a pending key sign; the previous one retires').conflicts('next'))
    .addOption(
      new Option(
        '--revoke <kid>',
        'revoke a key permanently; verifiers refuse it once their last trust chain with it expires',
      ).conflicts(['next', 'activate']),
    )
    .option(
      '--reason <reason>',
      'reason of a revocation (unspecified, compromised or superseded; default: unspecified), or of a new key (any text)',
    )
    .option('--force', 'activate a key even if it was published less than the required time ago')
    .option(...jsonOption)
    .action(async (flags: RingFlags) => {
      requireCompanionOption(flags, 'reason', ['next', 'revoke'])
      requireCompanionOption(flags, 'force', ['activate'])
      printAnswer(terminal, await administerRing(flags), flags.json)
    })
  withExamples(
    attestation,
    'fiducia keys attestation',
    'fiducia keys attestation --next --reason yearly',
    'fiducia keys attestation --activate KID --url https://wallet-provider.example',
  )
}

const administerRing = ({ next, activate, revoke, reason, force, ...flags }: RingFlags): Promise<Answer> =>
  withRunningService(
    flags,
    async (service) => {
      const post = (path: string, body: JsonObject) => requestAdministration(service, 'POST', path, body)
      if (next) await post(paths.attestationKeys, { ...(reason !== undefined && { reason }) })
      if (activate !== undefined) await post(paths.keyActivation, { kid: activate, ...(force && { force: true }) })
      if (revoke !== undefined) await post(paths.keyRevocation, { kid: revoke, reason: reason ?? 'unspecified' })
      const { attestation_keys } = (await requestAdministration(service, 'GET', paths.attestationKeys)) as JsonObject
      return ringAnswer(attestation_keys as readonly JsonObject[], service.now)
    },
    'wallet_provider',
  )
