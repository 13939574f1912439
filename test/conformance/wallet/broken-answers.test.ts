/**
 * Malformed JSON answers: of the PID Provider's token and credential endpoints, and of the Relying Party to a response.
 * Each is refused under the rule of its own use case.
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
  [
    'WI-88',
    'response endpoint',
    ({ wallet, relyingParty }, make) => {
      relyingParty.bends.answer = (path) => (path === '/response' ? make() : undefined)
      return wallet.present(relyingParty.engagement())
    },
  ],
]

function issued({ wallet, issuer }: PresentationBench, path: string, make: () => Response): Promise<unknown> {
  issuer.bends.answer = (asked) => (asked === path ? make() : undefined)
  return wallet.obtainPid(issuerId)
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
