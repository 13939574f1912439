/** `fiducia instances …`: administers a Wallet Provider's Wallet Instances. */
import { type Command, Option } from 'commander'
import type { JsonObject } from '../../base/index.ts'
import { paths } from '../../wallet-provider/paths.ts'
import type { AddressedService } from '../addressed-service.ts'
import { requestAdministration } from '../administration-client.ts'
import { type AdministrationFlags, administrationVerbs } from '../administration-verbs.ts'
import { dateOf, describeTimeExactly, inWords } from '../date-of.ts'
import { withExamples } from '../examples.ts'
import { parseTime } from '../parse-time.ts'
import type { Answer } from '../print-answer.ts'
import type { Terminal } from '../program.ts'
import { renderFacts, renderTable } from '../table.ts'
import { UserError } from '../user-error.ts'
import { wholeNumber } from '../whole-number.ts'

interface Flags extends AdministrationFlags {
  readonly status?: string
  readonly platform?: string
  readonly from?: string
  readonly to?: string
  readonly limit?: number
  readonly user?: string
  readonly thumbprint?: string
  readonly certificate?: string
  /** A reason, or `true` for all reasons. */
  readonly held?: string | true
  readonly reason?: string
}

export function register(program: Command, terminal: Terminal): void {
  const instances = program.command('instances').description("administer a Wallet Provider's Wallet Instances")
  const verb = administrationVerbs<Flags>(instances, terminal, 'wallet_provider')

  const list = verb('list', 'find instances, newest first', async (service, _, flags) => {
    const { status, held, platform, user, thumbprint, from, to, limit } = flags
    const [registered_from, registered_to] = [from, to].map((text) =>
      text === undefined ? undefined : parseTime(text),
    )
    const wanted = {
      status,
      ...(held && describeHeld(held)),
      platform,
      user,
      thumbprint,
      registered_from,
      registered_to,
      limit,
    }
    const query = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as JsonObject
    const answer = (await requestAdministration(service, 'POST', paths.instanceSearch, query)) as JsonObject
    return listAnswer(answer.wallet_instances as readonly JsonObject[], service.now)
  })
    .addOption(
      new Option('--status <status>', 'only those in this state').choices(['registered', 'operational', 'revoked']),
    )
    .option(
      '--held [reason]',
      'only those on hold, until they are revoked or released; all, or those held for a reason',
    )
    .option('--platform <platform>', 'android or apple')
    .option('--user <user>', 'only those linked to this user')
    .option('--thumbprint <thumbprint>', "thumbprint of the hardware key, as in the provider's log")
    .option('--from <time>', 'registered at this time or later: 2026-01-31 (00:00 UTC), or with a time of day')
    .option('--to <time>', 'registered at this time or before')
    .option('--limit <number>', 'maximum number of results; default: 100', wholeNumber(1, 1000))
  withExamples(
    list,
    'fiducia instances list --platform android --status registered',
    'fiducia instances list --user USER --json',
  )
  const link = verb('link <tag>', 'link an instance to a user', async (service, [hardware_key_tag = ''], { user }) => {
    if (user === undefined) throw new UserError('Name the user with --user.')
    await requestAdministration(service, 'POST', paths.userLink, { hardware_key_tag, user })
    return acknowledge('linked')
  }).option('--user <user>', "the provider's identifier of the user")
  withExamples(link, 'fiducia instances link HARDWARE_KEY_TAG --user USER')
  const unlink = verb(
    'unlink <tag>',
    "remove an instance's link to a user",
    async (service, [hardware_key_tag = '']) => {
      await requestAdministration(service, 'POST', paths.userUnlink, { hardware_key_tag })
      return acknowledge('unlinked')
    },
  )
  withExamples(unlink, 'fiducia instances unlink HARDWARE_KEY_TAG')
  const show = verb(
    'show <tag>',
    'show an instance: its device, its history, and the checks that refused its requests',
    async (service, [hardware_key_tag = '']) =>
      showAnswer(
        (await requestAdministration(service, 'POST', paths.showInstance, { hardware_key_tag })) as JsonObject,
        service.now,
      ),
  )
  withExamples(show, 'fiducia instances show HARDWARE_KEY_TAG')
  const releaseCommand = verb('release [tag]', 'release a held instance, or a group of held ones', release)
  withExamples(
    releaseCommand.option('--held [reason]', heldGroup),
    'fiducia instances release HARDWARE_KEY_TAG',
    'fiducia instances release --held device_certificate_suspended',
  )
  const revokeCommand = verb(
    'revoke [tag]',
    'revoke an instance, all of a user, all below a certificate, or held ones',
    revoke,
  )
    .option('--user <user>', 'all instances of this user')
    .option(
      '--certificate <serial>',
      'all instances whose device certificate chain contains the certificate with this serial number (hexadecimal)',
    )
    .option('--held [reason]', heldGroup)
    .option('--reason <reason>', 'revoked_by_provider, revoked_by_user or device_certificate_revoked')
  withExamples(
    revokeCommand,
    'fiducia instances revoke HARDWARE_KEY_TAG --reason revoked_by_user',
    'fiducia instances revoke --certificate SERIAL',
  )
}

