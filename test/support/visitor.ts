/**
 * Somebody with a wallet at a sandbox that runs as a process: the library over real sockets. What the wallet sends to
 * endpoints that take something once is kept, what is answered is written down, and each PID that arrives is known by
 * its place in the status list.
 */
import assert from 'node:assert/strict'
import { type Fetch, failed, type PublicJwk, parseJsonObject, Refusal } from '../../src/base/index.ts'
import { withKeyCache } from '../../src/jose/index.ts'
import { createNodeCrypto, createNodeRandom, createSystemClock } from '../../src/node/index.ts'
import { orderDevice } from '../../src/sandbox/devices/device-client.ts'
import { createDemoWallet, type DemoWallet } from '../../src/sandbox/life-cycle/demo-wallet.ts'
import { present } from '../../src/sandbox/life-cycle/present-pid.ts'
import { type SandboxOrigins, sandboxOrigins } from '../../src/sandbox/origins.ts'
import { recordingSink } from './decisions.ts'
import { decodeJwt } from './forge-jwt.ts'

export interface Answered {
  readonly path: string
  /** 0 when nobody answered. */
  readonly status: number
  readonly retryAfter: string | null
  /** Which replica it was, by the proxy's header. */
  readonly replica: string | null
  /** In milliseconds of `performance.now`. */
  readonly at: number
  /** Of what was refused; of what was not answered, why. */
  readonly text?: string
}

export interface Visitor {
  readonly origins: SandboxOrigins
  readonly person: DemoWallet
  /** What the wallet posted last, by URL. */
  readonly sent: ReadonlyMap<string, Request>
  /** Places in the status list of the PIDs that arrived. */
  readonly places: readonly number[]
}

interface VisitorOptions {
  readonly base: number
  readonly fetch: Fetch
  readonly hear?: (answered: Answered) => void
  /** Told of each request that was carried out and must never be again. */
  readonly used?: (request: Request) => void
  /** Wraps what the wallet sends, and what the browser does. */
  readonly through?: (fetch: Fetch) => Fetch
}

const credentialOf = (text: string): string | undefined =>
  (JSON.parse(text) as { readonly credential?: string }).credential

const placeOf = (credential: string): number => {
  const { status } = decodeJwt(credential.split('~')[0] ?? '').payload
  return (status as { status_list: { idx: number } }).status_list.idx
}

