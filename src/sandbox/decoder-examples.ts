/**
 * Examples for the decoder of the sandbox's console: documents that the running roles publish, and artefacts of an
 * invented user and wallet. Each is created on request.
 */
import {
  type Clock,
  type Crypto,
  daySeconds,
  type Fetch,
  failed,
  fetchText,
  joinUrl,
  type Random,
} from '../base/index.ts'
import type { DecoderExample } from '../console/index.ts'
import { entityConfigurationPath, entityStatementMediaType } from '../federation/index.ts'
import { generateSigner } from '../jose/index.ts'
import { issueMdoc } from '../mdoc/index.ts'
import { createDpopProof } from '../oauth/index.ts'
import { createMdocIssuer } from '../pid-provider-adapters/index.ts'
import { createKeyBindingJwt, issueSdJwt, presentSdJwt } from '../sd-jwt/index.ts'
import { createStatusList, createStatusListToken, setStatus, statusValues } from '../status-list/index.ts'

interface ExampleParts {
  readonly clock: Clock
  readonly crypto: Crypto
  readonly random: Random
  readonly fetch: Fetch
  readonly roles: readonly { readonly name: string; readonly url: string }[]
}

const issuer = 'https://pid.example'
const relyingParty = 'https://rp.example'
const docType = 'eu.europa.ec.eudiw.pid.1'
const inBothLanguages = (text: string) => ({ it: text, en: text })

/** Returns the examples in the order of the decoder's page. */
export const decoderExamples = (parts: ExampleParts): readonly DecoderExample[] => [
  { id: 'sd-jwt', label: { it: 'PID presentato (SD-JWT)', en: 'Presented PID (SD-JWT)' }, make: () => sdJwt(parts) },
  { id: 'mdoc', label: { it: 'PID come mdoc', en: 'PID as an mdoc' }, make: () => mdoc(parts) },
  {
    id: 'entity-configuration',
    label: inBothLanguages('Entity Configuration'),
    make: async () => textOf(await configurationOf(parts, 'pid-provider')),
  },
  { id: 'trust-chain', label: inBothLanguages('Trust chain'), make: () => trustChain(parts) },
  {
    id: 'status-list',
    label: { it: 'Status list e indice', en: 'Status list and index' },
    make: () => statusList(parts),
  },
  { id: 'dpop-proof', label: { it: 'Prova DPoP', en: 'DPoP proof' }, make: () => dpopProof(parts) },
  { id: 'dcql', label: { it: 'Richiesta DCQL', en: 'DCQL query' }, make: async () => ({ text: dcqlQuery }) },
  {
    id: 'engagement-link',
    label: { it: 'Link di ingaggio', en: 'Engagement link' },
    make: async () => ({ text: engagementLink }),
  },
]

const textOf = (text: string | undefined) => (text === undefined ? undefined : { text })

const urlOf = ({ roles }: ExampleParts, role: string): string | undefined =>
  roles.find(({ name }) => name === role)?.url

async function configurationOf(parts: ExampleParts, role: string): Promise<string | undefined> {
  const url = urlOf(parts, role)
  return url === undefined ? undefined : fetchStatement(parts, joinUrl(url, entityConfigurationPath))
}

async function fetchStatement({ fetch }: ExampleParts, url: string): Promise<string | undefined> {
  const statement = await fetchText(fetch, new Request(url), entityStatementMediaType, 'example')
  return failed(statement) ? undefined : statement
}

async function trustChain(parts: ExampleParts) {
  const [anchorUrl, subject] = [urlOf(parts, 'trust-anchor'), urlOf(parts, 'pid-provider')]
  if (anchorUrl === undefined || subject === undefined) return undefined
  const fetchUrl = `${joinUrl(anchorUrl, '/fetch')}?${new URLSearchParams({ sub: subject })}`
  const statements = await Promise.all([
    configurationOf(parts, 'pid-provider'),
    fetchStatement(parts, fetchUrl),
    configurationOf(parts, 'trust-anchor'),
  ])
  return statements.includes(undefined) ? undefined : { text: JSON.stringify(statements, null, 2) }
}

async function sdJwt(parts: ExampleParts) {
  const now = parts.clock.now()
  const [signer, holder] = [await generateSigner(parts), await generateSigner(parts)]
  const issued = await issueSdJwt(parts, signer, {
    header: { typ: 'dc+sd-jwt', kid: signer.kid },
    plain: {
      ...{ iss: issuer, iat: now, exp: now + 30 * daySeconds, vct: 'eu.eudiw.pid.it' },
      status: { status_list: { idx: 412, uri: `${issuer}/statuslists/1` } },
      cnf: { jwk: { ...holder.publicJwk } },
    },
    disclosable: {
      given_name: 'Ada',
      family_name: 'Rossi',
      birthdate: '1980-01-10',
      tax_id_number: 'TINIT-RSSDAA80A50H501K',
    },
  })
  const presented = presentSdJwt(parts, issued, [['given_name'], ['family_name']])
  if (failed(presented)) return undefined
  const binding = { aud: relyingParty, nonce: 'n-0S6_WzA2Mj', now }
  const keyBindingJwt = await createKeyBindingJwt(parts, holder, presented, binding)
  return failed(keyBindingJwt)
    ? undefined
    : { text: `${presented}${keyBindingJwt}`, key: JSON.stringify(signer.publicJwk) }
}

async function mdoc(parts: ExampleParts) {
  const now = parts.clock.now()
  const provider = { entityId: issuer, organizationName: 'PID Provider', country: 'IT' }
  const { signer, certificate } = await createMdocIssuer(parts, {
    ...provider,
    credentialLifetimeSeconds: 30 * daySeconds,
  })
  const elements = new Map([
    ['given_name', 'Ada'],
    ['family_name', 'Rossi'],
  ])
  const { publicJwk: deviceKey } = await generateSigner(parts)
  const content = {
    docType,
    nameSpaces: new Map([[docType, elements]]),
    deviceKey,
    issuedAt: now,
    expiresAt: now + 30 * daySeconds,
  }
  return { text: await issueMdoc(parts, { signer, x5chain: [certificate] }, content) }
}

async function statusList(parts: ExampleParts) {
  const signer = await generateSigner(parts)
  const statuses = createStatusList(2, 4096)
  setStatus(statuses, 412, statusValues.suspended)
  setStatus(statuses, 413, statusValues.invalid)
  const content = { uri: `${issuer}/statuslists/1`, list: statuses, now: parts.clock.now() }
  const token = await createStatusListToken(signer, { ...content, lifetimeSeconds: 3600, ttlSeconds: 60 })
  return { text: token, index: '412', key: JSON.stringify(signer.publicJwk) }
}

async function dpopProof(parts: ExampleParts) {
  const request = { method: 'POST', url: `${issuer}/credential` }
  const accessToken = 'Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU'
  const signer = await generateSigner(parts)
  const text = await createDpopProof(parts, signer, { ...request, now: parts.clock.now(), accessToken })
  return { text, ...request, accessToken }
}

const pidQuery = {
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['eu.eudiw.pid.it'] },
  claims: [{ path: ['given_name'] }, { path: ['family_name'] }],
}

const dcqlQuery = JSON.stringify({ credentials: [pidQuery], credential_sets: [{ options: [['pid']] }] }, null, 2)

const engagementLink = `haip://authorize?${new URLSearchParams({
  client_id: relyingParty,
  request_uri: `${relyingParty}/request?id=4f2a`,
  state: '3be39b69-6ac1-41aa-921b-3e6c07ddcb03',
  request_uri_method: 'post',
})}`
