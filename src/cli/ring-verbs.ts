/** Steps of a rollover in the key ring of a running service, for `federation rotate-keys` and `keys attestation`. */
import { type Command, Option } from 'commander'
import type { JsonObject } from '../base/index.ts'
import { keyRevocationReasons } from '../federation/keys/revocation-reasons.ts'
import type { AddressedService } from './addressed-service.ts'
import { requestAdministration } from './administration-client.ts'
import type { AdministrationFlags } from './administration-verbs.ts'
import { inWords } from './date-of.ts'
import type { Answer } from './print-answer.ts'
import { renderTable } from './table.ts'
import { requireCompanionOption, UserError } from './user-error.ts'

export interface RingFlags extends AdministrationFlags {
  readonly next?: true
  readonly activate?: string
  readonly revoke?: string
  readonly reason?: string
  readonly force?: true
}

/** Paths of a ring at the administration, and the reason of a revocation if the user names none. */
interface Ring {
  readonly keys: string
  readonly activation: string
  readonly revocation: string
  readonly defaultReason: 'unspecified' | 'superseded'
}

const reasons: readonly string[] = keyRevocationReasons

/** Adds the options for the steps. `revoked` describes the effect of a revocation. */
export const withRingOptions = (command: Command, { defaultReason }: Ring, revoked: string): Command =>
  command
    .option('--next', 'create the next key: published at once, not yet signing')
    .addOption(new Option('--activate <kid>', 'let a pending key sign; the previous one retires').conflicts('next'))
    .addOption(new Option('--revoke <kid>', revoked).conflicts(['next', 'activate']))
    .option(
      '--reason <reason>',
      `reason of a revocation (unspecified, compromised or superseded; default: ${defaultReason}), or of a new key (any text)`,
    )
    .option('--force', 'activate a key even if it was published less than the required time ago')

/**
 * Takes the step that the options name, if any. Rejects with a UserError for an option without its companion, and as
 * `requestAdministration` does.
 */
export async function takeRingStep(
  service: AddressedService,
  { keys, activation, revocation, defaultReason }: Ring,
  flags: RingFlags,
): Promise<void> {
  requireCompanionOption(flags, 'reason', ['next', 'revoke'])
  requireCompanionOption(flags, 'force', ['activate'])
  const { next, activate, revoke, reason, force } = flags
  if (revoke !== undefined && reason !== undefined && !reasons.includes(reason))
    throw new UserError('The reason of a revocation is unspecified, compromised or superseded: correct --reason.')
  const post = (path: string, body: JsonObject) => requestAdministration(service, 'POST', path, body)
  if (next) await post(keys, { ...(reason !== undefined && { reason }) })
  if (activate !== undefined) await post(activation, { kid: activate, ...(force && { force: true }) })
  if (revoke !== undefined) await post(revocation, { kid: revoke, reason: reason ?? defaultReason })
}

/** Returns the keys as data and as a table, in the given order. Times in the table are relative to `now`. */
export const ringAnswer = (keys: readonly JsonObject[], now: number): Answer => ({
  data: keys,
  text: renderTable(keys, [
    ['kid', ({ kid }) => kid],
    ['state', ({ state }) => state],
    ['created', ({ created_at }) => inWords(Number(created_at), now)],
    ['activated', ({ activated_at }) => inWords(Number(activated_at), now)],
    ['ended', ({ retired_at, revoked_at }) => inWords(Number(revoked_at ?? retired_at), now)],
    ['reason', ({ reason, created_reason }) => reason ?? created_reason],
  ]),
})