const heldGroup =
  'all held instances, or those held for evidence_forged, integrity_denied, device_below_minimum or ' +
  'device_certificate_suspended'

/** Returns the members of a request about held instances. */
const describeHeld = (held: string | true): JsonObject => ({
  held: true,
  ...(held !== true && { held_reason: held }),
})

/** Returns the answer of a change: what was done, and, for a group, to how many instances. */
const acknowledge = (outcome: string, count?: unknown): Answer => ({
  data: { outcome, ...(count !== undefined && { count }) },
  text: count === undefined ? outcome : `${outcome} ${count}`,
})

async function revoke(service: AddressedService, [tag]: readonly string[], flags: Flags): Promise<Answer> {
  const { user, certificate, held, reason = certificate ? 'device_certificate_revoked' : 'revoked_by_provider' } = flags
  if ([tag, user, certificate, held].filter((one) => one !== undefined).length !== 1)
    throw new UserError('Name one: a hardware key tag, --user, --certificate, or --held.')
  if (tag !== undefined) {
    await requestAdministration(service, 'POST', paths.revocation, { hardware_key_tag: tag, reason })
    return acknowledge('revoked')
  }
  const userOrCertificate = certificate === undefined ? { user: user ?? '' } : { certificate_serial: certificate }
  const group = held ? describeHeld(held) : userOrCertificate
  const { revoked } = (await requestAdministration(service, 'POST', paths.groupRevocation, {
    ...group,
    reason,
  })) as JsonObject
  return acknowledge('revoked', revoked)
}

async function release(service: AddressedService, [tag]: readonly string[], { held }: Flags): Promise<Answer> {
  if ((tag === undefined) === (held === undefined)) throw new UserError('Name one: a hardware key tag, or --held.')
  if (tag !== undefined) {
    await requestAdministration(service, 'POST', paths.release, { hardware_key_tag: tag })
    return acknowledge('released')
  }
  const body = describeHeld(held ?? true)
  const { released } = (await requestAdministration(service, 'POST', paths.heldRelease, body)) as JsonObject
  return acknowledge('released', released)
}

const stateOf = ({ status, held_at }: JsonObject): string => (held_at === undefined ? `${status}` : `${status}, held`)

const deviceOf = ({ device }: JsonObject): JsonObject => device as JsonObject

const listAnswer = (instances: readonly JsonObject[], now: number): Answer => ({
  data: instances,
  text: renderTable(instances, [
    ['hardware key tag', ({ hardware_key_tag }) => hardware_key_tag],
    ['status', stateOf],
    ['platform', (one) => deviceOf(one).platform],
    ['registered', ({ registered_at }) => inWords(Number(registered_at), now)],
    ['application', (one) => deviceOf(one).application],
  ]),
})

function showAnswer(instance: JsonObject, now: number): Answer {
  const { hardware_key_tag, device, status, registered_at, history, refusals, held_at, ...others } = instance
  const facts = renderFacts({
    'hardware key tag': hardware_key_tag,
    status: stateOf(instance),
    registered: describeTimeExactly(Number(registered_at), now),
    ...(held_at !== undefined && { held: describeTimeExactly(Number(held_at), now) }),
    ...Object.fromEntries([...Object.entries(others), ...Object.entries(deviceOf(instance))].map(toFact)),
  })
  const changes = renderTable(history as readonly JsonObject[], [
    ['when', ({ at }) => dateOf(Number(at))],
    ['change', ({ change }) => change],
    ['by', ({ actor }) => actor],
    ['reason', ({ reason }) => reason],
  ])
  const refused = renderTable(refusals as readonly JsonObject[], [
    ['last', ({ last_at }) => inWords(Number(last_at), now)],
    ['rule', ({ requirement }) => requirement],
    ['code', ({ code }) => code],
    ['count', ({ count }) => count],
  ])
  return { data: instance, text: `${facts}\n\nHistory\n${changes}\n\nRefusals\n${refused}` }
}

const toFact = ([name, value]: readonly [string, unknown]): [string, string] => [
  name.replaceAll('_', ' '),
  typeof value === 'object' ? JSON.stringify(value) : String(value),
]
