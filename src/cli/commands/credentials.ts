/** `fiducia credentials …`: administers a PID Provider's register of issued credentials. */
import type { Command } from 'commander'
import { type Json, type JsonObject, printable, printableJson } from '../../base/index.ts'
import { paths } from '../../pid-provider/paths.ts'
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
  readonly limit?: string
  readonly holder?: string
  readonly subject?: string
  readonly person?: string
  readonly taxNumber?: string
  readonly wallet?: string
  readonly reason?: string
}

const changes = { suspend: 'suspended', resume: 'valid', revoke: 'revoked' } as const

export function register(program: Command, terminal: Terminal): void {
  const credentials = program
    .command('credentials')
    .description("administer a PID Provider's register of issued credentials")
  const verb = (
    usage: string,
    description: string,
    run: (here: RunningFederation, id: string, flags: Flags) => Promise<Json | string>,
  ): Command =>
    withFederationOptions(credentials.command(usage).description(description), 'the PID Provider')
      .option('--json', 'print the answer as JSON')
      .action(async (...given: unknown[]) => {
        const flags = given.at(-2) as Flags
        const [id = ''] = given.slice(0, -2).filter((word): word is string => typeof word === 'string')
        const answer = await inFederation(flags, (here) => run(here, id, flags), 'pid_provider')
        terminal.out(`${typeof answer === 'string' ? answer : printableJson(answer)}\n`)
      })
  const narrowed = (command: Command): Command =>
    command
      .option('--status <status>', 'valid, suspended or revoked')
      .option('--limit <number>', 'maximum number of results; default: 100')

  narrowed(verb('list', 'list the credentials, newest first', (here, _, flags) => search(here, flags)))
  narrowed(verb('search', 'search the credentials of a person, a wallet or a key', searchFor))
    .option('--tax-number <number>', "the person's tax number, with or without TINIT-")
    .option('--person <unique_id>', 'unique_id of any PID of the person')
    .option('--subject <pseudonym>', "the register's pseudonym of the person")
    .option('--wallet <client_id>', 'issued to this wallet: thumbprint of its attested key')
    .option('--holder <thumbprint>', 'bound to this key')
  verb('show <id>', 'show a credential with its history', async (here, id, { json }) => {
    const answer = (await administer(here, 'GET', pathOf(id))) as JsonObject
    return json ? answer : describeCredential(answer)
  })
  for (const [name, description] of [
    ['suspend', 'suspend a credential; it can be resumed'],
    ['resume', 'make a suspended credential valid again'],
    ['revoke', 'revoke a credential for good'],
  ] as const)
    verb(`${name} <id>`, description, async (here, id, { reason, json }) => {
      if (reason === undefined) throw new UserError('Give a reason for the log: --reason "…".')
      const body = { status: changes[name], reason }
      const answer = (await administer(here, 'POST', `${pathOf(id)}/status`, body)) as JsonObject
      return json ? answer : describeCredential(answer)
    }).option('--reason <text>', 'reason for the log')
}

async function searchFor(here: RunningFederation, _: string, flags: Flags): Promise<Json | string> {
  const { taxNumber, person, subject, wallet, holder } = flags
  if ([taxNumber, person, subject, wallet, holder].every((one) => one === undefined))
    throw new UserError('Name one of --tax-number, --person, --subject, --wallet and --holder.')
  return search(here, flags)
}

/** Searches by a request body, so that no URL log contains a name. */
async function search(here: RunningFederation, flags: Flags): Promise<Json | string> {
  const { limit } = flags
  const body = {
    tax_id_number: flags.taxNumber?.toUpperCase(),
    unique_id: flags.person,
    subject: flags.subject,
    client_id: flags.wallet,
    holder_thumbprint: flags.holder,
    status: flags.status,
    limit: limit === undefined ? undefined : Number(limit),
  }
  const said = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as JsonObject
  const answer = (await administer(here, 'POST', `${paths.adminCredentials}/search`, said)) as JsonObject
  const found = answer.credentials as readonly JsonObject[]
  if (flags.json) return found
  return found.length === 0 ? 'none' : found.map(oneLine).join('\n')
}

const pathOf = (id: string): string => `${paths.adminCredentials}/${encodeURIComponent(id)}`

const timeOf = (seconds: unknown): string => new Date(Number(seconds) * 1000).toISOString()

const oneLine = ({ id, status, format, issuedAt, expiresAt, walletProvider }: JsonObject): string =>
  printable([id, status, format, timeOf(issuedAt), `until ${timeOf(expiresAt)}`, walletProvider].join('  '))

function describeCredential(answer: JsonObject): string {
  const credential = answer.credential as JsonObject
  const happened = answer.changes as readonly JsonObject[]
  const members = ['holderThumbprint', 'subject', 'clientId', 'statusList', 'statusIndex'].map(
    (name) => `  ${name.padEnd(16)} ${credential[name]}`,
  )
  const log = happened.map(({ at, status, actor, reason }) => `  ${timeOf(at)}  ${status}  by ${actor}: ${reason}`)
  return [oneLine(credential), ...members, ...log].map(printable).join('\n')
}
