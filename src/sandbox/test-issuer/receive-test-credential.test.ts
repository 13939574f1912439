import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fetch } from '../../base/index.ts'
import type { Wallet } from '../../wallet/index.ts'
import { receiveTestCredential } from './receive-test-credential.ts'

const delivery = { issuer: 'https://issuer.example', type: 'urn:type' }
const wallet: Pick<Wallet, 'receiveCredential'> = {
  receiveCredential: async ({ obtain }) => assert.fail(`the wallet gets ${await obtain('proof')}`),
}
const nonce = { c_nonce: 'nonce' }
const answers: readonly (readonly [
  what: string,
  nonce: object | string,
  credential: object | string,
  reason: string,
])[] = [
  ['a nonce answer that is not JSON', '<html>', {}, 'did not answer with valid JSON (json_malformed)'],
  ['no nonce', {}, {}, 'sent no usable c_nonce'],
  ['a nonce that is a number', { c_nonce: 7 }, {}, 'sent no usable c_nonce'],
  ['no list of credentials', nonce, {}, 'sent no usable credentials'],
  ['credentials that are not a list', nonce, { credentials: 'a.b.c~' }, 'sent no usable credentials'],
  ['an empty list of credentials', nonce, { credentials: [] }, 'sent no usable credentials'],
  ['a list of nothing', nonce, { credentials: [null] }, 'sent no usable credentials.0'],
  ['an entry without a credential', nonce, { credentials: [{}] }, 'sent no usable credentials.0.credential'],
]

for (const [what, ...bodies] of answers)
  test(`rejects ${what} from the test issuer with the reason`, async () => {
    const [first, second, reason] = bodies
    const fetch: Fetch = async ({ url }) => {
      const body = url.endsWith('/nonce') ? first : second
      return new Response(typeof body === 'string' ? body : JSON.stringify(body))
    }
    await assert.rejects(receiveTestCredential(wallet, fetch, delivery), {
      name: 'SandboxFault',
      message: `The test issuer ${reason}.`,
    })
  })

test('rejects with the reason if the test issuer refuses, fails or does not answer', async () => {
  const refusing = (body: object, status: number) => async () => Response.json(body, { status })
  const cases: readonly (readonly [Fetch, string])[] = [
    [refusing({ error: 'invalid_request', error_description: 'No such type.' }, 400), 'refused: No such type.'],
    [refusing({ error: 'server_error' }, 500), 'refused: HTTP status 500'],
    [() => Promise.reject(new TypeError('fetch failed')), 'did not answer (unreachable).'],
  ]
  for (const [fetch, reason] of cases)
    await assert.rejects(receiveTestCredential(wallet, fetch, delivery), {
      name: 'SandboxFault',
      message: `The test issuer ${reason}`,
    })
})
