import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configurationOf, sign, statementResponse, testEntity, urls } from '../../../test/support/federation.ts'
import { createNetwork } from '../../../test/support/network.ts'
import { failed } from '../../base/index.ts'
import { defaultAlgorithms as algorithms } from '../../jose/index.ts'
import { surveyFederation } from './survey-federation.ts'

const options = { algorithms, urls }

/**
 * Connects entities at `https://<name>.example`. The body of each list is a JSON text, or the list that it contains. The
 * list endpoint is `/list`, or that of `endpoints`.
 */
async function connect(
  lists: Readonly<Record<string, string | readonly unknown[]>>,
  endpoints: Readonly<Record<string, string>> = {},
) {
  const network = createNetwork()
  for (const [name, listed] of Object.entries(lists)) {
    const entityId = `https://${name}.example`
    const metadata = { federation_entity: { federation_list_endpoint: endpoints[name] ?? `${entityId}/list` } }
    const statement = await sign(configurationOf(await testEntity(entityId, { metadata }), 1_768_478_400))
    network.connect(entityId, async (request) =>
      request.url.endsWith('/list') ? listResponse(listed) : statementResponse(statement),
    )
  }
  return network
}

const listResponse = (listed: string | readonly unknown[]): Response =>
  new Response(typeof listed === 'string' ? listed : JSON.stringify(listed), {
    headers: { 'content-type': 'application/json' },
  })

test('a survey asks each entity once, although two entities list each other', async () => {
  const [a, b] = ['https://a.example', 'https://b.example']
  const network = await connect({ a: [b, b, a], b: [a, 'https://silent.example', 7, 'x'.repeat(3000)] })
  const survey = await surveyFederation(network.fetch, [a], options)
  assert.deepEqual([...survey.keys()], [a, b, 'https://silent.example'])
  assert.deepEqual(survey.get(b)?.subordinates, [a, 'https://silent.example'])
  assert.ok(failed(survey.get('https://silent.example')?.configuration))
  assert.equal(network.exchanges.length, 4)
})

test('a survey limits its depth, the number of entities, and the share of one list', async () => {
  const below = (name: string): string[] => Array.from({ length: 9 }, (_, index) => `https://${name}${index}.example`)
  const network = await connect({
    top: ['https://greedy.example', 'https://modest.example'],
    greedy: below('g'),
    modest: below('m'),
  })
  const survey = (further: object) =>
    surveyFederation(network.fetch, ['https://top.example'], { ...options, ...further })
  const greedy = (await survey({ entities: 12 })).get('https://modest.example')
  assert.deepEqual([greedy?.subordinates.length, greedy?.omitted], [1, 8])
  const fair = (await survey({ entities: 12, each: 5 })).get('https://modest.example')
  assert.deepEqual([fair?.subordinates.length, fair?.omitted], [5, 4])
  assert.equal((await survey({ depth: 1 })).size, 3)
})

test('FED-37 a survey keeps at most 32 MiB of configurations', async () => {
  const network = await connect({ a: Array.from({ length: 70 }, (_, index) => `https://member.example/${index}`) })
  const metadata = { openid_credential_issuer: { text: 'x'.repeat(390_000) } }
  const drafts = configurationOf(await testEntity('https://member.example', { metadata }), 1_768_478_400)
  const large = await sign(drafts)
  network.connect('https://member.example', async () => statementResponse(large))
  const survey = await surveyFederation(network.fetch, ['https://a.example'], options)
  const configurations = [...survey.values()].map(({ configuration }) => configuration)
  const tooLarge = configurations.filter((one) => failed(one) && one.code === 'answer_too_large')
  assert.equal(survey.size, 71)
  assert.equal(configurations.length - tooLarge.length, 1 + Math.floor(33_550_000 / large.length))
})

test('FED-37 a list that names large configurations displaces none that another list names', async () => {
  const network = await connect({
    top: ['https://greedy.example', 'https://modest.example'],
    greedy: Array.from({ length: 100 }, (_, index) => `https://large.example/${index}`),
    modest: ['https://small.example'],
    small: [],
  })
  const metadata = { openid_credential_issuer: { text: 'x'.repeat(390_000) } }
  const large = await sign(configurationOf(await testEntity('https://large.example', { metadata }), 1_768_478_400))
  network.connect('https://large.example', async () => statementResponse(large))
  const survey = await surveyFederation(network.fetch, ['https://top.example'], { ...options, each: 100 })
  assert.equal(survey.size, 104)
  const kept = [...survey].filter(([, { configuration }]) => !failed(configuration)).map(([entityId]) => entityId)
  assert.ok(kept.includes('https://small.example'))
  const largest = kept.filter((entityId) => entityId.startsWith('https://large.example'))
  assert.equal(largest.length, Math.floor(33_554_432 / 5 / large.length))
})

test('FED-37 a configuration beyond the limit of a survey is omitted when it arrives, without parsing it', async () => {
  const network = await connect({ a: Array.from({ length: 70 }, (_, index) => `https://member.example/${index}`) })
  const unreadable = 'x'.repeat(520_000)
  network.connect('https://member.example', async () => statementResponse(unreadable))
  const survey = await surveyFederation(network.fetch, ['https://a.example'], options)
  const codes = [...survey.values()].map(({ configuration }) => failed(configuration) && configuration.code)
  assert.equal(codes.filter((code) => code === 'answer_too_large').length, 70 - Math.floor(33_550_000 / 520_000))
})

test('a survey reads the list of a federation with many thousands of entities', async () => {
  const listed = Array.from({ length: 10_000 }, (_, index) => `https://member.example/${index}`)
  const network = await connect({ a: listed })
  const survey = await surveyFederation(network.fetch, ['https://a.example'], { ...options, entities: 3 })
  const { subordinates, omitted } = survey.get('https://a.example') ?? {}
  assert.deepEqual([subordinates, omitted], [listed.slice(0, 3), 9997])
})

test('GEN-19 a survey continues after an identifier or a list endpoint that cannot be requested', async () => {
  const [a, b, odd] = ['https://a.example', 'https://b.example', 'https://user:word@c.example']
  const network = await connect({ a: [odd, 'http://c.example', b], b: [a] }, { b: 'https://user:word@b.example/list' })
  const survey = await surveyFederation(network.fetch, [a], options)
  assert.deepEqual([...survey.keys()], [a, odd, 'http://c.example', b])
  for (const entityId of [odd, 'http://c.example']) {
    const configuration = survey.get(entityId)?.configuration
    assert.equal(failed(configuration) && configuration.code, 'entity_id_invalid', entityId)
  }
  assert.deepEqual(survey.get(b)?.subordinates, [])
})

for (const [title, body] of [
  ['nested too deeply', `["https://b.example", ${'['.repeat(100)}${']'.repeat(100)}]`],
  ['with one member twice', '["https://b.example", {"a": 1, "a": 2}]'],
  ['with a number that a double cannot represent', '["https://b.example", 9007199254740993]'],
  ['that is an object', '{"0": "https://b.example"}'],
  ['that is cut off', '["https://b.example"'],
] as const)
  test(`GEN-23 GEN-34 a survey ignores a list ${title}`, async () => {
    const network = await connect({ a: body, b: [] })
    assert.deepEqual(
      [...(await surveyFederation(network.fetch, ['https://a.example'], options)).keys()],
      ['https://a.example'],
    )
  })
