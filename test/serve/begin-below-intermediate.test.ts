/**
 * `fiducia init` below an intermediate: the pinned keys, the superiors in the settings, and the report about the path
 * between them.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createGuardedFetch, createSystemClock, type RunningServer, serve } from '../../src/node/index.ts'
import { readSettings, type ServedRole } from '../../src/serve/index.ts'
import {
  type Authority,
  type AuthorityOptions,
  intermediateOf,
  startAuthority,
} from '../support/federation-authority.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { run } from '../support/run-program.ts'

const directory = freshDirectory()
const fetch = createGuardedFetch({ loopbackHttp: true })
const servers: RunningServer[] = []
let anchor: Authority
let middle: Authority

/** Starts an authority at a local port. */
async function listen({ config, ...further }: AuthorityOptions = {}): Promise<Authority> {
  let app: (request: Request) => Promise<Response> = async () => new Response()
  const server = await serve({
    port: 0,
    hosts: ['127.0.0.1'],
    stopTimeoutSeconds: 0,
    app: (request) => app(request),
  })
  servers.push(server)
  const connect = (_: string, served: typeof app) => {
    app = served
  }
  const clock = fixedClock(createSystemClock().now())
  const entityId = `http://127.0.0.1:${server.port}`
  const options = { ...further, config: { ...config, loopbackHttp: true } }
  return startAuthority({ clock, network: { fetch, connect: connect as never } }, entityId, options)
}

before(async () => {
  anchor = await listen()
  const anchors = new Map([[anchor.entityId, [anchor.signer.publicJwk]]])
  middle = await listen({ anchors, config: { authorityHints: [anchor.entityId] } })
})
after(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await fetch.close()
})

async function init(role: ServedRole, name: string, ...flags: string[]) {
  const { code, out, err } = await run('init', role, '--dir', join(directory, name), ...flags)
  return { code, told: out + err }
}

const settingsOf = (role: ServedRole, name: string, under = directory) =>
  readSettings(role, { file: join(under, name, `${role}.json`), environment: {} })

test('FED-15 init that pins an intermediate reports that it is below an anchor, which should be pinned', async () => {
  const plain = await init('relying-party', 'below-anchor', '--anchor', anchor.entityId)
  assert.match(plain.told, /^pinned {2}http:/m)
  assert.doesNotMatch(plain.told, /^intermediate/m)
  const { told } = await init('relying-party', 'pinned-intermediate', '--anchor', middle.entityId)
  assert.match(told, /^pinned {2}http:/m)
  assert.match(told, /^intermediate {2}http:\S+ is below http:\S+: .*the anchor above as --anchor.*--superior/m)
})

for (const role of ['wallet-provider', 'pid-provider', 'relying-party', 'trust-anchor'] as const)
  test(`FED-12 init of a ${role} below an intermediate pins the anchor and names the intermediate as superior`, async () => {
    const { code, told } = await init(role, role, '--anchor', anchor.entityId, '--superior', middle.entityId)
    assert.equal(code, 0, told)
    const settings = settingsOf(role, role)
    assert.deepEqual(settings.role.authorityHints, [middle.entityId])
    assert.deepEqual(
      settings.anchors.map(({ entityId }) => entityId),
      [anchor.entityId],
    )
  })

test('FED-12 init reports an intermediate without a chain and the missing step, and an ignored --superior', async () => {
  const flags = ['--anchor', anchor.entityId, '--superior', middle.entityId]
  const early = await init('relying-party', 'early', ...flags)
  assert.match(early.told, /^not yet {2}http:\S+ has no chain to http:\S+: .*fiducia federation add/m)
  const taken = intermediateOf(middle.entityId)
  assert.equal((await anchor.administer('POST', '/subordinates', taken)).status, 201)
  assert.doesNotMatch((await init('relying-party', 'late', ...flags)).told, /^not yet/m)
  const { told } = await init('relying-party', 'late', ...flags)
  assert.match(told, /^ignored {2}--superior: /m)
})

test('FED-12 init refuses a superior without an anchor, and a superior that does not answer', async () => {
  const lone = await init('relying-party', 'lone', '--superior', middle.entityId)
  assert.deepEqual([lone.code, /--anchor/.test(lone.told)], [1, true], lone.told)
  const silent = ['--anchor', anchor.entityId, '--superior', 'http://127.0.0.1:1']
  assert.match((await init('relying-party', 'silent', ...silent)).told, /^The superior http:\S+ does not answer/)
})

test('FED-13 init of an intermediate uses its own name, port and directory', async () => {
  const here = freshDirectory()
  process.chdir(here)
  for (const flags of [[], ['--anchor', anchor.entityId]])
    assert.equal((await run('init', 'trust-anchor', ...flags)).code, 0)
  const ofAnchor = settingsOf('trust-anchor', 'trust-anchor', here)
  const ofIntermediate = settingsOf('trust-anchor', 'intermediate', here)
  assert.deepEqual(
    [ofAnchor, ofIntermediate].map(({ role }) => role.organization.organization_name),
    ['Trust Anchor (example)', 'Intermediate (example)'],
  )
  assert.notEqual(ofAnchor.listen.port, ofIntermediate.listen.port)
})
