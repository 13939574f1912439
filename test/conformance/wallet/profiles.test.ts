/** Messages of the wallet to a Relying Party of each later version, and its display of that party. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { calculateJwkThumbprint } from 'jose'
import { failed } from '../../../src/base/index.ts'
import { sdJwtHolderFacet } from '../../../src/credential/sd-jwt/holder.ts'
import { formatMdoc } from '../../../src/oauth/index.ts'
import { parsePathCertificate } from '../../../src/x509/index.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { startThirdParties } from '../../support/third-parties.ts'
import { startIssuer } from '../../support/third-party/issuer.ts'
import type { LaterVersion } from '../../support/third-party/versions.ts'

async function begin(t: TestContext, version: LaterVersion) {
  const parties = await startThirdParties(t, version)
  const holder = parties.createWallet()
  await holder.wallet.setUp()
  await parties.deliverTo(holder.wallet, version)
  return { ...parties, holder }
}

const formatsOf14 = {
  'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512'], 'kb-jwt_alg_values': ['ES256'] },
  mso_mdoc: { issuerauth_alg_values: [-7, -35, -36, -9, -51, -52], deviceauth_alg_values: [-7, -9] },
}
const metadataOf = {
  'it-wallet-1.0': {
    vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512'] } },
    client_id_schemes_supported: ['https'],
  },
  'it-wallet-1.4': { vp_formats_supported: formatsOf14, client_id_prefixes_supported: ['openid_federation'] },
} as const

for (const version of ['it-wallet-1.0', 'it-wallet-1.4'] as const)
  test(`WI-139 WI-140 WI-141 WI-144 the wallet sends the messages of ${version}, and its outcome names this version`, async (t) => {
    const { relyingParty, holder } = await begin(t, version)
    const outcome = await holder.wallet.present(relyingParty.ask('dcql', 'post'))
    assert.equal(outcome.profile, version)
    const sent = relyingParty.asked.find(({ url }) => url.pathname === '/request')
    const form = new URLSearchParams(sent?.body)
    assert.deepEqual(JSON.parse(form.get('wallet_metadata') ?? ''), {
      ...metadataOf[version],
      authorization_endpoint: 'https://wallet.example/authorization',
      response_types_supported: ['vp_token'],
      response_modes_supported: ['direct_post.jwt'],
      request_object_signing_alg_values_supported: ['ES256', 'ES384', 'ES512'],
    })
    const response = relyingParty.asked.find(({ url }) => url.pathname === '/response')
    assert.equal(new URLSearchParams(response?.body).has('state'), version === 'it-wallet-1.0')
    assert.equal(sent?.headers.authorization, undefined, 'no attestation is shown')
    const { profile } = holder.asked[0]?.relyingParty ?? {}
    assert.equal(profile, version)
  })

for (const [erasure_endpoint, shown] of [
  ['https://rp.example/erasure', 'https://rp.example/erasure'],
  ['https://rp.example/\u202eerasure', undefined],
  ['javascript:1', undefined],
  [7, undefined],
] as const)
  test(`WI-144 the consent shows the erasure endpoint ${JSON.stringify(erasure_endpoint)} as ${shown}`, async (t) => {
    const { relyingParty, holder } = await begin(t, 'it-wallet-1.4')
    relyingParty.bends.metadata = (own) => ({ ...own, erasure_endpoint })
    await holder.wallet.present(relyingParty.ask('dcql'))
    assert.equal(holder.asked[0]?.relyingParty.erasureEndpoint, shown)
  })

for (const [version, chosen] of [
  ['it-wallet-1.0', 'seed'],
  ['it-wallet-1.0', 'it-wallet-1.4'],
  ['it-wallet-1.4', 'seed'],
  ['it-wallet-1.4', 'it-wallet-1.0'],
] as const)
  test(`WI-130 a Relying Party of ${version} gets nothing if the user chose ${chosen}`, async (t) => {
    const { relyingParty, holder } = await begin(t, version)
    const link = relyingParty.ask('dcql')
    const refused = holder.wallet.present(link, 'same-device', chosen)
    await refusedBy('WI-130', 'profile_not_chosen', refused)
    assert.deepEqual(
      relyingParty.asked.filter(({ url }) => ['/request', '/response'].includes(url.pathname)),
      [],
    )
    assert.equal((await holder.wallet.present(link, 'same-device', version)).kind, 'presented')
  })

test('WI-132 a Request Object in a link is answered once, whatever its signature, spaces and state in the link', async (t) => {
  const { relyingParty, holder } = await begin(t, 'it-wallet-1.4')
  const link = await relyingParty.askByValue()
  assert.equal((await holder.wallet.present(link)).kind, 'presented')
  await refusedBy('WI-92', 'engagement_used', holder.wallet.present(link))
  const url = new URL(link)
  const [header, payload, signature] = (url.searchParams.get('request') ?? '').split('.')
  url.searchParams.set('request', `${header}.${payload}.${'A'.repeat(86)}`)
  await refusedBy('WI-92', 'engagement_used', holder.wallet.present(url.href))
  url.searchParams.set('request', ` ${header}.${payload}.${signature}`)
  await refusedBy('WI-92', 'engagement_used', holder.wallet.present(url.href))
  const { state } = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as { readonly state: string }
  const other = new URL(link)
  if (other.searchParams.has('state')) other.searchParams.delete('state')
  else other.searchParams.set('state', state)
  await refusedBy('WI-92', 'engagement_used', holder.wallet.present(other.href))
})

for (const [version, posted] of [
  ['it-wallet-1.0', []],
  ['it-wallet-1.4', ['invalid_transaction_data']],
] as const)
  test(`WI-207 WI-78 a wallet of ${version} refuses transaction data, and posts ${posted[0] ?? 'nothing'}`, async (t) => {
    const { relyingParty, holder } = await begin(t, version)
    const posts = () => relyingParty.asked.filter(({ url }) => url.pathname === '/response').map(({ body }) => body)
    const refused = (change: object) => {
      relyingParty.bends.request = (own) => ({ ...own, transaction_data: ['eyJ0eXBlIjoieCJ9'], ...change })
      return holder.wallet.present(relyingParty.ask('dcql'))
    }
    await refusedBy('WI-78', 'transaction_data_unsupported', refused({}))
    assert.deepEqual(
      posts().map((body) => new URLSearchParams(body).get('error')),
      posted,
    )
    assert.deepEqual([holder.asked.length, holder.unanswerable.length], [0, posted.length])
    await assert.rejects(refused({ response_uri: 'https://elsewhere.example/response' }))
    relyingParty.bends.requestText = (text) => `${text.slice(0, text.lastIndexOf('.'))}.${'A'.repeat(86)}`
    await assert.rejects(refused({}))
    assert.equal(posts().length, posted.length, 'WI-90: a request that is not verified gets no answer')
  })

test('WI-206 1.4 presents an SD-JWT only for a query with an authority key identifier of its certificates', async (t) => {
  const { relyingParty, issuer, deliverTo, createWallet } = await startThirdParties(t, 'it-wallet-1.4')
  let chain: readonly string[] = []
  issuer.bends.chain = {
    x5c: (certificates) => {
      chain = certificates
      return certificates
    },
  }
  const holder = createWallet()
  await holder.wallet.setUp()
  await deliverTo(holder.wallet, 'it-wallet-1.4')
  const keyIds = [...chain, issuer.root].map((text) => {
    const certificate = parsePathCertificate(Buffer.from(text, 'base64'), 'certificate')
    return failed(certificate) ? 'unreadable' : Buffer.from(certificate.keyId ?? []).toString('base64url')
  })
  const [ofLeaf = '', ofMember = '', ofRoot = ''] = keyIds
  const presentFor = (...values: readonly string[]) => {
    relyingParty.bends.request = (own) => ({
      ...own,
      dcql_query: {
        credentials: (own.dcql_query as { credentials: readonly object[] }).credentials.map((one) => ({
          ...one,
          trusted_authorities: [{ type: 'aki', values }],
        })),
      },
    })
    return holder.wallet.present(relyingParty.ask('dcql'))
  }
  for (const keyId of [ofMember, ofRoot]) assert.equal((await presentFor('AAAA', keyId)).kind, 'presented')
  await refusedBy('WI-82', 'no_matching_credential', presentFor('AAAA', ofLeaf))
})

test('WI-206 an SD-JWT without readable certificates has no authority key identifier', () => {
  for (const x5c of [undefined, [], 'MAA=', ['MAA=', '*', 7, null], { 0: 'MAA=' }]) {
    const header = Buffer.from(JSON.stringify({ x5c })).toString('base64url')
    const held = { credential: `${header}.e30.AA~`, alg: 'ES256', type: 'x' }
    assert.deepEqual(sdJwtHolderFacet.authorityKeyIds(held), [])
  }
  assert.deepEqual(sdJwtHolderFacet.authorityKeyIds({ credential: '*', alg: 'ES256', type: 'x' }), [])
})

for (const [host, opened] of [
  ['localhost', 1],
  ['127.0.0.1', 0],
] as const)
  test(`WI-135 a declined request of 1.4 opens ${opened} pages at ${host}, for a certificate of localhost`, async (t) => {
    const { relyingParty, holder } = await begin(t, 'it-wallet-1.4')
    const done = `${relyingParty.origin.replace('localhost', host)}/done`
    relyingParty.bends.metadata = (own) => ({ ...own, redirect_uris: [done] })
    relyingParty.bends.errorAnswer = () => ({ redirect_uri: `${done}?response_code=${'c'.repeat(32)}` })
    holder.consent = () => ({ given: false })
    const outcome = await holder.wallet.present(relyingParty.ask('dcql'))
    assert.deepEqual([outcome.kind, holder.opened.length], ['declined', opened])
  })

test('WI-135 a page that the certificate does not cover is refused as sent data, not as a request of a stranger', async (t) => {
  const { relyingParty, holder } = await begin(t, 'it-wallet-1.4')
  const done = `${relyingParty.origin.replace('localhost', '127.0.0.1')}/done`
  relyingParty.bends.metadata = (own) => ({ ...own, redirect_uris: [done] })
  relyingParty.bends.answer = () => ({ redirect_uri: `${done}?response_code=${'c'.repeat(32)}` })
  const presented = holder.wallet.present(relyingParty.ask('dcql'))
  const { answer } = await refusedBy('WI-135', 'endpoint_not_certified', presented)
  assert.equal(answer.error, 'redirect_untrusted')
  assert.deepEqual(holder.opened, [])
})

test('WI-142 WI-143 WI-145 a request of 1.4 without state, across devices, is answered without state', async (t) => {
  const { relyingParty, holder } = await begin(t, 'it-wallet-1.4')
  relyingParty.bends.request = ({ state: _, ...own }) => own
  relyingParty.bends.answer = () => ({})
  const outcome = await holder.wallet.present(relyingParty.ask('dcql'), 'cross-device')
  assert.deepEqual(relyingParty.complaints, [])
  assert.deepEqual([outcome.kind, outcome.redirectUri], ['presented', undefined])
  assert.deepEqual(holder.opened, [])
})

for (const [version, flow] of [
  ['it-wallet-1.0', 'same-device'],
  ['it-wallet-1.4', 'cross-device'],
] as const)
  test(`WI-143 ${version}, ${flow}: an accepted response whose answer has no body has succeeded`, async (t) => {
    const { relyingParty, holder } = await begin(t, version)
    relyingParty.bends.answerText = () => ''
    const outcome = await holder.wallet.present(relyingParty.ask('dcql'), flow)
    assert.deepEqual([outcome.kind, outcome.redirectUri, holder.opened], ['presented', undefined, []])
  })

for (const [version, flow, accepted] of [
  ['it-wallet-1.0', 'same-device', true],
  ['it-wallet-1.4', 'cross-device', true],
  ['it-wallet-1.4', 'same-device', false],
] as const)
  test(`WI-215 ${version}, ${flow}: metadata without redirect_uris are ${accepted ? 'accepted' : 'refused'}`, async (t) => {
    const { relyingParty, holder } = await begin(t, version)
    relyingParty.bends.metadata = ({ redirect_uris: _, ...own }) => own
    relyingParty.bends.answerText = () => ''
    const presented = holder.wallet.present(relyingParty.ask('dcql'), flow)
    if (accepted) assert.equal((await presented).kind, 'presented')
    else await refusedBy('WI-215', 'redirect_uris_missing', presented)
  })

for (const version of ['it-wallet-1.0', 'it-wallet-1.4'] as const)
  for (const kind of ['presented', 'declined'] as const)
    test(`WI-210 ${version}: across devices the user agent opens the page of a ${kind} request`, async (t) => {
      const { relyingParty, holder } = await begin(t, version)
      if (kind === 'declined') holder.consent = () => ({ given: false })
      relyingParty.bends.errorAnswer = () => ({ redirect_uri: `${relyingParty.origin}/done?response_code=x` })
      const outcome = await holder.wallet.present(relyingParty.ask('dcql'), 'cross-device')
      assert.deepEqual([outcome.kind, outcome.pageOpened], [kind, true])
      assert.match(outcome.redirectUri ?? '', /\/done\?response_code=/)
      assert.deepEqual(holder.opened, [outcome.redirectUri])
      const fetched = relyingParty.asked.filter(({ url }) => url.pathname === '/done')
      assert.deepEqual(fetched, [], 'the wallet fetches no page')
    })

test('WI-88 1.4, same-device: an answer without a body names no page', async (t) => {
  const { relyingParty, holder } = await begin(t, 'it-wallet-1.4')
  relyingParty.bends.answerText = () => ''
  await refusedBy('WI-88', 'json_malformed', holder.wallet.present(relyingParty.ask('dcql')))
  assert.deepEqual(holder.opened, [])
})

/** Begins with a wallet that has an mdoc of an issuer of the specification’s own messages, and no other credential. */
async function beginWithMdoc(t: TestContext, version: LaterVersion) {
  const parties = await startThirdParties(t, version)
  const issuer = await startIssuer(parties.ownAnchor)
  t.after(issuer.stop)
  const holder = parties.createWallet()
  holder.browser = issuer.authorize
  await holder.wallet.setUp()
  await holder.wallet.obtainPid(issuer.origin, { format: formatMdoc })
  parties.relyingParty.mdocAuthority = issuer.document?.chain[1]
  return { ...parties, holder }
}

