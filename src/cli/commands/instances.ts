/** `fiducia instances …`: administers a Wallet Provider's Wallet Instances. */
import type { Command } from 'commander'
import { type Json, type JsonObject, printable, printableJson } from '../../base/index.ts'
import { paths } from '../../wallet-provider/paths.ts'
import { administer } from '../administration-client.ts'
import type { Terminal } from '../program.ts'
import {
  type FederationFlags,
  inFederation,
  type RunningFederation,
  withFederationOptions,
} from '../running-federation.ts'
import { UserError } from '../user-error.ts'

interface Flags extends FederationFlags {
  readonly json?: true
  readonly status?: string
  readonly platform?: string
  readonly from?: string
  readonly to?: string
  readonly limit?: string
  readonly user?: string
  readonly thumbprint?: string
  readonly certificate?: string
  readonly held?: true
  readonly reason?: string
}

export function register(program: Command, terminal: Terminal): void {
  const instances = program.command('instances').description("administer a Wallet Provider's Wallet Instances")
  const verb = (
    usage: string,
    description: string,
    run: (here: RunningFederation, tag: string | undefined, flags: Flags) => Promise<Json | string>,
  ): Command =>
    withFederationOptions(instances.command(usage).description(description), 'the Wallet Provider')
      .option('--json', 'print the answer as JSON')
      .action(async (...given: unknown[]) => {
        const flags = given.at(-2) as Flags
        const tag = given.slice(0, -2).find((word): word is string => typeof word === 'string')
        const answer = await inFederation(flags, (here) => run(here, tag, flags), 'wallet_provider')
        terminal.out(`${typeof answer === 'string' ? answer : printableJson(answer)}\n`)
      })

  verb('list', 'find instances, newest first', async (here, _, flags) => {
    const { json, status, held, platform, user, thumbprint, from, to, limit } = flags
    const registered = { registered_from: secondsOf(from), registered_to: secondsOf(to) }
    const wanted = { status, held, platform, user, thumbprint, ...registered, limit: limit && Number(limit) }
    const said = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as JsonObject
    const answer = (await administer(here, 'POST', paths.instanceSearch, said)) as JsonObject
    const found = answer.wallet_instances as readonly JsonObject[]
    if (json) return found
    return found.length === 0 ? 'none' : found.map(oneLine).join('\n')
  })
    .option('--status <status>', 'registered, operational or revoked')
    .option('--held', 'only those that evidence holds, until they are revoked or released')
    .option('--platform <platform>', 'android or apple')
    .option('--user <user>', 'linked to this user')
    .option('--thumbprint <thumbprint>', "thumbprint of the hardware key, as in the provider's log")
    .option('--from <time>', 'registered at this time or later: 2026-01-31, or with a time of day')
    .option('--to <time>', 'registered at this time or before')
    .option('--limit <number>', 'maximum number of results; default: 100')
  verb('link <tag>', 'link an instance to a user', async (here, hardware_key_tag = '', { user }) => {
    if (user === undefined) throw new UserError('Name the user with --user.')
    await administer(here, 'POST', paths.userLink, { hardware_key_tag, user })
    return 'linked'
  }).option('--user <user>', 'as the provider knows the user')
  verb('unlink <tag>', "remove an instance's link to a user", async (here, hardware_key_tag = '') => {
    await administer(here, 'POST', paths.userUnlink, { hardware_key_tag })
    return 'unlinked'
  })
  verb(
    'show <tag>',
    'show an instance: its device, its history, and the checks that refused its requests',
    (here, hardware_key_tag = '') => administer(here, 'POST', paths.showInstance, { hardware_key_tag }),
  )
  verb('release [tag]', 'release a held instance, or all held ones', release).option('--held', 'all held instances')
  verb('revoke [tag]', 'revoke an instance, all of a user, all below a certificate, or all held ones', revoke)
    .option('--user <user>', 'all instances of this user')
    .option(
      '--certificate <serial>',
      'all instances registered below the certificate with this serial number (hexadecimal)',
    )
    .option('--held', 'all held instances')
    .option('--reason <reason>', 'revoked_by_provider, revoked_by_user or device_certificate_revoked')
}

async function revoke(here: RunningFederation, tag: string | undefined, flags: Flags): Promise<string> {
  const { user, certificate, held, reason = certificate ? 'device_certificate_revoked' : 'revoked_by_provider' } = flags
  if ([tag, user, certificate, held].filter((one) => one !== undefined).length !== 1)
    throw new UserError('Name one: a hardware key tag, --user, --certificate, or --held.')
  if (tag !== undefined) {
    await administer(here, 'POST', paths.revocation, { hardware_key_tag: tag, reason })
    return 'revoked'
  }
  const named = certificate === undefined ? { user: user ?? '' } : { certificate_serial: certificate }
  const group = held ? { held } : named
  const { revoked } = (await administer(here, 'POST', paths.groupRevocation, { ...group, reason })) as JsonObject
  return `revoked ${revoked}`
}

async function release(here: RunningFederation, tag: string | undefined, { held }: Flags): Promise<string> {
  if ((tag === undefined) === (held === undefined)) throw new UserError('Name one: a hardware key tag, or --held.')
  if (tag !== undefined) {
    await administer(here, 'POST', paths.release, { hardware_key_tag: tag })
    return 'released'
  }
  const { released } = (await administer(here, 'POST', paths.heldRelease, { held: true })) as JsonObject
  return `released ${released}`
}

function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time) || time < 0) throw new UserError(`${printable(text)} is no time: write it like 2026-01-31.`)
  return Math.floor(time / 1000)
}

const oneLine = ({ hardware_key_tag, status, held_at, registered_at, device }: JsonObject): string => {
  const { platform, application } = device as JsonObject
  const registered = new Date(Number(registered_at) * 1000).toISOString()
  return printable(
    [hardware_key_tag, held_at === undefined ? status : `${status}, held`, platform, registered, application].join(
      '  ',
    ),
  )
}
