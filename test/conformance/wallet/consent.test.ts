/**
 * The wallet sends exactly the claims that the user sees and does not deselect, however the issuer has divided
 * the credential into Disclosures.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../../src/base/index.ts'
import type { MdocContent } from '../../../src/mdoc/index.ts'
import { formatMdoc } from '../../../src/oauth/index.ts'
import { pidSupport } from '../../../src/oid4vci/index.ts'
import { type ConsentRequest, consentToAll } from '../../../src/wallet/index.ts'
import { createPresentationBench, nextBench, type PresentationBench } from '../../support/presentation-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { issuerId } from '../../support/scripted-issuer.ts'
import { pidQuery, relyingPartyId, responseUri } from '../../support/scripted-relying-party.ts'

type Path = readonly (string | number | null)[]

/** Asks for these claims of a PID with these Disclosures. Returns the claims shown and the claims sent. */
async function presentClaims(
  paths: readonly Path[],
  { keep = () => true, nested = [] }: { keep?: (path: Path) => boolean; nested?: readonly (string | number)[][] } = {},
) {
  const bench = await createPresentationBench()
  if (nested.length > 0) {
    const [plain] = await bench.wallet.list()
    await bench.wallet.remove(plain?.id ?? '')
    bench.issuer.bends.pid = (content) => ({ ...content, nested })
    await bench.wallet.obtainPid(issuerId)
  }
  askFor(bench, paths)
  bench.holder.consent = (request) => {
    const all = consentToAll(request)
    return all.given
      ? { given: true, items: all.items.map((one) => ({ ...one, claims: one.claims.filter(keep) })) }
      : all
  }
  await bench.present()
  const { vp_token } = await bench.decryptResponse(await bench.lastForm(responseUri))
  const parts = (vp_token as { pid: string }).pid.split('~').slice(1, -1)
  const sent = parts.map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()).slice(1) as Json)
  return { shown: shownIn(bench.asked.at(-1)), sent }
}

function askFor({ relyingParty }: PresentationBench, paths: readonly Path[]): void {
  const [pid] = pidQuery.credentials
  const claims = paths.map((path) => ({ path: [...path] }))
  relyingParty.bends.query = { credentials: [{ ...(pid as object), claims } as (typeof pidQuery.credentials)[number]] }
}

const shownIn = (request: ConsentRequest | undefined): unknown =>
  request?.items[0]?.candidates[0]?.claims.map(({ path, value, ...more }) => {
    assert.deepEqual(more, {})
    return [path.join('.'), value]
  })

const birth = { country: 'IT', locality: 'Roma' }

test('WI-14 a part of a claim that is disclosed as a whole is shown as the whole', async () => {
  const { shown, sent } = await presentClaims([['place_of_birth', 'country']])
  assert.deepEqual(shown, [['place_of_birth', birth]])
  assert.deepEqual(sent, [['place_of_birth', birth]])
})

test('WI-14 WI-17 two parts of one Disclosure are one choice, and nothing of a deselected Disclosure is sent', async () => {
  const paths = [['place_of_birth', 'country'], ['given_name'], ['place_of_birth', 'locality']]
  const { shown, sent } = await presentClaims(paths, { keep: ([name]) => name !== 'place_of_birth' })
  assert.deepEqual(shown, [
    ['place_of_birth', birth],
    ['given_name', 'Ada'],
  ])
  assert.deepEqual(sent, [['given_name', 'Ada']])
})

test('WI-14 WI-17 parts with separate Disclosures are separate choices', async () => {
  const nested = [
    ['place_of_birth', 'country'],
    ['place_of_birth', 'locality'],
  ]
  const { shown, sent } = await presentClaims(nested, { nested, keep: ([, name]) => name !== 'locality' })
  assert.deepEqual(shown, [
    ['place_of_birth.country', 'IT'],
    ['place_of_birth.locality', 'Roma'],
  ])
  assert.deepEqual(
    sent.map((one) => (one as Json[])[0]),
    ['country', 'place_of_birth'],
  )
})

