/**
 * The flows as pages: every message, decoded, in `docs/flows`. `TEST_GOLDEN=update` writes them; without it they must
 * be unchanged. Also the golden rule: no artefact has a member that neither the specification nor a row of
 * `docs/spec/decisions/additional-members.md` names.
 */

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { parseAdditionalMembers, readAdditionalMembers } from '../../scripts/requirements/decisions.ts'
import { failed, type JsonObject } from '../../src/base/index.ts'
import { createLocalDecrypter } from '../../src/jose/index.ts'
import { present } from '../../src/sandbox/life-cycle/present-pid.ts'
import { observeOutput } from '../support/decisions.ts'
import { createTestEcosystem, origins, type TestEcosystem } from '../support/ecosystem.ts'
import { type Artefact, findJwts, openBodies, openJwt } from '../support/wire/artefacts.ts'
import { renderFlow } from '../support/wire/flow-page.ts'
import { assertGoldenPage, assertNoRandomText } from '../support/wire/golden-page.ts'
import { judgeMembers } from '../support/wire/judge-members.ts'
import { createTranscript, type WireExchange } from '../support/wire/transcript.ts'
import { specifiedMembers } from './specified-members.ts'

const places = {
  ...origins,
  console: 'https://console.example',
  nationalIdp: 'https://idp.example',
  nationalSamlIdp: 'https://spid.example',
}

interface Flow {
  readonly file: string
  readonly title: string
  readonly lead: string
  readonly exchanges: readonly WireExchange[]
}

let ecosystem: TestEcosystem
let flows: readonly Flow[]
let decrypted: ReadonlyMap<string, JsonObject>

before(async () => {
  const transcript = createTranscript()
  ecosystem = await createTestEcosystem({ seed: 'flows', through: transcript.through })
  const person = ecosystem.person()
  let begun = 0
  const during = async (run: () => Promise<unknown>): Promise<readonly WireExchange[]> => {
    await run()
    const exchanges = transcript.exchanges.slice(begun)
    begun = transcript.exchanges.length
    return exchanges
  }
  const setUp = await during(() => person.wallet.setUp())
  const registered = 1 + setUp.findIndex(({ url }) => url.endsWith('/wallet-instance'))
  const issuance = await during(() => person.wallet.obtainPid(origins.pidProvider))
  const scope = await during(() => present({ origins: places, person }, { variant: 'scope', method: 'get' }))
  const dcql = await during(() => present({ origins: places, person }, { variant: 'dcql', method: 'post' }))
  flows = [
    {
      file: 'registration.md',
      title: 'Registration of a Wallet Instance',
      lead: 'The first start of a wallet: the federation vouches for the Wallet Provider, the device for its hardware key.',
      exchanges: setUp.slice(0, registered),
    },
    {
      file: 'attestation.md',
      title: 'Wallet Attestation',
      lead: 'The wallet has a fresh key attested. The Wallet Provider gets its own trust chain for the header.',
      exchanges: setUp.slice(registered),
    },
    {
      file: 'issuance.md',
      title: 'Issuance of a PID',
      lead: 'Pushed authorization request, national login and consent in the browser, token, credential.',
      exchanges: issuance,
    },
    {
      file: 'presentation-scope.md',
      title: 'Presentation, variant 1: scope',
      lead: 'Same device. The wallet shows its attestation when it fetches the Request Object.',
      exchanges: scope,
    },
    {
      file: 'presentation-dcql.md',
      title: 'Presentation, variant 2: DCQL',
      lead: 'Same device, Request Object by POST. Trust was established before, so no chain is fetched again.',
      exchanges: dcql,
    },
  ]
  decrypted = await decryptResponses(transcript.exchanges)
})

async function decryptResponses(exchanges: readonly WireExchange[]): Promise<ReadonlyMap<string, JsonObject>> {
  const decrypter = createLocalDecrypter(ecosystem.parts, 'ECDH-ES', ecosystem.parts.keys['relying-party'].response[0])
  const found = new Map<string, JsonObject>()
  for (const { url, request } of exchanges) {
    const response = new URLSearchParams(request.body).get('response')
    if (url !== `${origins.relyingParty}/response` || response === null) continue
    const opened = await decrypter.decrypt(response)
    assert.ok(!failed(opened))
    found.set(response, JSON.parse(Buffer.from(opened.plaintext).toString('utf8')) as JsonObject)
  }
  return found
}

