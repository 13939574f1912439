/**
 * Malformed JSON answers: of the PID Provider's token and credential endpoints, and of the Relying Party to a response.
 * Each is refused under the rule of its own use case. So is an answer with another status than the expected one.
 */
import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import { test } from 'node:test'
import { keepCollectingGarbage } from '../../support/collect-garbage.ts'
import { listenLocally } from '../../support/local-server.ts'
import { createPresentationBench, nextBench, type PresentationBench } from '../../support/presentation-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { issuerId, issuerPaths } from '../../support/scripted-issuer.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'
import { createWalletProviderFixture } from '../../support/wallet-provider-fixture.ts'

const parties = await createPresentationBench()

const answered = (body: string, type = 'application/json') => new Response(body, { headers: { 'content-type': type } })

const faults: readonly (readonly [what: string, make: () => Response, code: string])[] = [
  ['an answer that is not JSON', () => answered('<p>'), 'json_malformed'],
  ['a list in place of an object', () => answered('[]'), 'json_malformed'],
  ['JSON that is too deep', () => answered(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`), 'json_too_deep'],
]

const endpoints: readonly (readonly [
  id: string,
  where: string,
  take: (bench: PresentationBench, make: () => Response) => Promise<unknown>,
])[] = [
  ['WI-48', 'token endpoint', (bench, make) => issued(bench, issuerPaths.token, make)],
  ['WI-54', 'credential endpoint', (bench, make) => issued(bench, issuerPaths.credential, make)],
  ['WI-88', 'response endpoint', (bench, make) => presented(bench, '/response', make)],
]

function issued({ wallet, issuer }: PresentationBench, path: string, make: () => Response): Promise<unknown> {
  issuer.bends.answer = (asked) => (asked === path ? make() : undefined)
  return wallet.obtainPid(issuerId)
}

function presented({ wallet, relyingParty }: PresentationBench, path: string, make: () => Response): Promise<unknown> {
  relyingParty.bends.answer = (asked) => (asked === path ? make() : undefined)
  return wallet.present(relyingParty.engagement())
}

const otherType = ['another media type', () => answered('{}', 'text/html'), 'media_type_unexpected'] as const

for (const [id, where, take] of endpoints)
  for (const [what, make, code] of id === 'WI-88' ? faults : [...faults, otherType])
    test(`${id} refuses ${what} from the ${where}, and stores and opens nothing`, async () => {
      const bench = nextBench(parties)
      const held = await bench.wallet.list()
      await refusedBy(id, code, take(bench, make))
      assert.deepEqual(await bench.wallet.list(), held)
      assert.deepEqual(bench.opened, [])
    })

for (const [, where, take] of endpoints)
  test(`GEN-23 reads an answer of the ${where} only up to the size limit`, async () => {
    const endless = () => answered(`{"a":"${'x'.repeat(262_144)}"}`)
    await refusedBy('GEN-23', 'answer_unreadable', take(nextBench(parties), endless))
  })

const otherStatus: readonly (readonly [
  path: string,
  id: string,
  code: string,
  expected: number,
  take: (bench: PresentationBench, make: () => Response) => Promise<unknown>,
])[] = [
  [issuerPaths.par, 'WI-42', 'request_refused', 201, (bench, make) => issued(bench, issuerPaths.par, make)],
  [issuerPaths.token, 'WI-42', 'token_refused', 200, (bench, make) => issued(bench, issuerPaths.token, make)],
  [
    issuerPaths.credential,
    'WI-42',
    'credential_refused',
    200,
    (bench, make) => issued(bench, issuerPaths.credential, make),
  ],
  ['/request', 'WI-93', 'request_refused', 200, (bench, make) => presented(bench, '/request', make)],
  ['/response', 'WI-88', 'response_refused', 200, (bench, make) => presented(bench, '/response', make)],
]

for (const [path, id, code, expected, take] of otherStatus)
  test(`WI-200 ${id} names the status that it expected from ${path}, and the one that it got`, async () => {
    const status = expected === 200 ? 201 : 200
    const { evidence } = await refusedBy(
      id,
      code,
      take(nextBench(parties), () => Response.json({}, { status })),
    )
    assert.deepEqual(evidence, { expected: `status ${expected}`, found: `status ${status}` })
  })

for (const [path, code, at, expected] of [
  ['/nonce', 'registration_refused', 'nonce', 200],
  ['/wallet-instance', 'registration_refused', 'wallet_provider', 204],
  ['/token', 'attestation_refused', 'wallet_provider', 200],
] as const)
  test(`WI-200 WI-27 names the status that it expected from the Wallet Provider at ${path}, and the one that it got`, async () => {
    const fixture = await createWalletProviderFixture()
    const { fetch: straight } = fixture.network
    const network = {
      ...fixture.network,
      fetch: async (request: Request) =>
        request.url.endsWith(path) ? new Response('{}', { status: 302 }) : straight(request),
    }
    const { wallet } = createTestWallet({ ...fixture, network })
    const refusal = await refusedBy('WI-27', code, wallet.setUp())
    assert.equal(refusal.at, at)
    assert.deepEqual(refusal.evidence, { expected: `status ${expected}`, found: 'status 302' })
  })

for (const [what, id, code, begin] of [
  ['does not answer', 'GEN-27', 'unreachable', () => undefined],
  ['never ends its answer', 'GEN-27', 'unreachable', (response: ServerResponse) => response.write('{"nonce":"')],
] as const)
  test(`${id} gives up on a Wallet Provider that ${what}, with the platform's own fetch`, async (t) => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      if (begin(response)) response.flushHeaders()
    })
    const stalled = `http://127.0.0.1:${await listenLocally(server)}/`
    t.after(() => server.closeAllConnections())
    t.after(keepCollectingGarbage())
    t.after(() => server.close())
    const fixture = await createWalletProviderFixture()
    const { fetch: straight } = fixture.network
    const network = {
      ...fixture.network,
      fetch: (request: Request) =>
        request.url.endsWith('/nonce') ? fetch(stalled, { signal: request.signal }) : straight(request),
    }
    const { wallet } = createTestWallet({ ...fixture, network }, { config: { answerSeconds: 1, attempts: 1 } })
    await refusedBy(id, code, wallet.setUp())
  })
