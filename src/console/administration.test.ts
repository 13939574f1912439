import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../base/index.ts'
import { createAdminister, describeCall } from './administration.ts'
import { toCurl } from './shell/parts.ts'

const roles = [{ name: 'pid-provider', url: 'https://pid.example' }]
const answering = (response: () => Response) => {
  const sent: Request[] = []
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(request)
    return response()
  }
  return { sent, administer: createAdminister(fetch, roles, (role) => `token-of-${role}`) }
}

test('sends the token of the role and the body as JSON', async () => {
  const { sent, administer } = answering(() => Response.json({ credentials: [] }))
  const answer = await administer({ role: 'pid-provider', method: 'POST', path: '/admin/x', body: { limit: 1 } })
  assert.deepEqual(answer, { status: 200, body: { credentials: [] } })
  const [request] = sent
  assert.equal(request?.url, 'https://pid.example/admin/x')
  assert.equal(request?.headers.get('authorization'), 'Bearer token-of-pid-provider')
  assert.equal(await request?.text(), '{"limit":1}')
})

test('passes on a refusal with its status, and an answer without a body', async () => {
  for (const [response, answer] of [
    [Response.json({ error: 'forbidden' }, { status: 403 }), { status: 403, body: { error: 'forbidden' } }],
    [new Response(null, { status: 204 }), { status: 204 }],
  ] as const) {
    const { administer } = answering(() => response)
    assert.deepEqual(await administer({ role: 'pid-provider', method: 'GET', path: '/admin/x' }), answer)
  }
})

for (const [title, role, response] of [
  ['an unknown role', 'relying-party', () => Response.json({})],
  ['an answer that is not JSON', 'pid-provider', () => new Response('<html>')],
  [
    'a connection that fails',
    'pid-provider',
    () => {
      throw new Error('refused')
    },
  ],
] as const)
  test(`reports ${title} as unreachable`, async () => {
    const { administer } = answering(response)
    const answer = await administer({ role, method: 'GET', path: '/admin/x' })
    assert.ok(answer instanceof Failure)
    assert.equal(answer.code, 'unreachable')
  })

test('names the status of an answer that is not JSON, for example of a proxy', async () => {
  const { administer } = answering(() => new Response('<html>', { status: 502 }))
  const answer = await administer({ role: 'pid-provider', method: 'GET', path: '/admin/x' })
  assert.ok(answer instanceof Failure && answer.at === 'pid-provider.status.502')
})

test('shows the call as a curl command that names the token as a variable', () => {
  const call = describeCall(roles, { role: 'pid-provider', method: 'POST', path: '/admin/x', body: { limit: 1 } })
  const command = toCurl(call)
  assert.match(command, /curl -X POST 'https:\/\/pid\.example\/admin\/x'/)
  assert.match(command, /-H "authorization: Bearer \$ADMIN_TOKEN"/)
  assert.match(command, /--data-raw '\{"limit":1\}'/)
})
