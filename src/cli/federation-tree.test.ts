import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showTree } from './federation-tree.ts'

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * Creates a federation in which each entity has `width` subordinates, or lists the entities in `listed`. All sign with
 * `alg`.
 */
function wide(width: number, listed?: readonly string[], alg = 'ES256') {
  const asked: string[] = []
  const configurationOf = (entity: string): string => {
    const key = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43), kid: 'a', alg: 'ES256' }
    const metadata = { federation_entity: { federation_list_endpoint: `${entity}/list` } }
    const times = { iat: 1_000, exp: 2_000 }
    const claims = { iss: entity, sub: entity, ...times, jwks: { keys: [key] }, metadata }
    return `${encode({ alg, kid: 'a', typ: 'entity-statement+jwt' })}.${encode(claims)}.${'A'.repeat(86)}`
  }
  const fetch = async (request: Request): Promise<Response> => {
    asked.push(request.url)
    if (request.url.endsWith('/list')) {
      const entity = request.url.slice(0, -'/list'.length)
      return Response.json(listed ?? Array.from({ length: width }, (_, index) => `${entity}/${index}`))
    }
    const entity = request.url.slice(0, -'/.well-known/openid-federation'.length)
    return new Response(configurationOf(entity), { headers: { 'Content-Type': 'application/entity-statement+jwt' } })
  }
  const client = Object.assign(fetch, { close: async (): Promise<void> => undefined })
  const service = {
    entityId: 'https://anchor.example',
    token: undefined,
    loopbackHttp: false,
    fetch: client,
    administrationFetch: client,
    now: 1_500,
  }
  return { service, asked }
}

test('show prints every entity with its subordinates', async () => {
  const { service, asked } = wide(2)
  const lines = (await showTree(service, 'https://anchor.example')).text.split('\n')
  assert.equal(lines.length, 1 + 2 + 4 + 8 + 16)
  assert.equal(lines[2], '    https://anchor.example/0/0  Trust Anchor')
  assert.equal(asked.length, 31 + 15, 'entities at the lowest level are not asked for their subordinates')
})

test('show asks a limited number of entities, however many there are, and prints the number of the others', async () => {
  const { service, asked } = wide(30)
  const tree = await showTree(service, 'https://anchor.example')
  const configurations = asked.filter((url) => url.endsWith('openid-federation'))
  assert.equal(configurations.length, 1 + 500)
  assert.match(tree.text, /^ {4}\((\d+) more, not asked\)$/m)
  const one = await showTree(wide(1000).service, 'https://anchor.example')
  assert.partialDeepStrictEqual(one.data, { omitted: 500 + 500 * 1000 })
  assert.match(one.text, /^ {2}\(500 more, not asked\)$/m)
})

test('show reads statements with any supported algorithm, and names the reason if it cannot read one', async () => {
  const { text } = await showTree(wide(1, undefined, 'RS256').service, 'https://anchor.example')
  assert.equal(text.split('\n')[1], '  https://anchor.example/0  Trust Anchor')
  await assert.rejects(showTree(wide(0, undefined, 'HS256').service, 'https://anchor.example'), {
    message:
      'There is no usable entity configuration at https://anchor.example/.well-known/openid-federation (alg_mac at configuration.header.alg).',
  })
})

test('the data of show are the entities with depth and role, even for an identifier with spaces', async () => {
  const { service } = wide(0, ['https://a  b.example', '', '(2 more, not asked)'])
  const { data, text } = await showTree(service, 'https://anchor.example')
  const role = '(no usable configuration: entity_id_invalid)'
  assert.deepEqual(data, {
    entities: [
      { depth: 0, entity_id: 'https://anchor.example', role: 'Trust Anchor' },
      { depth: 1, entity_id: 'https://a  b.example', role },
      { depth: 1, entity_id: '', role },
      { depth: 1, entity_id: '(2 more, not asked)', role },
    ],
    omitted: 0,
  })
  assert.equal(text.split('\n')[1], `  https://a  b.example  ${role}`)
})