test('WI-14 WI-17 a claim and a part of it are one choice', async () => {
  const nested = [['place_of_birth', 'locality']]
  const paths = [['place_of_birth', 'locality'], ['place_of_birth'], ['given_name']]
  const { shown, sent } = await presentClaims(paths, { nested, keep: ([name]) => name === 'given_name' })
  assert.deepEqual(shown, [
    ['place_of_birth', birth],
    ['given_name', 'Ada'],
  ])
  assert.deepEqual(sent, [['given_name', 'Ada']])
})

test('WI-14 a part that cannot be sent without another part is shown as the whole', async () => {
  const { shown, sent } = await presentClaims([['place_of_birth', 'locality']], {
    nested: [['place_of_birth', 'locality']],
  })
  assert.deepEqual(shown, [['place_of_birth', birth]])
  assert.equal(sent.length, 2)
})

test('WI-17 does not send a separate Disclosure that was not requested', async () => {
  const nested = [['place_of_birth', 'locality']]
  const { shown, sent } = await presentClaims([['place_of_birth', 'country']], { nested })
  assert.deepEqual(shown, [['place_of_birth', { country: 'IT' }]])
  assert.equal(sent.length, 1)
  assert.ok(!JSON.stringify(sent).includes('Roma'))
})

for (const [path, isElement] of [
  [[pidSupport.doctype, 'given_name'], true],
  [[pidSupport.doctype], false],
  [[pidSupport.doctype, 'place_of_birth', 'locality'], false],
] as const)
  test(`WI-82 the path ${JSON.stringify(path)} of an mdoc is ${isElement ? 'an element' : 'not an element'}`, async () => {
    const bench = await createPresentationBench()
    const meta = { doctype_value: pidSupport.doctype }
    bench.relyingParty.bends.query = {
      credentials: [{ id: 'pid', format: formatMdoc, meta, claims: [{ path: [...path] }] }],
    }
    bench.issuer.bends.mdoc = (content) => ({ ...content, nameSpaces: withBirthPlace(content.nameSpaces) })
    await bench.wallet.obtainPid(issuerId, { format: formatMdoc })
    bench.relyingParty.bends.metadata = (members) => ({ ...members, vp_formats: { mso_mdoc: { alg: ['ES256'] } } })
    const run = bench.present()
    if (isElement) assert.equal((await run).kind, 'presented')
    else await refusedBy('WI-82', 'no_matching_credential', run)
    assert.equal(bench.asked.length, isElement ? 1 : 0)
  })

test('WI-202 WI-14 an element of an mdoc is shown if its namespace has the name of a technical claim', async () => {
  const bench = await createPresentationBench()
  const meta = { doctype_value: pidSupport.doctype }
  bench.relyingParty.bends.query = {
    credentials: [{ id: 'pid', format: formatMdoc, meta, claims: [{ path: ['status', 'rank'] }] }],
  }
  bench.issuer.bends.mdoc = ({ nameSpaces, ...content }) => ({
    ...content,
    nameSpaces: new Map([...nameSpaces, ['status', new Map([['rank', 'first']])]]),
  })
  await bench.wallet.obtainPid(issuerId, { format: formatMdoc })
  bench.relyingParty.bends.metadata = (members) => ({ ...members, vp_formats: { mso_mdoc: { alg: ['ES256'] } } })
  await bench.present()
  assert.deepEqual(shownIn(bench.asked[0]), [['status.rank', 'first']])
})

type NameSpaces = MdocContent['nameSpaces']
const withBirthPlace = (spaces: NameSpaces): NameSpaces =>
  new Map([...spaces].map(([name, elements]) => [name, new Map([...elements, ['place_of_birth', bornIn]])]))
const bornIn = new Map(Object.entries(birth))

test('GEN-19 WI-14 the user sees no link of a Relying Party that a browser would run or load without TLS', async () => {
  const bench = await createPresentationBench()
  const stated = (policy_uri: string, logo_uri: string) =>
    Object.assign(bench.relyingParty.entity.metadata, {
      federation_entity: { organization_name: 'Ente', policy_uri, logo_uri },
    })
  stated('javascript:alert(1)', 'http://rp.example/logo.svg')
  await bench.present()
  stated('https://rp.example/privacy', 'https://rp.example/logos.svg#x')
  const later = nextBench(bench)
  await later.wallet.present(bench.relyingParty.engagement())
  const shown = [...bench.asked, ...later.asked].map(({ relyingParty: { policyUri, logoUri } }) => [policyUri, logoUri])
  assert.deepEqual(shown, [
    [undefined, undefined],
    ['https://rp.example/privacy', 'https://rp.example/logos.svg#x'],
  ])
})

