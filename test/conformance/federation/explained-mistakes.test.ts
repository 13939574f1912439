/**
 * Mistakes of operators in the configuration of an entity, with the reason and the remedy that the explanation gives.
 * Each verdict is compared with that of a role.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { failed, type JsonObject } from '../../../src/base/index.ts'
import { renderExplanation } from '../../../src/cli/render-explanation.ts'
import { type EntityType, explainTrust } from '../../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner, type Signer, signJwt } from '../../../src/jose/index.ts'
import {
  anchorsOf,
  configurationOf,
  connectEntity,
  crypto,
  type Draft,
  evaluatorOf,
  sign,
  statementResponse,
  type TestEntity,
  testEntity,
  urls,
} from '../../support/federation.ts'
import { type Authority, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'

const anchorId = 'https://anchor.example'
const memberId = 'https://member.example'
const role: EntityType = 'wallet_provider'
let clock = fixedClock()
let network = createNetwork()
let anchor: Authority
let member: TestEntity
let key: Signer

describe('explained mistakes', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    anchor = await startAuthority({ clock, network }, anchorId, {})
    key = await generateSigner({ crypto })
    const metadata = { wallet_provider: { jwks: { keys: [{ ...key.publicJwk }] } } }
    member = await testEntity(memberId, { hints: [anchorId], metadata })
    connectEntity(network, clock, member)
    assert.equal((await anchor.administer('POST', '/subordinates', { entity_id: memberId })).status, 201)
  })

  /** Explains the member, and returns the text with the code of a role's refusal (`trusted` if there is none). */
  async function explained(types: readonly EntityType[] = [role], entityId = memberId) {
    const policy = { anchors: anchorsOf(anchor), algorithms: defaultAlgorithms, urls, skew: 0, now: clock.now() }
    const explanation = await explainTrust({ crypto, fetch: network.fetch }, entityId, types, policy)
    const verdict = await evaluatorOf({ clock, network }, policy.anchors).evaluate(entityId, types)
    const refusal = failed(verdict) ? verdict.code : 'trusted'
    return { text: renderExplanation(explanation), verdict: explanation.verdict, refusal }
  }

  const withMetadata = (metadata: Record<string, JsonObject>) =>
    connectEntity(network, clock, { ...member, metadata: { ...member.metadata, ...metadata } })

  test('FED-146 an entity whose metadata name its keys only by a URL has the verdict of the roles (D-1148)', async () => {
    const jwks = { keys: [{ ...key.publicJwk }] }
    const url = { jwks_uri: `${memberId}/jwks` }
    for (const [wallet_provider, code] of [
      [{ jwks }, 'trusted'],
      [{ jwks, ...url }, 'trusted'],
      [{}, 'trusted'],
      [url, 'key_set_by_reference'],
      [{ signed_jwks_uri: `${memberId}/jwks.jwt` }, 'key_set_by_reference'],
    ] as const) {
      withMetadata({ wallet_provider })
      const { verdict, refusal } = await explained()
      assert.deepEqual([verdict, refusal], [code, code], JSON.stringify(wallet_provider))
    }
    const { text } = await explained()
    const [line, reason = '', remedy = ''] = text.split('\n')
    assert.match(line ?? '', /^NOT TRUSTED in this role: the metadata name the keys only by a URL/)
    assert.match(reason, /^reason: the metadata of the type wallet_provider name its keys only by signed_jwks_uri/)
    assert.match(remedy, /^what to change: publish the keys by value, in jwks of the metadata of the type/)
    assert.doesNotMatch(text, /^but /m)
    const { text: unasked, verdict } = await explained([])
    assert.equal(verdict, 'trusted')
    assert.match(unasked, /^but entities refuse this entity as wallet_provider: .*\nwhat to change: publish the keys/m)
  })

  test('FED-147 a note names the lists that the policies empty after the member changed them (D-389)', async () => {
    const named = 'token_endpoint_auth_signing_alg_values_supported'
    withMetadata({ wallet_provider: { [named]: ['ES256'] } })
    assert.doesNotMatch((await explained()).text, /^but /m)
    withMetadata({ wallet_provider: { [named]: ['RS256'] } })
    const { text, verdict, refusal } = await explained()
    assert.deepEqual([verdict, refusal], ['trusted', 'trusted'])
    assert.match(text, new RegExp(`^but wallet_provider\\.${named} is empty or absent .* policies`, 'm'))
    assert.match(text, /^what to change: publish a value that the policies permit/m)
  })

  /** Publishes a changed configuration of the member. */
  function publish(change: (draft: Draft) => unknown): void {
    network.connect(memberId, async () => {
      const draft = configurationOf(member, clock.now())
      const changed = await change(draft)
      return statementResponse(typeof changed === 'string' ? changed : await sign(draft))
    })
  }

  const claims = (changed: (claims: JsonObject) => JsonObject) => (draft: Draft) =>
    Object.assign(draft.payload, changed(draft.payload as JsonObject))
  const header = (members: JsonObject) => (draft: Draft) => Object.assign(draft.header, members)
  const ownKey = (members: JsonObject) =>
    claims(() => ({ jwks: { keys: [{ ...member.signer.publicJwk, ...members } as JsonObject] } }))
  const markType = `${anchorId}/marks/a`
  const entry = (trust_mark: string) => claims(() => ({ trust_marks: [{ trust_mark_type: markType, trust_mark }] }))
  const unsignedMark = (type: string) =>
    `e30.${Buffer.from(JSON.stringify({ trust_mark_type: type })).toString('base64url')}.AAAA`
  const listName = 'token_endpoint_auth_signing_alg_values_supported'
  const lacking = (kid: string) =>
    claims(() => ({ jwks: { keys: [{ ...member.signer.publicJwk, kid } as JsonObject] } }))

  const mistakes: readonly (readonly [title: string, change: (draft: Draft) => unknown, text: RegExp, not?: RegExp])[] =
    [
      [
        'another iss than sub',
        claims(() => ({ iss: 'https://www.member.example' })),
        /not_a_configuration at statement\[0\]\.payload\.iss .*Expected: https:\/\/member\.example; found: https:\/\/www\.member\.example[\s\S]*change: set iss and sub to the identifier of the entity itself/,
        /claim_misplaced/,
      ],
      [
        'times in milliseconds',
        claims(({ iat, exp }) => ({ iat: Number(iat) * 1000, exp: Number(exp) * 1000 })),
        /time_invalid at statement\[0\]\.payload\.iat .*Expected: seconds since 1970, not milliseconds; found: \d{13}[\s\S]*change: .*not in milliseconds/,
        /clock|calendar/,
      ],
      [
        'a list of metadata as a text',
        claims(({ metadata }) => ({
          metadata: { ...(metadata as JsonObject), wallet_provider: { [listName]: 'ES256' } },
        })),
        /policy_violated at .*Expected: a list of \[ES256, .* in the policy of https:\/\/anchor\.example; found: ES256, which is not a list/,
      ],
      [
        'a trust mark of another type than its entry names',
        entry(unsignedMark(`${anchorId}/marks/b`)),
        /claim_malformed at statement\[0\]\.payload\.trust_marks\[0\]\.trust_mark_type .*Expected: https:\/\/anchor\.example\/marks\/b; found: https:\/\/anchor\.example\/marks\/a[\s\S]*change: have the issuer of the statement correct it: correct the named claim/,
      ],
      [
        'a trust mark that is no JWS',
        entry('none'),
        /claim_malformed at statement\[0\]\.payload\.trust_marks\[0\]\.trust_mark .*Expected: a JWS; found: no JWS/,
      ],
      [
        'a trust mark without a type',
        claims(() => ({ trust_marks: [{}] })),
        /at statement\[0\]\.payload\.trust_marks\[0\] /,
      ],
      [
        'a private key',
        ownKey({ d: 'AAAA' }),
        /reason: The JWK has private members.*jwk_private[\s\S]*change: have the issuer of the statement correct it: create a new key pair, because this key is exposed/,
      ],
      [
        'crit',
        claims(() => ({ crit: ['x'] })),
        /crit_unknown[\s\S]*change: have the issuer of the statement leave crit out/,
      ],
      [
        'an empty list of superiors',
        claims(() => ({ authority_hints: [] })),
        /authority_hints_malformed[\s\S]*change: list the superiors by their https URLs/,
      ],
      ['a key without a kid', lacking(''), /jwk_kid_missing[\s\S]*change: give each key a kid/],
      [
        'two keys with one kid',
        claims(({ jwks }) => {
          const { keys } = jwks as { keys: JsonObject[] }
          return { jwks: { keys: [...keys, ...keys] } }
        }),
        /jwk_kid_doubled[\s\S]*change: give each key a different kid/,
      ],
      [
        'metadata that are null',
        claims(({ metadata }) => ({
          metadata: { ...(metadata as JsonObject), wallet_provider: { nonce_endpoint: null } },
        })),
        /metadata_null at .*nonce_endpoint[\s\S]*change: leave the member out/,
      ],
      [
        'a chain in the header',
        header({ trust_chain: [] }),
        /trust_chain_forbidden[\s\S]*change: have the issuer of the statement leave both header members out/,
      ],
      [
        'another typ',
        header({ typ: 'JWT' }),
        /typ_mismatch[\s\S]*change: have the issuer of the statement correct it: set typ to the type of this object/,
      ],
      [
        'an algorithm that is not accepted',
        async ({ header: { typ }, payload }) => {
          const signer = await generateSigner({ crypto }, 'RS256')
          return signJwt(signer, { typ: String(typ), kid: signer.kid }, payload)
        },
        /alg_unsupported[\s\S]*change: have the issuer of the statement correct it: sign with an algorithm that is accepted here/,
      ],
      [
        'more than 512 KiB',
        claims(({ metadata }) => ({ metadata: { ...(metadata as JsonObject), x: { y: 'a'.repeat(600_000) } } })),
        /answer_too_large at .*at most 524288 bytes[\s\S]*change: make the document smaller/,
      ],
    ]
  for (const [title, change, expected, not] of mistakes)
    test(`FED-148 explains the mistake and the remedy of a configuration with ${title} (D-1149)`, async () => {
      assert.equal((await explained()).verdict, 'trusted')
      publish(change)
      const { text, verdict, refusal } = await explained()
      assert.deepEqual([verdict, refusal], ['no_trust_chain', 'no_trust_chain'])
      assert.match(text, expected)
      assert.doesNotMatch(text, /correct the statement at the named place/)
      if (not) assert.doesNotMatch(text, not)
    })
})
