/**
 * Answers that should be JSON and are not what the wallet reads: of the PID Provider's token and credential endpoints, and
 * of the Relying Party to a response. Each under the rule of its own use case.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPresentationBench, nextBench, type PresentationBench } from '../support/presentation-bench.ts'
import { refusedBy } from '../support/refused-by.ts'
import { issuerId, issuerPaths } from '../support/scripted-issuer.ts'

const parties = await createPresentationBench()

const answered = (body: string, type = 'application/json') => new Response(body, { headers: { 'content-type': type } })

const faults: readonly (readonly [what: string, make: () => Response, code: string])[] = [
  ['an answer of another media type', () => answered('{}', 'text/html'), 'media_type_unexpected'],
  ['an answer that is no JSON', () => answered('<p>'), 'json_malformed'],
  ['a list for an object', () => answered('[]'), 'json_malformed'],
  ['JSON that is too deep', () => answered(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`), 'json_too_deep'],
]

const taken: readonly (readonly [
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

for (const [id, where, take] of taken)
  for (const [what, make, code] of faults)
    test(`${id} refuses ${what} from the ${where}, and stores and opens nothing`, async () => {
      const bench = nextBench(parties)
      const held = await bench.wallet.list()
      await refusedBy(id, code, take(bench, make))
      assert.deepEqual(await bench.wallet.list(), held)
      assert.deepEqual(bench.opened, [])
    })

for (const [, where, take] of taken)
  test(`GEN-23 reads of an answer of the ${where} no more than its limit, whatever JSON is in it`, async () => {
    const endless = () => answered(`{"a":"${'x'.repeat(262_144)}"}`)
    await refusedBy('GEN-23', 'answer_unreadable', take(nextBench(parties), endless))
  })
