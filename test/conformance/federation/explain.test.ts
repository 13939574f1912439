/**
 * The explanation that the command line prints for the operator of an entity that is not trusted: the fault and the
 * remedy.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { renderExplanation } from '../../../src/cli/render-explanation.ts'
import {
  createTrustMarkSource,
  type EntityType,
  explainTrust,
  type TrustMarkEntry,
} from '../../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner, type Signer } from '../../../src/jose/index.ts'
import { createTrustAnchor } from '../../../src/trust-anchor/index.ts'
import {
  anchorsOf,
  connectEntity,
  crypto,
  publishEntity,
  type TestEntity,
  testEntity,
  urls,
} from '../../support/federation.ts'
import { type Authority, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt, unsignedJwt } from '../../support/forge-jwt.ts'
import { createNetwork } from '../../support/network.ts'

const anchorId = 'https://anchor.example'
const memberId = 'https://member.example'
const markType = `${anchorId}/marks/public`
let clock = fixedClock()
let network = createNetwork()
let anchor: Authority
let member: TestEntity

describe('explain', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    const config = { trustMarks: [{ type: markType }], keyPublicationSeconds: 0 }
    anchor = await startAuthority({ clock, network }, anchorId, { config })
    member = await testEntity(memberId, { hints: [anchorId], metadata: { wallet_provider: {} } })
    connectEntity(network, clock, member)
    await administer('POST', '/subordinates', { entity_id: memberId })
  })

  const administer = async (method: string, path: string, body?: unknown) => {
    const answer = await anchor.administer(method, path, body)
    assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as { kid: string }
  }

  interface Asked {
    readonly types?: readonly EntityType[]
    readonly marks?: readonly string[]
    readonly entity?: string
    /** Replaces the network. */
    readonly fetch?: typeof network.fetch
    readonly anchors?: ReadonlyMap<string, readonly Signer['publicJwk'][]>
  }

  async function explained({
    types = [],
    marks,
    anchors,
    entity = memberId,
    fetch = network.fetch,
  }: Asked = {}): Promise<string> {
    const options = {
      anchors: anchors ?? anchorsOf(anchor),
      algorithms: defaultAlgorithms,
      urls,
      skew: 0,
      now: clock.now(),
      ...(marks && { requiredTrustMarks: marks }),
    }
    return renderExplanation(await explainTrust({ crypto, fetch }, entity, types, options))
  }

  test('FED-16 names an expired statement by its issuer, its subject and its end', async () => {
    const url = `${anchorId}/fetch?sub=${encodeURIComponent(memberId)}`
    const old = await network.fetch(new Request(url))
    const { exp } = decodeJwt(await old.clone().text()).payload as { exp: number }
    clock.advance(exp - clock.now())
    const cached = (request: Request) => (request.url === url ? Promise.resolve(old.clone()) : network.fetch(request))
    const text = await explained({ fetch: cached })
    assert.match(text, /NO {2}each statement is in time: expired at statement\[1\]\.payload\.exp\n/)
    const ended = new Date(exp * 1000).toISOString()
    assert.ok(text.includes(`\n      ${anchorId} about ${memberId}, signed `), text)
    assert.ok(text.includes(`, valid until ${ended}\n`), text)
    const [verdict, reason, remedy] = text.split('\n')
    assert.match(verdict ?? '', /^NOT TRUSTED/)
    assert.match(
      reason ?? '',
      /^reason: a statement is not in time: expired at statement\[1\]\.payload\.exp \(https:\/\/anchor/,
    )
    assert.match(remedy ?? '', /^what to change: the named statement has expired/)
  })

  test('FED-16 names an expired configuration as the entity’s statement about itself', async () => {
    const url = `${memberId}/.well-known/openid-federation`
    const old = await network.fetch(new Request(url))
    const { exp } = decodeJwt(await old.clone().text()).payload as { exp: number }
    clock.advance(exp - clock.now())
    const cached = (request: Request) => (request.url === url ? Promise.resolve(old.clone()) : network.fetch(request))
    const text = await explained({ fetch: cached })
    assert.match(
      text,
      /expired at statement\[0\]\.payload\.exp\n {6}https:\/\/member\.example about itself, signed .*, valid until /,
    )
  })

  /** Publishes these marks of the member, with a configuration signed by this key. */
  function publishing(signer: Signer, further: { marks?: readonly TrustMarkEntry[]; keys?: readonly Signer[] } = {}) {
    const furtherKeys = (further.keys ?? []).map(({ publicJwk }) => publicJwk)
    const trustMarks = further.marks && { trustMarks: async () => further.marks ?? [] }
    publishEntity({ clock, network }, { ...member, signer }, { furtherKeys, ...trustMarks })
  }

  const suspend = () => administer('PATCH', '/subordinates', { entity_id: memberId, status: 'suspended' })
  const withMetadata = (wallet_provider: object) =>
    connectEntity(network, clock, { ...member, metadata: { ...member.metadata, wallet_provider } as never })

  /** Changes only the answers of the anchor's fetch endpoint. */
  function fetchAnswers(respond: (right: Response) => Response | Promise<Response>): void {
    const { app } = createTrustAnchor(anchor.context)
    network.connect(anchorId, async (request) => {
      const right = await app(request)
      return new URL(request.url).searchParams.has('sub') ? respond(right) : right
    })
  }

  const rows: [title: string, arrange: () => unknown, fault: RegExp, advice: RegExp][] = [
    [
      'is suspended at the anchor',
      suspend,
      /NO {2}everybody on the path answers: status_unexpected at statement/,
      /the superior has no statement .*"fiducia federation log <entity>".* suspended \("fiducia federation resume <entity>"\)/,
    ],
    [
      'was removed by the anchor',
      () => administer('POST', '/subordinates/remove', { entity_id: memberId }),
      /NO {2}everybody on the path answers: status_unexpected at statement/,
      /never registered or was removed \("fiducia federation add <entity>"\)/,
    ],
    [
      'signs with a key that the anchor’s statement does not contain',
      async () => publishing(await generateSigner({ crypto })),
      /NO {2}each signature verifies with the key above it: (?:subject_key_mismatch|kid_unknown) at statement\[0\]/,
      /publish the new key beside the old one, signed with the old one, .*"fiducia federation refresh <entity>".*removed and registered again/,
    ],
    [
      'publishes metadata that breaks the policy',
      async () => {
        const metadata_policy = { wallet_provider: { aal_values_supported: { default: ['x'], superset_of: ['x'] } } }
        await administer('PATCH', '/subordinates', { entity_id: memberId, metadata_policy })
        withMetadata({ aal_values_supported: ['y'] })
      },
      /NO {2}the metadata satisfies the policies and its schema: policy_violated at metadata\.wallet_provider\.aal_values_supported\.superset_of/,
      /change the metadata so that it satisfies the policy at the named place.*"fiducia federation policy <entity>"/,
    ],
    [
      'publishes metadata that violates the schema of its type',
      () => withMetadata({ nonce_endpoint: 1 }),
      /metadata_schema_violated at metadata\.wallet_provider\.nonce_endpoint/,
      /change the metadata/,
    ],
    [
      'answers 404 at its well-known URL',
      () => network.connect(memberId, async () => new Response('', { status: 404 })),
      /NO {2}everybody on the path answers: status_unexpected at configuration/,
      /(?:the last entity of the path|https:\/\/(?:member|anchor)\.example) answers 404 at its well-known URL: let the proxy pass the whole path on/,
    ],
    [
      'does not answer',
      () => network.disconnect(memberId),
      /NO {2}everybody on the path answers: unreachable at configuration/,
      /make (?:the last entity of the path|https:\/\/(?:member|anchor)\.example) answer/,
    ],
    [
      'has a superior whose fetch endpoint redirects',
      () => fetchAnswers(() => new Response(null, { status: 301, headers: { location: `${anchorId}/fetch/` } })),
      /NO {2}everybody on the path answers: status_unexpected at statement/,
      /has no statement about the entity before it on the path, or its fetch endpoint redirects, and redirects are not followed/,
    ],
    [
      'has a superior whose statements have another media type',
      () =>
        fetchAnswers(async (right) => new Response(await right.text(), { headers: { 'content-type': 'text/plain' } })),
      /NO {2}everybody on the path answers: media_type_unexpected at statement/,
      /make the fetch endpoint of (?:the last entity of the path|https:\/\/(?:member|anchor)\.example) answer .* as application\/entity-statement\+jwt/,
    ],
    [
      'has a superior whose fetch endpoint answers 502',
      () => fetchAnswers(() => new Response('<h1>Bad Gateway</h1>', { status: 502 })),
      /NO {2}everybody on the path answers: unreachable at statement\.status\.502/,
      /(?:the last entity of the path|https:\/\/(?:member|anchor)\.example), or a proxy before it, answers 502/,
    ],
    [
      'publishes its configuration with a final newline',
      async () => {
        const right = await network.fetch(new Request(`${memberId}/.well-known/openid-federation`))
        const [text, { headers }] = [await right.text(), right]
        network.connect(memberId, async () => new Response(`${text}\n`, { headers }))
      },
      /NO {2}each statement is well formed: jws_malformed at statement\[0\]\.white_space/,
      /white space around the JWT/,
    ],
    [
      'names no superior',
      () => connectEntity(network, clock, { ...member, hints: [] }),
      /NO {2}everybody on the path answers: no_superior at authority_hints/,
      /publish authority_hints/,
    ],
  ]
  for (const [title, arrange, fault, advice] of rows)
    test(`FED-02 explains the fault and the remedy of an entity that ${title}`, async () => {
      assert.match(
        await explained(),
        /^TRUSTED {2}https:\/\/member\.example\nroles federation_entity, wallet_provider; until /,
      )
      await arrange()
      const text = await explained()
      assert.match(text, /^NOT TRUSTED: no path is valid {2}https:\/\/member\.example\n/)
      const [, reason = '', remedy = ''] = text.split('\n')
      const [, found = 'none'] = / NO {2}[^:]+: (.+)\n/.exec(text) ?? []
      assert.match(text, fault)
      assert.ok(reason.startsWith('reason: ') && reason.includes(`: ${found}`), text)
      assert.match(remedy, /^what to change: /)
      assert.match(remedy, advice)
      assert.equal(text.split('what to change: ').length, 2, text)
    })

  test('FED-28 explains the remedy when an entity or a superior is named with an additional slash', async () => {
    const asked = network.exchanges.length
    const named = await explained({ entity: `${memberId}/` })
    assert.match(named, /NO {2}the statements form one chain: subject_mismatch at statement\[0\]\.payload\.sub\n/)
    assert.match(named, /what to change: the sub in the entity's configuration differs .* A slash at the end counts/)
    assert.equal(network.exchanges.length, asked + 1, 'no superior is asked')
    connectEntity(network, clock, { ...member, hints: [`${anchorId}/`] })
    const hinted = await explained()
    assert.match(hinted, /subject_mismatch at configuration\.payload\.sub .*\n.*differs from the hint before it/)
  })

  test('FED-15 explains the remedy when the key of an anchor is not the pinned one', async () => {
    const other = await generateSigner({ crypto })
    const text = await explained({ anchors: new Map([[anchorId, [other.publicJwk]]]) })
    assert.match(text, /anchor_key_mismatch|kid_unknown/)
    assert.match(
      text,
      /what to change: the anchor signs with a key that is not pinned here: obtain its keys out of band/,
    )
  })

  test('FED-25 explains the remedy when an entity does not have the role', async () => {
    const text = await explained({ types: ['openid_credential_issuer'] })
    assert.match(text, /^NOT TRUSTED in this role: the resolved metadata has no such type/)
    assert.match(text, /^what to change: publish metadata of the type openid_credential_issuer in the/m)
    assert.match(text, /^what to change: https:\/\/anchor\.example does not allow the type openid_credential_issuer/m)
  })

  test('FED-25 names the superior that does not allow the claimed role, and the remedy', async () => {
    const metadata = { ...member.metadata, openid_credential_issuer: { credential_issuer: memberId } }
    connectEntity(network, clock, { ...member, metadata: metadata as never })
    const text = await explained({ types: ['openid_credential_issuer'] })
    assert.match(text, /^NOT TRUSTED in this role/)
    assert.match(text, /^what to change: https:\/\/anchor\.example does not allow .*\(allowed_entity_types\)/m)
    assert.doesNotMatch(text, /publish metadata of the type/)
  })

  test('FED-07 explains the remedy for a missing, a revoked and a forged trust mark', async () => {
    const marks = [markType]
    const missing = await explained({ marks })
    assert.match(missing, /^NOT TRUSTED: it has none of the required trust marks/)
    assert.match(missing, /NO {2}https:\/\/anchor\.example\/marks\/public: not shown\n$/)
    assert.match(
      missing,
      /^what to change: have the mark granted .*"fiducia federation marks <entity> --grant <type>"\), and show it in the entity configuration/m,
    )

    await administer('POST', '/trust-marks', { trust_mark_type: markType, sub: memberId })
    const ctx = { crypto, clock, fetch: network.fetch }
    const source = { holder: memberId, urls, skewSeconds: 0, marks: [{ trustMarkType: markType, issuer: anchorId }] }
    const given = await createTrustMarkSource(ctx, source).current(clock.now())
    publishing(member.signer, { marks: given })
    assert.match(
      await explained({ marks }),
      /^TRUSTED [\s\S]*\ntrust marks\n {2}ok {2}https:\/\/anchor\.example\/marks\/public\n$/,
    )

    await administer('POST', '/trust-marks/revoke', { trust_mark_type: markType, sub: memberId })
    const revoked = await explained({ marks })
    assert.match(revoked, /^NOT TRUSTED: it has none/)
    assert.match(revoked, /marks\/public: mark_inactive at .*\nwhat to change: the issuer has revoked the mark/)
    assert.match(await explained(), /^TRUSTED [\s\S]*NO {2}https:\/\/anchor\.example\/marks\/public: mark_inactive/)
    clock.advance(1)
    await administer('POST', '/trust-marks', { trust_mark_type: markType, sub: memberId })
    assert.match(await explained({ marks }), /mark_inactive at .*\n.* have the entity fetch it again: .* at its start/)

    const forged = given.map((entry) => ({
      ...entry,
      trust_mark: `${entry.trust_mark.slice(0, -86)}${'A'.repeat(86)}`,
    }))
    publishing(member.signer, { marks: forged })
    const stolen = await explained({ marks })
    assert.match(stolen, /: \w+ at trust_marks\[0\]\S*\nwhat to change: fetch a new mark from the issuer/)
  })

  test('FED-15 the remedy for an entity below an anchor that is not pinned is to pin the anchor', async () => {
    const anchors = new Map([['https://other.example', [(await generateSigner({ crypto })).publicJwk]]])
    const text = await explained({ anchors })
    assert.match(text, /no_superior at configuration\.payload\.authority_hints\n/)
    assert.match(
      text,
      /what to change: (?:the last entity of the path|https:\/\/(?:member|anchor)\.example) .* is not pinned as an anchor here: .* pin them where trust is evaluated/,
    )
  })

  test('FED-37 names the trust marks beyond the limit, and the remedy', async () => {
    const entry = (index: number) => {
      const trust_mark_type = `${markType}/${index}`
      return { trust_mark_type, trust_mark: unsignedJwt({}, { trust_mark_type }) }
    }
    publishing(member.signer, { marks: Array.from({ length: 18 }, (_, index) => entry(index)) })
    const text = await explained({ marks: [`${markType}/17`] })
    assert.match(text, /^NOT TRUSTED: it has none of the required trust marks/)
    const left = text.split('\n').filter((line) => line.startsWith('  NO') && line.includes('limit_reached'))
    assert.deepEqual(
      left,
      [16, 17].map((index) => `  NO  ${markType}/${index}: limit_reached at trust_marks`),
    )
    assert.match(text, /limit_reached at trust_marks\nwhat to change: show fewer marks in the entity configuration/)
    assert.doesNotMatch(text, /not shown/)
  })

  test('FED-27 names the selected path among several valid ones, and the metadata that differ on the other paths (D-372)', async () => {
    const [first, second] = await Promise.all(
      ['https://region-a.example', 'https://region-b.example'].map((entityId) =>
        testEntity(entityId, { hints: [anchorId], fetch: true }),
      ),
    )
    assert.ok(first && second)
    const own = await testEntity(anchorId, { fetch: true })
    member = { ...member, hints: [second.entityId, first.entityId] }
    connectEntity(network, clock, member)
    connectEntity(network, clock, own, [first, second])
    const anchors = new Map([[anchorId, [own.signer.publicJwk]]])
    const connect = (policy: Parameters<typeof connectEntity>[3]) => {
      connectEntity(network, clock, first, [member])
      connectEntity(network, clock, second, policy)
    }
    connect([member])
    const taken = 'used: the shortest valid path; among equals, the one to the anchor that is pinned first'
    const alike = await explained({ anchors })
    assert.ok(alike.includes(`https://region-a.example > ${anchorId}\n  ${taken}`), alike)
    assert.ok(!alike.includes('differ'), alike)
    const federation_entity = { organization_name: { value: 'Another' }, contacts: { value: ['a@b.example'] } }
    connect([[member, { metadata_policy: { federation_entity } }]])
    const differing = await explained({ anchors })
    assert.ok(
      differing.includes(
        'its metadata would differ in federation_entity.contacts, federation_entity.organization_name: an entity that cannot reach the path in use gets these values',
      ),
      differing,
    )
    connectEntity(network, clock, own, [first])
    const single = await explained({ anchors })
    assert.ok(single.includes('https://region-a.example') && !single.includes(taken), single)
  })
})