describe('docs/flows', () => {
  const files = ['registration', 'attestation', 'issuance', 'presentation-scope', 'presentation-dcql']
  for (const file of files)
    test(`${file}.md equals the messages on the wire`, () => {
      const flow = flows.find((candidate) => candidate.file === `${file}.md`)
      assert.ok(flow && flow.exchanges.length > 0)
      const page = renderFlow({ ...flow, now: ecosystem.clock.now(), decrypted })
      assertGoldenPage(flow.file, page)
    })

  test('no page contains a raw JWT or a random value', () => {
    for (const flow of flows) assertNoRandomText(renderFlow({ ...flow, now: ecosystem.clock.now(), decrypted }))
  })
})

function artefacts(): readonly Artefact[] {
  const all = flows.flatMap(({ exchanges }) => exchanges)
  const texts = all.flatMap(({ request, response }) => [
    ...request.headers.values(),
    decodeURIComponent(request.body.replaceAll('+', ' ')),
    response.body,
  ])
  const inside = [...decrypted.values()].map((value) => JSON.stringify(value))
  const jwts = new Set([...texts, ...inside].flatMap(findJwts))
  return [...[...jwts].map(openJwt), ...all.flatMap(openBodies)]
}

describe('the golden rule', () => {
  const rows = parseAdditionalMembers(readAdditionalMembers())

  test('every artefact that the specification describes is on the wire', () => {
    const seen = new Set(artefacts().map(({ name }) => name))
    assert.deepEqual([...seen].sort(), Object.keys(specifiedMembers).sort())
  })

  test('GEN-12 each kind of JWT has its own typ', () => {
    const kinds: Readonly<Record<string, string>> = {
      'Wallet Attestation Request': 'war+jwt',
      'Wallet Attestation': 'wallet-attestation+jwt',
      'Request Object, variant 1': 'JWT',
      'Request Object, variant 2': 'oauth-authz-req+jwt',
      'Trust Anchor entity configuration': 'entity-statement+jwt',
      'Subordinate Statement': 'entity-statement+jwt',
      'KB-JWT': 'kb+jwt',
      'DPoP proof': 'dpop+jwt',
      'key proof': 'openid4vci-proof+jwt',
      'access token': 'at+jwt',
    }
    const all = artefacts()
    for (const [name, typ] of Object.entries(kinds)) {
      const types = new Set(all.filter((artefact) => artefact.name === name).map(({ header }) => header?.typ))
      assert.deepEqual([...types], [typ], name)
    }
    observeOutput('GEN-12')
  })

  test('every artefact has all listed members with their types, and each additional member has a row', () => {
    const faults = artefacts().flatMap((artefact) => {
      const specified = specifiedMembers[artefact.name]
      const own = rows.filter((row) => row.artefact === artefact.name).map(({ member }) => member)
      return specified
        ? judgeMembers(artefact, specified, new Set(own)).map((fault) => `${artefact.name} ${fault}`)
        : [`${artefact.name} is described nowhere`]
    })
    assert.equal([...new Set(faults)].join('\n'), '')
  })

  test('the golden rule reports an additional member, a missing member and a member of another type', () => {
    const artefact = (payload: JsonObject) => ({ name: 'key proof', header: {}, payload, text: '' })
    const specified = { payload: { iss: 'string', list: 'array', 'list[].a': 'string' } } as const
    const judge = (payload: JsonObject, ...additional: string[]) =>
      judgeMembers(artefact(payload), specified, new Set(additional))
    assert.deepEqual(judge({ iss: 'x', list: [{ a: 'b' }] }), [])
    assert.deepEqual(judge({ iss: 1, list: [{ a: 'b' }] }), ['iss is no string'])
    assert.deepEqual(judge({ iss: 'x', list: [{ a: 'b' }], more: 1 }), ['has more, listed nowhere'])
    assert.deepEqual(judge({ iss: 'x', list: [{ a: 'b' }], more: 1 }, 'more'), [])
    assert.deepEqual(judge({ list: [{ a: 'b', c: 1 }] }), ['has list[].c, listed nowhere', 'lacks iss'])
    assert.deepEqual(judge({ iss: 'x', list: [{}] }), ['lacks list[].a'])
  })
})