test('WI-140 1.4: an mdoc is signed for the prefixed client identifier and the key of the request', async (t) => {
  const { relyingParty, holder } = await beginWithMdoc(t, 'it-wallet-1.4')
  const outcome = await holder.wallet.present(relyingParty.ask('dcql-mdoc', 'post'))
  assert.deepEqual(relyingParty.complaints, [])
  assert.deepEqual([outcome.kind, outcome.profile], ['presented', 'it-wallet-1.4'])
  assert.deepEqual(relyingParty.presented, [{ claims: { family_name: 'Rossi' }, attested: undefined }])
  const metadataKey = await calculateJwkThumbprint(relyingParty.encryptionJwk)
  for (const transcript of [{ clientId: relyingParty.origin }, { jwkThumbprint: metadataKey }]) {
    relyingParty.transcript = transcript
    await refusedBy('WI-88', 'response_refused', holder.wallet.present(relyingParty.ask('dcql-mdoc')))
    const complaint = relyingParty.complaints.pop()
    assert.match(String(complaint), /signature/i, JSON.stringify(transcript))
  }
})

test('WI-140 1.4: an mdoc is signed for the key of the metadata if the request has none', async (t) => {
  const { relyingParty, holder } = await beginWithMdoc(t, 'it-wallet-1.4')
  relyingParty.bends.request = ({ client_metadata: _, ...own }) => own
  relyingParty.usesRequestKey = false
  assert.equal((await holder.wallet.present(relyingParty.ask('dcql-mdoc'))).kind, 'presented')
  assert.deepEqual(relyingParty.complaints, [])
})

for (const [title, vp_formats] of [
  ['accepts none', { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } }],
  ['accepts them', { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] }, mso_mdoc: { alg: ['ES256'] } }],
] as const)
  test(`WI-82 1.0: no mdoc is presented to a Relying Party that ${title} (D-920)`, async (t) => {
    const { relyingParty, holder } = await beginWithMdoc(t, 'it-wallet-1.0')
    relyingParty.bends.metadata = (own) => ({ ...own, vp_formats })
    await refusedBy('WI-82', 'no_matching_credential', holder.wallet.present(relyingParty.ask('dcql-mdoc')))
    assert.deepEqual(relyingParty.presented, [])
  })