/** Returns the words with every kind of control character that a Relying Party could add. */
const hostile = (words: string): string =>
  `${words}\u001b[2J\u009b1m\n\u2028\u202e\u2066\u200f\u200b${'x'.repeat(1000)}`
const readable = (words: string, longest: number): string => `${words} [2J 1m ${'x'.repeat(longest)}`

for (const [variant, id] of [
  ['dcql', 'WI-82'],
  ['scope', 'WI-94'],
] as const)
  test(`WI-14 a Relying Party's texts are shown as one line of limited length, in ${variant} (D-257)`, async () => {
    const bench = await createPresentationBench()
    const { bends, entity } = bench.relyingParty
    bends.variant = variant
    bends.metadata = (members) => ({ ...members, client_name: hostile('Banca') })
    const links = { policy_uri: 'https://rp.example/\u009b2J', logo_uri: 'https://rp.example/\u202eg' }
    Object.assign(entity.metadata, { federation_entity: { organization_name: hostile('Ente'), ...links } })
    const [pid, ...others] = bends.definition.input_descriptors
    assert.ok(pid)
    const named = { ...pid, name: hostile('PID'), purpose: hostile('To open') }
    bends.definition = { ...bends.definition, input_descriptors: [named, ...others] }
    await bench.present()
    for (const held of await bench.wallet.list()) await bench.wallet.remove(held.id)
    await bench.refuses(id, 'no_matching_credential')
    const shown = [...bench.asked, ...bench.unanswerable]
    assert.equal(shown.length, 2)
    const cut = (words: string, longest: number): string => `${readable(words, longest).slice(0, longest - 1)}…`
    for (const { relyingParty, items } of shown) {
      assert.deepEqual(relyingParty, {
        entityId: relyingPartyId,
        name: cut('Banca', 100),
        organization: cut('Ente', 100),
        policyUri: undefined,
        logoUri: undefined,
        profile: 'seed',
        erasureEndpoint: undefined,
      })
      assert.equal(items[0]?.purpose, variant === 'scope' ? cut('To open', 300) : undefined)
    }
    const [unanswerable] = bench.unanswerable
    assert.equal(unanswerable?.items[0]?.type, variant === 'scope' ? cut('PID', 100) : 'eu.eudiw.pid.it')
  })

test('WI-14 a Relying Party whose name has no visible character is shown by its identifier (D-257)', async () => {
  const bench = await createPresentationBench()
  bench.relyingParty.bends.metadata = (members) => ({ ...members, client_name: '\u200b\u202e \n' })
  Object.assign(bench.relyingParty.entity.metadata, {
    federation_entity: { organization_name: '\u2066', policy_uri: `https://rp.example/${'x'.repeat(2048)}` },
  })
  await bench.present()
  const { name, organization, policyUri } = bench.asked[0]?.relyingParty ?? {}
  assert.deepEqual([name, organization, policyUri], [relyingPartyId, undefined, undefined])
})

for (const [what, returned] of [
  ['nothing', undefined],
  ['null', null],
  ['a consent without items', { given: true }],
  ['a consent that is a text', { given: 'yes', items: [] }],
  ['claims that are not paths', { given: true, items: [{ id: 'pid', credential: 'x', claims: ['given_name'] }] }],
] as const)
  test(`WI-14 the wallet throws an error to an app whose consent returns ${what}, and posts nothing`, async () => {
    const bench = await createPresentationBench()
    bench.holder.consent = () => returned as never
    await assert.rejects(bench.present(), {
      name: 'Error',
      message: /^consent\.ask returned an answer that is not valid \(at answer.*\): return \{ given: false \} or/,
    })
    assert.equal(bench.sentTo(responseUri).length, 0)
  })
