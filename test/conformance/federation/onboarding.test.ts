/** Candidates that a Trust Anchor admits or refuses, with the reason of each refusal. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import { ruleCasesOf } from '../../support/cases.ts'
import {
  configurationOf,
  connectEntity,
  crypto,
  sign,
  statementAbout,
  statementResponse,
  testEntity,
} from '../../support/federation.ts'
import { administeredAnchor, anchorId, startAuthority } from '../../support/federation-authority.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'

let { clock, network, sink, anchor, candidate, lastRule } = await administeredAnchor()
const superior = await testEntity('https://superior.example', { fetch: true })
describe('onboarding', () => {
  beforeEach(async () => {
    ;({ clock, network, sink, anchor, candidate, lastRule } = await administeredAnchor())
  })

  const listed = async () => (await (await anchor.ask('/list')).json()) as string[]

  test('FED-06 a dry run shows the resolved metadata, and the registration admits the entity', async () => {
    const entity_id = candidate.entityId
    const shown = await anchor.administer('POST', '/subordinates', { entity_id, dry_run: true })
    const view = shown.body as JsonObject
    assert.deepEqual([shown.status, view.status, await listed()], [200, 'candidate', []])
    assert.deepEqual((view.resolved_metadata as JsonObject).wallet_provider, {
      token_endpoint_auth_signing_alg_values_supported: ['ES256'],
    })
    const taken = await anchor.administer('POST', '/subordinates', { entity_id, reason: 'contract 12' })
    assert.deepEqual([taken.status, (taken.body as JsonObject).status], [201, 'active'])
    assert.deepEqual(await listed(), [entity_id])
    assert.equal((await anchor.ask(`/fetch?sub=${entity_id}`)).status, 200)
    const again = await anchor.administer('POST', '/subordinates', { entity_id })
    assert.deepEqual([again.status, lastRule()], [409, 'FED-06 subordinate_known'])
  })

  const publishing = (wallet_provider: JsonObject) =>
    connectEntity(network, clock, { ...candidate, metadata: { ...candidate.metadata, wallet_provider } })

  /** Returns the candidate as an issuer. */
  const issuer = (further: JsonObject = {}) => {
    const openid_credential_issuer = { credential_issuer: candidate.entityId, ...further }
    return { ...candidate, metadata: { ...candidate.metadata, openid_credential_issuer } }
  }
  /** Returns the candidate as an intermediate. */
  const intermediate = () => {
    const federation_fetch_endpoint = `${candidate.entityId}/fetch`
    return withEndpoints({ federation_fetch_endpoint, federation_list_endpoint: `${candidate.entityId}/list` })
  }
  const withEndpoints = (endpoints: JsonObject) => ({
    ...candidate,
    metadata: { federation_entity: { ...candidate.metadata.federation_entity, ...endpoints } },
  })

  const unprepared = () => undefined
  const bounds = { naming_constraints: { permitted: ['.example'] }, allowed_entity_types: ['wallet_provider'] }
  const unbounded: readonly (readonly [title: string, constraints: JsonObject])[] = [
    ['neither names nor types', {}],
    ['permitted types alone', { allowed_entity_types: ['wallet_provider'] }],
    ['permitted names alone', { naming_constraints: { permitted: ['.example'] } }],
    ['excluded names alone', { naming_constraints: { excluded: ['.it'] }, allowed_entity_types: ['wallet_provider'] }],
  ]
  const refused = ruleCasesOf<[prepare: () => unknown, body?: object, status?: number]>({
    'FED-02 unreachable': [['an entity that does not answer', () => network.disconnect(candidate.entityId)]],
    'FED-02 status_unexpected': [
      [
        'an entity without a configuration',
        () => network.connect(candidate.entityId, async () => new Response('', { status: 404 })),
      ],
    ],
    'FED-12 superior_not_hinted': [
      [
        'an entity that names another superior',
        () => connectEntity(network, clock, { ...candidate, hints: ['https://other.example'] }),
      ],
    ],
    'FED-11 not_a_configuration': [
      [
        'the statement of a superior in place of the configuration',
        async () => {
          const text = await sign(statementAbout(candidate, superior, clock.now()))
          network.connect(candidate.entityId, async () => statementResponse(text))
        },
      ],
    ],
    'FED-28 subject_mismatch': [
      [
        'an entity with the configuration of another entity',
        async () => {
          const text = await sign(configurationOf({ ...candidate, entityId: 'https://x.example' }, clock.now()))
          network.connect(candidate.entityId, async () => statementResponse(text))
        },
      ],
    ],
    'FED-25 entity_type_missing': [
      ['an entity with a type that it does not have', unprepared, { entity_types: ['openid_credential_issuer'] }],
    ],
    'FED-40 intermediate_mismatch': [
      ['an intermediate without a fetch endpoint', unprepared, { intermediate: true }],
      [
        'an intermediate without a list endpoint',
        () =>
          connectEntity(network, clock, withEndpoints({ federation_fetch_endpoint: `${candidate.entityId}/fetch` })),
        { intermediate: true, constraints: bounds },
      ],
      [
        'a leaf with a list endpoint',
        () => connectEntity(network, clock, withEndpoints({ federation_list_endpoint: `${candidate.entityId}/list` })),
      ],
    ],
    'FED-14 subject_key_mismatch': [
      [
        'an entity with other keys than those of the request',
        unprepared,
        { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43), kid: 'other' }] } },
      ],
    ],
    'FED-04 policy_violated': [
      [
        'an entity with metadata that the policy forbids',
        unprepared,
        { metadata_policy: { wallet_provider: { nonce_endpoint: { essential: true } } } },
      ],
    ],
    'FED-22 policy_operand_invalid': [
      [
        'an entity under a policy with an invalid operand',
        unprepared,
        { metadata_policy: { wallet_provider: { nonce_endpoint: { essential: 'yes' } } } },
      ],
    ],
    'FED-22 policy_malformed': [
      [
        'an issuer under a policy that is not an object',
        () => connectEntity(network, clock, issuer()),
        { metadata_policy: { openid_credential_issuer: 'none' } },
      ],
    ],
    'FED-23 name_not_permitted': [
      ['an entity with a forbidden name', unprepared, { constraints: { naming_constraints: { permitted: ['.it'] } } }],
    ],
    'GEN-19 metadata_url_insecure': [
      ['an entity with an http endpoint', () => publishing({ nonce_endpoint: 'http://candidate.example/nonce' })],
    ],
    'GEN-03 metadata_alg_forbidden': [
      ['an entity with a MAC algorithm', () => publishing({ formats: { jwt: { alg_values_supported: ['HS256'] } } })],
    ],
    'GEN-03 metadata_alg_missing': [
      [
        'an entity without an algorithm that the policy allows',
        () => publishing({ token_endpoint_auth_signing_alg_values_supported: ['RS256'] }),
      ],
    ],
    'FED-124 metadata_issuer_mismatch': [
      [
        'an authorization server with another issuer',
        () => {
          const oauth_authorization_server = { issuer: `${candidate.entityId}/` }
          connectEntity(network, clock, {
            ...candidate,
            metadata: { ...candidate.metadata, oauth_authorization_server },
          })
        },
      ],
    ],
    'FED-55 credential_types_missing': [
      ['an issuer without credential types that it is allowed to issue', () => connectEntity(network, clock, issuer())],
    ],
    'FED-28 entity_id_invalid': [
      ['an invalid entity identifier', unprepared, { entity_id: 'http://plain.example' }],
      ['an entity identifier that is too long', unprepared, { entity_id: `https://a.example/${'x'.repeat(2048)}` }],
    ],
    'FED-06 sub_is_issuer': [['the anchor itself', unprepared, { entity_id: anchorId }]],
    'GEN-23 request_malformed': [
      ['a request with an unknown member', unprepared, { surplus: 1 }, 400],
      ['a request with a private key', unprepared, { jwks: { keys: [{ kty: 'oct', k: 'AA', kid: 'x' }] } }, 400],
    ],
    'FED-122 endpoint_stated': [
      [
        'an entity with a fetch endpoint in the statement about it',
        unprepared,
        { metadata: { federation_entity: { federation_fetch_endpoint: 'https://candidate.example/fetch' } } },
      ],
    ],
    'FED-53 intermediate_unbounded': unbounded.map(([title, constraints]) => [
      `an intermediate with ${title}`,
      () => connectEntity(network, clock, intermediate()),
      { intermediate: true, constraints },
    ]),
  })
  for (const [rule, title, prepare, body = {}, status = 422] of refused)
    test(`${rule[0]} refuses to admit ${title}`, async () => {
      await prepare()
      const answer = await anchor.administer('POST', '/subordinates', { entity_id: candidate.entityId, ...body })
      assert.deepEqual([lastRule(), answer.status], [rule.join(' '), status])
      assert.deepEqual(await listed(), [])
    })

  test('FED-53 an intermediate needs constraints on names and types, also after each change', async () => {
    connectEntity(network, clock, intermediate())
    const entity_id = candidate.entityId
    const older = { naming_constraints: { permitted: ['.example'] }, allowed_leaf_entity_types: ['wallet_provider'] }
    const taken = await anchor.administer('POST', '/subordinates', {
      entity_id,
      intermediate: true,
      constraints: older,
    })
    assert.equal(taken.status, 201)
    for (const constraints of [null, { naming_constraints: { permitted: ['.example'] } }]) {
      const changed = await anchor.administer('PATCH', '/subordinates', { entity_id, constraints })
      assert.deepEqual([changed.status, lastRule()], [422, 'FED-53 intermediate_unbounded'])
    }
    const policy = await anchor.administer('PATCH', '/subordinates', { entity_id, metadata_policy: {} })
    assert.equal(policy.status, 200)
  })

  test('FED-122 a changed statement names no federation endpoint, but may name the organization', async () => {
    const entity_id = candidate.entityId
    assert.equal((await anchor.administer('POST', '/subordinates', { entity_id })).status, 201)
    const change = (federation_entity: JsonObject) =>
      anchor.administer('PATCH', '/subordinates', { entity_id, metadata: { federation_entity } })
    for (const name of ['list', 'trust_mark_status', 'resolve']) {
      const changed = await change({ [`federation_${name}_endpoint`]: 'https://candidate.example/x' })
      assert.deepEqual([changed.status, lastRule()], [422, 'FED-122 endpoint_stated'], name)
    }
    assert.equal((await change({ organization_name: 'Candidate' })).status, 200)
  })

  test('FED-55 an issuer is allowed the credential types that the operator sets, whatever its own metadata and its policy', async () => {
    connectEntity(network, clock, issuer({ credential_types_allowed: ['pid', 'card'] }))
    const entity_id = candidate.entityId
    const allowed = ({ body }: { body: never }) =>
      ((body as JsonObject).resolved_metadata as JsonObject).openid_credential_issuer as JsonObject
    const said = { entity_id, dry_run: true, credential_types: ['card'] }
    const none = { openid_credential_issuer: {} }
    const subset = { openid_credential_issuer: { credential_types_allowed: { subset_of: ['pid'] } } }
    for (const [body, types] of [
      [said, ['card']],
      [{ ...said, metadata_policy: none }, ['card']],
      [{ ...said, metadata_policy: subset }, ['card']],
      [{ entity_id, dry_run: true, metadata_policy: subset }, ['pid']],
    ] as const) {
      const shown = allowed(await anchor.administer('POST', '/subordinates', body))
      assert.deepEqual(shown.credential_types_allowed, types)
    }
    const unbound = await anchor.administer('POST', '/subordinates', { entity_id, metadata_policy: none })
    assert.deepEqual([unbound.status, lastRule()], [422, 'FED-55 credential_types_missing'])
    assert.equal((await anchor.administer('POST', '/subordinates', { ...said, dry_run: false })).status, 201)
    const policyAfter = async (credential_types: readonly string[]) => {
      const { body } = await anchor.administer('PATCH', '/subordinates', { entity_id, credential_types })
      return ((body as JsonObject).metadata_policy as JsonObject).openid_credential_issuer as JsonObject
    }
    assert.deepEqual((await policyAfter(['pid'])).credential_types_allowed, { add: ['pid'], subset_of: ['pid'] })
    const taken = await anchor.administer('PATCH', '/subordinates', { entity_id, credential_types: null })
    assert.deepEqual([taken.status, lastRule()], [422, 'FED-55 credential_types_missing'])
    connectEntity(network, clock, issuer())
    for (const credential_types_allowed of [{ subset_of: ['pid'] }, { value: null }]) {
      const metadata_policy = { openid_credential_issuer: { credential_types_allowed } }
      const unlisted = await anchor.administer('POST', '/subordinates', { entity_id, metadata_policy })
      assert.deepEqual([unlisted.status, lastRule()], [422, 'FED-55 credential_types_missing'])
    }
  })

  test('FED-18 the answer names operator settings that readers ignore', async () => {
    const entity_id = candidate.entityId
    const metadata_policy = { wallet_provider: { aal_values_supported: { one_off: ['high'], default: ['high'] } } }
    const constraints = { max_path_lenght: 0, naming_constraints: { permited: ['.example'] } }
    const look = { entity_id, dry_run: true, metadata_policy, constraints }
    assert.deepEqual(((await anchor.administer('POST', '/subordinates', look)).body as JsonObject).unknown, [
      'metadata_policy.wallet_provider.aal_values_supported.one_off',
      'constraints.max_path_lenght',
      'constraints.naming_constraints.permited',
    ])
    const wrapped = { entity_id, dry_run: true, metadata_policy: { metadata_policy: { wallet_provider: {} } } }
    assert.deepEqual(((await anchor.administer('POST', '/subordinates', wrapped)).body as JsonObject).unknown, [
      'metadata_policy.metadata_policy',
    ])
    const taken = (await anchor.administer('POST', '/subordinates', { entity_id })).body as JsonObject
    assert.equal(taken.unknown, undefined)
    const changed = await anchor.administer('PATCH', '/subordinates', { entity_id, metadata_policy })
    assert.deepEqual((changed.body as JsonObject).unknown, [
      'metadata_policy.wallet_provider.aal_values_supported.one_off',
    ])
  })

  test('FED-12 a hint with an additional slash is refused like the hint of another superior', async () => {
    for (const hint of ['https://other.example', `${anchorId}/`]) {
      connectEntity(network, clock, { ...candidate, hints: [hint] })
      const { body } = await anchor.administer('POST', '/subordinates', { entity_id: candidate.entityId })
      const { error_description: told } = body as JsonObject
      assert.match(String(told), /\(superior_not_hinted at configuration\.payload\.authority_hints\) \[FED-12\]/, hint)
    }
  })

  test('FED-04 the answer names metadata that a policy leaves empty', async () => {
    const entity_id = candidate.entityId
    const listed = { aal_values_supported: ['high'], jwks: { keys: [{ ...candidate.signer.publicJwk }] }, nothing: [] }
    publishing({ ...listed, ...candidate.metadata.wallet_provider })
    const metadata_policy = {
      wallet_provider: { aal_values_supported: { subset_of: ['low'] }, jwks: { value: { keys: [] } } },
    }
    const emptied = ['wallet_provider.aal_values_supported', 'wallet_provider.jwks']
    const told = async (method: string, body: object) =>
      ((await anchor.administer(method, '/subordinates', { entity_id, ...body })).body as JsonObject).emptied
    assert.deepEqual(await told('POST', { dry_run: true, metadata_policy }), emptied)
    assert.equal(await told('POST', {}), undefined)
    assert.deepEqual(await told('PATCH', { metadata_policy }), emptied)
    assert.equal(await told('PATCH', { metadata_policy: null }), undefined)
  })

  test('FED-146 the answer names entity types whose keys are only at a URL (D-1148)', async () => {
    const entity_id = candidate.entityId
    const told = async (method: string, body: object) =>
      ((await anchor.administer(method, '/subordinates', { entity_id, ...body })).body as JsonObject).key_set_urls
    publishing({ ...candidate.metadata.wallet_provider, jwks_uri: `${entity_id}/jwks` })
    assert.deepEqual(await told('POST', { dry_run: true }), ['wallet_provider.jwks_uri'])
    assert.deepEqual(await told('POST', {}), ['wallet_provider.jwks_uri'])
    publishing({ ...candidate.metadata.wallet_provider, jwks: { keys: [{ ...candidate.signer.publicJwk }] } })
    assert.equal(await told('PATCH', { metadata_policy: null }), undefined)
  })

  test('FED-14 FED-38 the statement about a member that is admitted again has its new key', async () => {
    const entity_id = candidate.entityId
    const kids = async () => {
      const { payload } = decodeJwt(await (await anchor.ask(`/fetch?sub=${entity_id}`)).text())
      return (payload as { jwks: { keys: { kid: string }[] } }).jwks.keys.map(({ kid }) => kid)
    }
    await anchor.administer('POST', '/subordinates', { entity_id })
    assert.deepEqual(await kids(), [candidate.signer.kid])
    await anchor.administer('POST', '/subordinates/remove', { entity_id })
    const signer = await generateSigner({ crypto })
    connectEntity(network, clock, { ...candidate, signer })
    const { body } = await anchor.administer('POST', '/subordinates', { entity_id })
    assert.deepEqual(await kids(), [signer.kid])
    const shown = await anchor.administer('GET', `/subordinates?entity_id=${entity_id}`)
    assert.equal((body as JsonObject).revision, (shown.body as JsonObject).revision)
    const before = await anchor.administer('PATCH', '/subordinates', { entity_id, revision: 1, metadata_policy: null })
    assert.deepEqual([before.status, lastRule()], [409, 'FED-06 subordinate_outdated'])
  })

  /** Signs without a private key: with the exponent 1 an RSA signature is the padded digest (RFC 8017 §9.2). */
  const signerByExponentOne = (modulusBytes: number) => (data: Uint8Array) => {
    const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex')
    const tail = Buffer.concat([Buffer.of(0), digestInfo, createHash('sha256').update(data).digest()])
    return Buffer.concat([Buffer.of(0, 1), Buffer.alloc(modulusBytes - 2 - tail.length, 0xff), tail])
  }

  test('FED-14 FED-10 GEN-16 refuses new keys without a signature by a key of the member', async () => {
    anchor = await startAuthority({ clock, network }, anchorId, {
      decisions: sink,
      config: { algorithms: ['RS256', 'ES256'] },
    })
    const member = await testEntity(candidate.entityId, {
      hints: [anchorId],
      alg: 'RS256',
      metadata: candidate.metadata,
    })
    connectEntity(network, clock, member)
    const entity_id = member.entityId
    const refreshed = () => anchor.administer('PATCH', '/subordinates', { entity_id, refresh_keys: true })
    assert.equal((await anchor.administer('POST', '/subordinates', { entity_id })).status, 201)
    assert.equal((await refreshed()).status, 200)
    const stranger = await generateSigner({ crypto })
    const modulusBytes = Buffer.from(member.signer.publicJwk.n ?? '', 'base64url').length
    const forged = configurationOf(member, clock.now())
    forged.payload.jwks.keys = [{ ...member.signer.publicJwk, e: 'AQ' }, stranger.publicJwk]
    forged.signer = { ...member.signer, sign: signerByExponentOne(modulusBytes) }
    const text = await sign(forged)
    network.connect(entity_id, async () => statementResponse(text))
    const response = await refreshed()
    assert.deepEqual([response.status, lastRule()], [422, 'GEN-16 jwk_malformed'])
  })
})