/** The keys that the anchor at this origin states of itself. */
async function pinnedKeys(fetch: Fetch, origin: string): Promise<readonly PublicJwk[]> {
  const response = await fetch(new Request(`${origin}/.well-known/openid-federation`))
  const jwt = await response.text()
  if (!response.ok) throw new Error(`the anchor answered ${response.status}`)
  const payload = parseJsonObject(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'), 'anchor')
  assert.ok(!failed(payload))
  return (payload.jwks as unknown as { keys: readonly PublicJwk[] }).keys
}

export async function createVisitor(options: VisitorOptions): Promise<Visitor> {
  const { base, fetch, hear, used, through = (plain: Fetch) => plain } = options
  const origins = sandboxOrigins(base)
  const sent = new Map<string, Request>()
  const places: number[] = []
  const heard: Fetch = async (request) => {
    const path = new URL(request.url).pathname
    const at = performance.now()
    try {
      const response = await fetch(request)
      const { status, headers } = response
      const text = status >= 400 ? await response.clone().text() : undefined
      const replica = headers.get('fiducia-replica')
      hear?.({ path, status, retryAfter: headers.get('retry-after'), replica, at, ...(text !== undefined && { text }) })
      return response
    } catch (thrown) {
      hear?.({ path, status: 0, retryAfter: null, replica: null, at, text: String(thrown) })
      throw thrown
    }
  }
  const outgoing = through(heard)
  const walletFetch: Fetch = async (request) => {
    const { origin, pathname } = new URL(request.url)
    const kept = request.method === 'POST' ? request.clone() : undefined
    if (kept) sent.set(origin + pathname, kept)
    const response = await outgoing(request)
    if (kept && response.ok && singleUses.some(([role, path]) => origins[role] + path === request.url)) used?.(kept)
    if (request.url === `${origins.pidProvider}/credential` && response.ok) {
      const credential = credentialOf(await response.clone().text())
      if (credential !== undefined) places.push(placeOf(credential))
    }
    return response
  }
  const person = createDemoWallet({
    clock: createSystemClock(),
    random: createNodeRandom(),
    crypto: withKeyCache(createNodeCrypto()),
    walletFetch,
    browserFetch: outgoing,
    origins,
    anchors: new Map([[origins.trustAnchor, await pinnedKeys(heard, origins.trustAnchor)]]),
    decisions: recordingSink(),
    walletAuthorizationEndpoint: 'https://wallet.example/authorization',
    person: { username: 'mario.rossi', password: 'sandbox' },
    orderDevice: () => orderDevice(fetch, origins.console),
  })
  return { origins, person, sent, places }
}

/** From the first start to a presentation in both variants. */
export async function live({ origins, person }: Visitor): Promise<void> {
  await person.wallet.setUp()
  await person.wallet.obtainPid(origins.pidProvider)
  for (const kind of [
    { variant: 'dcql', method: 'post' },
    { variant: 'scope', method: 'get' },
  ] as const)
    assert.equal((await present({ origins, person }, kind)).get('given_name'), 'Mario')
}

/** What takes something once: by whom, where, and how the second use is refused. */
const singleUses = [
  ['walletProvider', '/wallet-instance', 403, 'challenge_used'],
  ['walletProvider', '/token', 403, 'challenge_used'],
  ['pidProvider', '/as/par', 400, 'request_object_used'],
  ['pidProvider', '/credential', 400, 'c_nonce_used'],
  ['pidProvider', '/token', 400, 'code_used'],
  ['relyingParty', '/response', 400, 'session_over'],
] as const

/** Sends everything once more: each is refused. An answer that says "again later" is one when `later` allows it. */
export async function replay({ origins, sent }: Visitor, fetch: Fetch, later = false): Promise<void> {
  for (const [role, path, status, code] of singleUses) {
    const request = sent.get(origins[role] + path)
    assert.ok(request, `${path} was never asked`)
    const answer = await fetch(request.clone()).catch(() => undefined)
    if (later && (answer === undefined || isRetryable(answer.status, answer.headers.get('retry-after')))) continue
    const text = await answer?.text()
    assert.equal(answer?.status, status, `${path}: ${text}`)
    assert.ok(text?.includes(`(${code} at `) || text?.includes(`(${code})`), `${path}: ${text}`)
  }
}

export const isRetryable = (status: number, retryAfter: string | null): boolean =>
  status === 0 || ((status === 502 || status === 503) && retryAfter !== null)

interface Registered {
  readonly id: string
  readonly status: string
  readonly statusIndex: number
}

/** What the PID Provider has issued last, as its administration lists it. */
export async function register(fetch: Fetch, { pidProvider }: SandboxOrigins, adminToken: string, limit = 1000) {
  const headers = { authorization: `Bearer ${adminToken}` }
  const response = await fetch(new Request(`${pidProvider}/admin/credentials?limit=${limit}`, { headers }))
  if (!response.ok) throw new Error(`the register answered ${response.status}`)
  return ((await response.json()) as { credentials: readonly Registered[] }).credentials
}

/** False when the provider could not be asked. */
export async function revoke(
  fetch: Fetch,
  { pidProvider }: SandboxOrigins,
  adminToken: string,
  id: string,
): Promise<boolean> {
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ status: 'revoked', reason: 'test' })
  const url = `${pidProvider}/admin/credentials/${id}/status`
  return (await fetch(new Request(url, { method: 'POST', headers, body }))).ok
}

/** Presents what is revoked, by a wallet that does not look: throws unless the Relying Party refuses for that reason. */
export async function presentRevoked({ origins, person }: Visitor): Promise<void> {
  person.ignoreStatusLists()
  const refused = await present({ origins, person }, { variant: 'dcql', method: 'post' }).catch((thrown) => thrown)
  if (!(refused instanceof Refusal)) {
    if (refused instanceof Error) throw refused
    assert.fail('a revoked PID was accepted')
  }
  if (!refused.answer.text.includes('(revoked at ')) throw refused
}
