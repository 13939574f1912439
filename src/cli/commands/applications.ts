/** `fiducia applications …`: administers the applications in the store of a running Relying Party. */
import type { Command } from 'commander'
import type { Json, JsonObject } from '../../base/index.ts'
import { paths } from '../../relying-party/paths.ts'
import type { AddressedService } from '../addressed-service.ts'
import { requestAdministration, withQuery } from '../administration-client.ts'
import { type AdministrationFlags, administrationVerbs } from '../administration-verbs.ts'
import { withExamples } from '../examples.ts'
import { type Answer, answerOf } from '../print-answer.ts'
import type { Terminal } from '../program.ts'
import { renderFacts, renderTable } from '../table.ts'
import { UserError } from '../user-error.ts'
import { wholeNumber } from '../whole-number.ts'

interface Flags extends AdministrationFlags {
  readonly after?: string
  readonly limit?: number
  readonly keyDigest?: readonly string[]
  readonly returnUrl?: readonly string[]
  readonly credentialType?: readonly string[]
  readonly claim?: readonly string[]
  readonly erasureUrl?: string
}

export function register(program: Command, terminal: Terminal): void {
  const applications = program
    .command('applications')
    .description('administer the applications in the store of a Relying Party')
  const verb = administrationVerbs<Flags>(applications, terminal, 'relying_party')
  withExamples(
    verb('list', 'list the applications in the store, sorted by id; those of the settings are not included', list)
      .option('--after <id>', 'continue after the application with this id')
      .option('--limit <number>', 'maximum number of results; default: 100', wholeNumber(1, 1000)),
    'fiducia applications list --url https://rp.example',
  )
  withExamples(verb('show <id>', 'show an application', show), 'fiducia applications show library')
  withExamples(
    verb('put <id>', 'add an application, or replace all values of the one with this id', put)
      .requiredOption('--key-digest <digest...>', 'digest of each API key, as "fiducia api-key" prints it')
      .option('--return-url <url...>', 'URLs to which a browser may return')
      .option('--credential-type <type...>', 'permitted types; default: all that the federation permits')
      .option('--claim <name...>', 'permitted claims; default: all that the federation permits')
      .option('--erasure-url <url>', 'URL that receives the deletion requests of users'),
    'fiducia applications put library --key-digest UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw --return-url https://library.example/wallet',
  )
  withExamples(
    verb('remove <id>', 'remove an application; its keys are refused from then on', async (service, [id = '']) => {
      await requestAdministration(service, 'POST', `${paths.adminApplications}/remove`, { id })
      return answerOf({ removed: id }, `removed ${id}`)
    }),
    'fiducia applications remove library',
  )
}

async function list(service: AddressedService, _: readonly string[], { after, limit }: Flags): Promise<Answer> {
  const path = withQuery(paths.adminApplications, { after, limit: limit?.toString() })
  const { applications } = (await requestAdministration(service, 'GET', path)) as {
    readonly applications: readonly JsonObject[]
  }
  const table = renderTable(applications, [
    ['id', ({ id }) => id],
    ['keys', ({ apiKeyDigests }) => (apiKeyDigests as readonly Json[]).length],
    ['return URLs', ({ returnUrls }) => (returnUrls as readonly string[]).join(' ')],
  ])
  return answerOf(applications, table)
}

async function show(service: AddressedService, [id = '']: readonly string[]): Promise<Answer> {
  const path = withQuery(paths.adminApplications, { id })
  const { applications } = (await requestAdministration(service, 'GET', path)) as {
    readonly applications: readonly JsonObject[]
  }
  const [application] = applications
  if (application === undefined)
    throw new UserError(`The store has no application ${id}: "fiducia applications list" shows the applications.`)
  return describeApplication(application)
}

async function put(service: AddressedService, [id = '']: readonly string[], flags: Flags): Promise<Answer> {
  const { keyDigest = [], returnUrl = [], credentialType, claim, erasureUrl } = flags
  const body = {
    ...{ id, apiKeyDigests: keyDigest, returnUrls: returnUrl },
    ...(credentialType && { credentialTypes: credentialType }),
    ...(claim && { claims: claim }),
    ...(erasureUrl !== undefined && { erasureUrl }),
  }
  const application = await requestAdministration(service, 'POST', paths.adminApplications, body)
  return describeApplication(application as JsonObject)
}

function describeApplication(application: JsonObject): Answer {
  const { id, apiKeyDigests, returnUrls, loopbackReturnUrls, credentialTypes, claims, erasureUrl } = application
  const joined = (list: Json | undefined): string | undefined => (list as readonly string[] | undefined)?.join(' ')
  const facts = renderFacts({
    id,
    'digests of API keys': joined(apiKeyDigests),
    'return URLs': joined(returnUrls),
    ...(loopbackReturnUrls === true && { 'loopback return URLs': 'all' }),
    'credential types': joined(credentialTypes),
    claims: joined(claims),
    'erasure URL': erasureUrl,
  })
  return answerOf(application, facts)
}
