/** A flow as a page of Markdown: each exchange as on the wire, followed by its new artefacts, decoded. */
import type { Json, JsonObject } from '../../../src/base/index.ts'
import { roleAt } from '../ecosystem.ts'
import { type Artefact, findJwts, openJwt, readJson } from './artefacts.ts'
import { createPlaceholders, type Placeholders } from './placeholders.ts'
import type { WireExchange, WireMessage } from './transcript.ts'

interface FlowPage {
  readonly title: string
  readonly lead: string
  readonly exchanges: readonly WireExchange[]
  readonly now: number
  /** Content of encrypted responses, by their text. */
  readonly decrypted: ReadonlyMap<string, JsonObject>
}

const partyAt = (origin: string): string =>
  roleAt(origin) ?? (origin === 'https://idp.example' ? 'national-idp' : origin)

/** Headers that the page shows. */
const shown = ['authorization', 'dpop', 'content-type', 'location', 'cache-control', 'pragma', 'set-cookie']

export function renderFlow(page: FlowPage): string {
  const names = createPlaceholders(page.now)
  const known = new Set<string>()
  const parts = page.exchanges.map((exchange, index) => renderExchange(exchange, index + 1, { names, known, page }))
  return `# ${page.title}\n\n${page.lead}\n\n${parts.join('\n')}`
}

interface Rendering {
  readonly names: Placeholders
  readonly known: Set<string>
  readonly page: FlowPage
}

function renderExchange(exchange: WireExchange, number: number, rendering: Rendering): string {
  const { from, method, url, status, request, response } = exchange
  const { origin, pathname } = new URL(url)
  const artefacts = [...openAll(request, rendering), ...openAll(response, rendering)]
  const { names } = rendering
  return [
    `## ${number}. ${from} → ${partyAt(origin)}: ${method} ${pathname.replace(/[A-Za-z0-9_-]{22,}/g, '…')}\n`,
    '```http',
    `${method} ${names.text(url, 'id')}`,
    ...renderMessage(request, names),
    '',
    `HTTP ${status}`,
    ...renderMessage(response, names),
    '```\n',
    ...artefacts.map((artefact) => renderArtefact(artefact, names)),
  ].join('\n')
}

function renderMessage({ headers, body }: WireMessage, names: Placeholders): readonly string[] {
  const lines = shown.flatMap((name) => {
    const value = headers.get(name)
    return value === undefined ? [] : [`${name}: ${names.text(withoutSession(value), name)}`]
  })
  const content = renderBody(headers.get('content-type') ?? '', body, names)
  return content === '' ? lines : [...lines, '', content]
}

/** Replaces the session in the name of a cookie. */
const withoutSession = (value: string): string => value.replace(/^([\w.-]+-session)-[\w-]{8}(-returned)?=/, '$1-…$2=')

function renderBody(type: string, body: string, names: Placeholders): string {
  if (body === '') return ''
  if (type.startsWith('text/html')) return '(a page)'
  if (type.startsWith('application/x-www-form-urlencoded'))
    return [...new URLSearchParams(body)]
      .map(([name, value]) => `${name}=${renderField(name, value, names)}`)
      .join('\n')
  const json = readJson(body)
  if (json !== undefined) return JSON.stringify(names.json(json), null, 2)
  return names.text(body, 'body')
}

function renderField(name: string, value: string, names: Placeholders): string {
  const json = value.startsWith('{') ? readJson(value) : undefined
  return json === undefined ? names.text(value, name) : JSON.stringify(names.json(json))
}

/** Names and decodes every new artefact of a message. Statements of trust chains are only named. */
function openAll({ headers, body }: WireMessage, rendering: Rendering): readonly Opened[] {
  const { page, known, names } = rendering
  const plain = body.includes('%') || body.includes('=') ? [...new URLSearchParams(body).values()].join('\n') : body
  const texts = [...shown.map((name) => headers.get(name) ?? ''), plain, body]
  const opened: Opened[] = []
  const take = (text: string): void => {
    for (const [jwe, plaintext] of page.decrypted) {
      if (!text.includes(jwe) || known.has(jwe)) continue
      known.add(jwe)
      names.name(jwe, 'encrypted response')
      take(JSON.stringify(plaintext))
      opened.push({ name: 'content of the encrypted response', payload: plaintext, disclosures: [] })
    }
    for (const compact of findJwts(text)) {
      if (known.has(compact)) continue
      known.add(compact)
      const artefact = openJwt(compact)
      names.name(compact, artefact.name)
      nameTrustChain(artefact, names)
      opened.push({ ...artefact, disclosures: artefact.name === 'PID' ? disclosuresIn(text, compact, names) : [] })
    }
  }
  for (const text of texts) take(text)
  return opened
}

interface Opened extends Omit<Artefact, 'text'> {
  readonly disclosures: readonly Json[]
}

function nameTrustChain({ header }: Artefact, names: Placeholders): void {
  const chain = header?.trust_chain
  if (!Array.isArray(chain)) return
  for (const statement of chain) names.name(String(statement), openJwt(String(statement)).name)
}

/** Names and decodes the disclosures after an issuer-signed JWT. */
function disclosuresIn(text: string, compact: string, names: Placeholders): readonly Json[] {
  const rest = text.slice(text.indexOf(compact) + compact.length)
  const tail = /^~([\w~-]*)/.exec(rest)?.[1] ?? ''
  return tail.split('~').flatMap((part) => {
    const value = readJson(Buffer.from(part, 'base64url').toString('utf8'))
    if (!Array.isArray(value)) return []
    names.name(part, 'disclosure')
    return [value]
  })
}

function renderArtefact({ name, header, payload, disclosures }: Opened, names: Placeholders): string {
  const block = (value: Json): string => `\`\`\`json\n${JSON.stringify(names.json(value), null, 2)}\n\`\`\`\n`
  const opened = disclosures.map((one) => `- disclosure \`${JSON.stringify(names.json(one, 'salt'))}\``)
  const list = opened.length === 0 ? [] : [`${opened.join('\n')}\n`]
  return [`**${name}**\n`, ...(header ? [block(header)] : []), block(payload), ...list].join('\n')
}
