/** `fiducia credentials …`: administers a PID Provider's register of issued credentials. */
import { type Command, Option } from 'commander'
import type { JsonObject } from '../../base/index.ts'
import { paths } from '../../pid-provider/paths.ts'
import type { AddressedService } from '../addressed-service.ts'
import { requestAdministration } from '../administration-client.ts'
import { type AdministrationFlags, administrationVerbs } from '../administration-verbs.ts'
import { dateOf, describeTimeExactly, inWords } from '../date-of.ts'
import { withExamples } from '../examples.ts'
import { type Answer, answerOf } from '../print-answer.ts'
import type { Terminal } from '../program.ts'
import { renderFacts, renderTable } from '../table.ts'
import { UserError } from '../user-error.ts'
import { wholeNumber } from '../whole-number.ts'

interface Flags extends AdministrationFlags {
  readonly status?: string
  readonly limit?: number
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
  const verb = administrationVerbs<Flags>(credentials, terminal, 'pid_provider')
  const withFilters = (command: Command): Command =>
    command
      .addOption(new Option('--status <status>', 'only those in this state').choices(Object.values(changes)))
      .option('--limit <number>', 'maximum number of results; default: 100', wholeNumber(1, 1000))

  withExamples(
    withFilters(verb('list', 'list the credentials, newest first', (service, _, flags) => search(service, flags))),
    'fiducia credentials list --status valid',
    'fiducia credentials list --json --limit 1000 --url https://pid.example',
  )
  const searchCommand = withFilters(verb('search', 'search the credentials of a person, a wallet or a key', searchFor))
    .option('--tax-number <number>', "the person's Italian tax code (codice fiscale), with or without TINIT-")
    .option('--person <unique_id>', 'unique_id of any PID of the person')
    .option('--subject <pseudonym>', "the register's pseudonym of the person")
    .option('--wallet <client_id>', 'thumbprint of the attested key of the wallet that received them')
    .option('--holder <thumbprint>', 'thumbprint of the key to which they are bound')
  withExamples(searchCommand, 'fiducia credentials search --tax-number RSSMRA80A01H501U')
  withExamples(
    verb('show <id>', 'show a credential with its history', async (service, [id = '']) =>
      describeCredential((await requestAdministration(service, 'GET', pathOf(id))) as JsonObject, service.now),
    ),
    'fiducia credentials show CREDENTIAL_ID',
  )
  for (const [name, description] of [
    ['suspend', 'suspend a credential; it can be resumed'],
    ['resume', 'make a suspended credential valid again'],
    ['revoke', 'revoke a credential permanently'],
  ] as const) {
    const changeCommand = verb(`${name} <id>`, description, async (service, [id = ''], { reason }) => {
      if (reason === undefined) throw new UserError('Give a reason for the log: --reason "…".')
      const body = { status: changes[name], reason }
      const answer = (await requestAdministration(service, 'POST', `${pathOf(id)}/status`, body)) as JsonObject
      return describeCredential(answer, service.now)
    }).option('--reason <text>', 'reason for the log')
    withExamples(changeCommand, `fiducia credentials ${name} CREDENTIAL_ID --reason "phone reported lost"`)
  }
}

async function searchFor(service: AddressedService, _: readonly string[], flags: Flags): Promise<Answer> {
  const { taxNumber, person, subject, wallet, holder } = flags
  if ([taxNumber, person, subject, wallet, holder].every((one) => one === undefined))
    throw new UserError('Name one of --tax-number, --person, --subject, --wallet and --holder.')
  if (taxNumber !== undefined && !/^(?:TINIT-)?(?:[A-Z\d]{16}|\d{11})$/i.test(taxNumber))
    throw new UserError('--tax-number: an Italian tax number has 16 letters and digits, or 11 digits.')
  return search(service, flags)
}

/** Sends the search as a request body, so that no log of URLs contains personal data. */
async function search(service: AddressedService, flags: Flags): Promise<Answer> {
  const { limit } = flags
  const body = {
    tax_id_number: flags.taxNumber?.toUpperCase(),
    unique_id: flags.person,
    subject: flags.subject,
    client_id: flags.wallet,
    holder_thumbprint: flags.holder,
    status: flags.status,
    limit,
  }
  const query = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as JsonObject
  const answer = (await requestAdministration(service, 'POST', `${paths.adminCredentials}/search`, query)) as JsonObject
  const credentials = answer.credentials as readonly JsonObject[]
  const table = renderTable(credentials, [
    ['id', ({ id }) => id],
    ['status', ({ status }) => status],
    ['format', ({ format }) => format],
    ['issued', ({ issuedAt }) => inWords(Number(issuedAt), service.now)],
    ['expires', ({ expiresAt }) => inWords(Number(expiresAt), service.now)],
    ['wallet provider', ({ walletProvider }) => walletProvider],
  ])
  return answerOf(credentials, table)
}

const pathOf = (id: string): string => `${paths.adminCredentials}/${encodeURIComponent(id)}`

function describeCredential(answer: JsonObject, now: number): Answer {
  const credential = answer.credential as JsonObject
  const history = answer.changes as readonly JsonObject[]
  const { id, status, format, issuedAt, expiresAt, walletProvider } = credential
  const facts = renderFacts({
    ...{ id, status, format },
    issued: describeTimeExactly(Number(issuedAt), now),
    expires: describeTimeExactly(Number(expiresAt), now),
    'wallet provider': walletProvider,
    holder: credential.holderThumbprint,
    ...{ subject: credential.subject, wallet: credential.clientId },
    'status list': `${credential.statusList}, index ${credential.statusIndex}`,
  })
  const log = renderTable(history, [
    ['changed', ({ at }) => dateOf(Number(at))],
    ['to', ({ status: to }) => to],
    ['by', ({ actor }) => actor],
    ['reason', ({ reason }) => reason],
  ])
  return answerOf(answer, history.length === 0 ? facts : `${facts}\n\n${log}`)
}
