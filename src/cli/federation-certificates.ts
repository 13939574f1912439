/**
 * `fiducia federation certificates …`: shows, revokes, renews and exports the certificates that an authority issued.
 */
import { type Command, Option } from 'commander'
import { failed, type JsonObject, joinUrl } from '../base/index.ts'
import { certificatePaths, paths } from '../trust-anchor/paths.ts'
import type { AddressedService } from './addressed-service.ts'
import { requestAdministration, withQuery } from './administration-client.ts'
import { dateOf, inWords } from './date-of.ts'
import { revocationListAnswer } from './federation-answers.ts'
import { type FederationVerbFlags, federationVerbs } from './federation-verbs.ts'
import { writeNamedFile } from './named-files.ts'
import type { Answer } from './print-answer.ts'
import type { Terminal } from './program.ts'
import { renderFacts, renderTable } from './table.ts'
import { UserError } from './user-error.ts'

const { certificates, revokeCertificate, renewCertificate } = certificatePaths
// The same words as `certificateStates` and `certificateRevocationReasons` of the Trust Anchor.
const states = ['valid', 'held', 'revoked', 'expired']
const reasons = ['unspecified', 'keyCompromise', 'affiliationChanged', 'superseded', 'cessationOfOperation']

interface ListFlags extends FederationVerbFlags {
  readonly entity?: string
  readonly state?: string
}

interface OutFlags extends FederationVerbFlags {
  readonly out?: string
}

/** Returns the certificates as data, and as a table without their content. */
const certificatesAnswer = (all: readonly JsonObject[], now: number): Answer => ({
  data: all,
  text: renderTable(all, [
    ['serial', ({ serial }) => serial],
    ['state', ({ state }) => state],
    ['entity', ({ entity_id }) => entity_id],
    ['key', ({ kid }) => kid],
    ['expires', ({ not_after }) => inWords(Number(not_after), now)],
    ['reason', ({ code }) => code],
  ]),
})

/** Converts a certificate from base64 to PEM. */
const pemOf = (base64: unknown): string =>
  `-----BEGIN CERTIFICATE-----\n${String(base64).replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----`

export function addCertificates(federation: Command, terminal: Terminal): void {
  const group = federation.command('certificates').description("show, revoke and renew certificates of members' keys")
  const { verb, change } = federationVerbs(group, terminal)
  verb<ListFlags>(
    'list',
    'list certificates, latest first and at most 500',
    ['certificates list', 'certificates list --entity https://rp.example/1.4 --state revoked'],
    async (service, _, { entity, state }) =>
      certificatesAnswer(await certificatesOf(service, { entity_id: entity, state }), service.now),
  )
    .option('--entity <entity>', 'only those of this entity')
    .addOption(new Option('--state <state>', 'only those in this state').choices(states))
  verb('show <serial>', 'show one certificate', ['certificates show 10'], async (service, [serial]) => {
    const [one = {}] = await certificatesOf(service, { serial })
    const { certificate, not_before, not_after, ...facts } = one
    const dates = { not_before: dateOf(Number(not_before)), not_after: dateOf(Number(not_after)) }
    return { data: one, text: `${renderFacts({ ...facts, ...dates })}\n${pemOf(certificate)}` }
  })
  change<FederationVerbFlags & { code?: string }>(
    'revoke <what>',
    'revoke the certificate with a serial number, or all of an entity',
    ['certificates revoke https://rp.example/1.4 --code keyCompromise --reason "ticket 7"'],
    async (service, [what = ''], { code, reason }) => {
      const of = what.includes('/') ? { entity_id: what } : { serial: what }
      const body = { ...of, ...(code !== undefined && { code }), ...(reason !== undefined && { reason }) }
      return certificatesAnswer(
        (await requestAdministration(service, 'POST', revokeCertificate, body)) as JsonObject[],
        service.now,
      )
    },
  ).addOption(new Option('--code <code>', 'reason in the revocation list; default: unspecified').choices(reasons))
  change<FederationVerbFlags & { kid?: string }>(
    'renew <entity>',
    "issue new certificates of an entity's keys, also after a revocation",
    ['certificates renew https://rp.example/1.4'],
    async (service, [entity_id = ''], { kid, reason }) => {
      const body = { entity_id, ...(kid !== undefined && { kid }), ...(reason !== undefined && { reason }) }
      return certificatesAnswer(
        (await requestAdministration(service, 'POST', renewCertificate, body)) as JsonObject[],
        service.now,
      )
    },
  ).option('--kid <kid>', 'only of this key')
  verb<OutFlags>(
    'export-root',
    "print the authority's self-signed certificate, which other parties pin",
    ['certificates export-root --out root.pem'],
    async (service, _, { out }) => {
      const root = await rootOf(service)
      const pem = pemOf(root.certificate)
      if (out === undefined) return { data: root, text: pem }
      writeNamedFile(out, `${pem}\n`)
      return { data: { ...root, file: out }, text: `wrote ${out}` }
    },
  ).option('--out <file>', 'write it into a file')
  verb<OutFlags>(
    'crl [kid]',
    'show the revocation list of a key; default: the key that signs',
    ['certificates crl', 'certificates crl --out list.crl'],
    async (service, [kid], { out }) => showRevocationList(service, kid ?? String((await rootOf(service)).kid), out),
  ).option('--out <file>', 'write it into a file, as DER')
}

const certificatesOf = async (
  service: AddressedService,
  query: Readonly<Record<string, string | undefined>>,
): Promise<readonly JsonObject[]> =>
  (await requestAdministration(service, 'GET', withQuery(certificates, query))) as readonly JsonObject[]

/** Returns the latest valid self-signed certificate of the authority. Rejects with a `UserError` if there is none. */
async function rootOf(service: AddressedService): Promise<JsonObject> {
  const [root] = await certificatesOf(service, { entity_id: service.entityId, state: 'valid' })
  if (root === undefined)
    throw new UserError(`${service.entityId} has no self-signed certificate yet: fetch its entity configuration once.`)
  return root
}

async function showRevocationList(service: AddressedService, kid: string, out: string | undefined): Promise<Answer> {
  const url = joinUrl(service.entityId, `${paths.certificateList}/${encodeURIComponent(kid)}`)
  const response = await service.fetch(new Request(url)).catch((thrown: unknown) => {
    throw new UserError(`${url} does not answer: start the service, or name another with --url.`, { cause: thrown })
  })
  if (response.status !== 200)
    throw new UserError(`There is no revocation list at ${url}: it answers ${response.status}.`)
  const der = new Uint8Array(await response.arrayBuffer())
  const { parseCertificateList } = await import('../x509/index.ts')
  const list = parseCertificateList(der, 'crl')
  if (failed(list)) throw new UserError(`The revocation list at ${url} cannot be read (${list.code}).`)
  if (out !== undefined) writeNamedFile(out, der)
  return revocationListAnswer(url, list, out)
}
