/**
 * A person with a wallet of the library at a sandbox process, over real sockets. Keeps the wallet's last POST to each
 * URL, reports the answers, and records the status list index of each received PID.
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
import { statusOf } from './issued-status.ts'

export interface Answered {
  readonly path: string
  /** 0 if there was no answer. */
  readonly status: number
  readonly retryAfter: string | null
  /** The replica that answered, by the proxy's header. */
  readonly replica: string | null
  /** Milliseconds of `performance.now`. */
  readonly at: number
  /** Body of a refusal; if there was no answer, the reason. */
  readonly text?: string
}

export interface Visitor {
  readonly origins: SandboxOrigins
  readonly person: DemoWallet
  /** The last request that the wallet posted, by URL. */
  readonly sent: ReadonlyMap<string, Request>
  /** Status list indices of the received PIDs. */
  readonly statusIndexes: readonly number[]
}

interface VisitorOptions {
  readonly base: number
  readonly fetch: Fetch
  /** Receives each answer, and each request without an answer. */
  readonly onAnswer?: (answered: Answered) => void
  /** Receives each request that was carried out and must not be carried out again. */
  readonly onUse?: (request: Request) => void
  /** Wraps the requests of the wallet and of the browser. */
  readonly through?: (fetch: Fetch) => Fetch
}

const credentialOf = (text: string): string | undefined =>
  (JSON.parse(text) as { readonly credential?: string }).credential

/** Returns the keys in the entity configuration of the anchor at this origin. */
async function pinnedKeys(fetch: Fetch, origin: string): Promise<readonly PublicJwk[]> {
  const response = await fetch(new Request(`${origin}/.well-known/openid-federation`))
  const jwt = await response.text()
  if (!response.ok) throw new Error(`the anchor answered ${response.status}`)
  const payload = parseJsonObject(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8'), 'anchor')
  assert.ok(!failed(payload))
  return (payload.jwks as unknown as { keys: readonly PublicJwk[] }).keys
}

export async function createVisitor(options: VisitorOptions): Promise<Visitor> {
  const { base, fetch, onAnswer, onUse, through = (plain: Fetch) => plain } = options
  const origins = sandboxOrigins(base)
  const sent = new Map<string, Request>()
  const statusIndexes: number[] = []
  const reported: Fetch = async (request) => {
    const path = new URL(request.url).pathname
    const at = performance.now()
    try {
      const response = await fetch(request)
      const { status, headers } = response
      const text = status >= 400 ? await response.clone().text() : undefined
      const replica = headers.get('fiducia-replica')
      onAnswer?.({
        path,
        status,
        retryAfter: headers.get('retry-after'),
        replica,
        at,
        ...(text !== undefined && { text }),
      })
      return response
    } catch (thrown) {
      onAnswer?.({ path, status: 0, retryAfter: null, replica: null, at, text: String(thrown) })
      throw thrown
    }
  }
  const outgoing = through(reported)
  const walletFetch: Fetch = async (request) => {
    const { origin, pathname } = new URL(request.url)
    const kept = request.method === 'POST' ? request.clone() : undefined
    if (kept) sent.set(origin + pathname, kept)
    const response = await outgoing(request)
    if (kept && response.ok && singleUses.some(([role, path]) => origins[role] + path === request.url)) onUse?.(kept)
    if (request.url === `${origins.pidProvider}/credential` && response.ok) {
      const credential = credentialOf(await response.clone().text())
      if (credential !== undefined) statusIndexes.push(statusOf(credential).idx)
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
    anchors: new Map([[origins.trustAnchor, await pinnedKeys(reported, origins.trustAnchor)]]),
    decisions: recordingSink(),
    walletAuthorizationEndpoint: 'https://wallet.example/authorization',
    person: { username: 'mario.rossi', password: 'sandbox' },
    orderDevice: () => orderDevice(fetch, origins.console),
  })
  return { origins, person, sent, statusIndexes }
}

/** Sets the wallet up, obtains a PID, and presents it in both variants. */
export async function runLifeCycle({ origins, person }: Visitor): Promise<void> {
  await person.wallet.setUp()
  await person.wallet.obtainPid(origins.pidProvider)
  for (const kind of [
    { variant: 'dcql', method: 'post' },
    { variant: 'scope', method: 'get' },
  ] as const)
    assert.equal((await present({ origins, person }, kind)).get('given_name'), 'Mario')
}

/** Endpoints that accept a request once: the role, the path, and the status and code of the refusal of a repetition. */
const singleUses = [
  ['walletProvider', '/wallet-instance', 403, 'challenge_used'],
  ['walletProvider', '/token', 403, 'challenge_used'],
  ['pidProvider', '/as/par', 400, 'request_object_used'],
  ['pidProvider', '/credential', 400, 'c_nonce_used'],
  ['pidProvider', '/token', 400, 'code_used'],
  ['relyingParty', '/response', 400, 'session_over'],
] as const

/**
 * Repeats the last request to each endpoint of `singleUses`, and asserts its refusal. `later` also permits a temporary
 * error or no answer.
 */
export async function replay({ origins, sent }: Visitor, fetch: Fetch, later = false): Promise<void> {
  for (const [role, path, status, code] of singleUses) {
    const request = sent.get(origins[role] + path)
    assert.ok(request, `no request was sent to ${path}`)
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

/**
 * Returns the last PIDs that the PID Provider issued, as its administration lists them. With `before`, returns the last
 * ones before the entry of this id.
 */
export async function fetchRegister(
  fetch: Fetch,
  { pidProvider }: SandboxOrigins,
  adminToken: string,
  limit = 1000,
  before?: string,
) {
  const headers = { authorization: `Bearer ${adminToken}` }
  const page = new URLSearchParams({ limit: String(limit), ...(before !== undefined && { before }) })
  const response = await fetch(new Request(`${pidProvider}/admin/credentials?${page}`, { headers }))
  if (!response.ok) throw new Error(`the register answered ${response.status}`)
  return ((await response.json()) as { credentials: readonly Registered[] }).credentials
}

/** Revokes a PID. Returns false if the provider answers with an error. */
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

/**
 * Presents a revoked PID with a wallet that does not check its status. Throws unless the Relying Party refuses the PID
 * as revoked.
 */
export async function presentRevoked({ origins, person }: Visitor): Promise<void> {
  person.ignoreStatusLists()
  const refused = await present({ origins, person }, { variant: 'dcql', method: 'post' }).catch((thrown) => thrown)
  if (!(refused instanceof Refusal)) {
    if (refused instanceof Error) throw refused
    assert.fail('a revoked PID was accepted')
  }
  if (!refused.answer.text.includes('(revoked at ')) throw refused
}
