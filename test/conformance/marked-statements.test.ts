/**
 * No output discloses a value of an Entity Statement: each member of each statement gets a mark, in a chain that a
 * Trust Anchor fetches and in a chain that a wallet sends (GEN-24, D-585).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShownPlace } from '../../src/base/index.ts'
import { entityConfigurationPath } from '../../src/federation/index.ts'
import { recordingSink } from '../support/decisions.ts'
import {
  configurationOf,
  type Draft,
  sign,
  signAll,
  statementAbout,
  statementResponse,
  testEntity,
} from '../support/federation.ts'
import { anchorId, entryOf, intermediateConstraints, startAuthority } from '../support/federation-authority.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { forgeJwt } from '../support/forge-jwt.ts'
import { markedVariants, watchOutputs } from '../support/marked-values.ts'
import { createNetwork } from '../support/network.ts'
import { beginIssuance, push } from '../support/pid-issuance.ts'
import { pidProviderFixture } from '../support/pid-provider-fixture.ts'

/** Members that few statements have. They are added so that they get marks too. */
const further = {
  trust_marks: [{ trust_mark_type: 'x', trust_mark: 'x' }],
  trust_anchor_hints: ['x'],
  nbf: 1,
  crit: ['x'],
  aud: 'x',
  source_endpoint: 'x',
  constraints: { max_path_length: 1, naming_constraints: { permitted: ['x'] }, allowed_entity_types: ['x'] },
  metadata_policy: { wallet_provider: { contacts: { value: 'x' } } },
  metadata_policy_crit: ['x'],
}

/** Returns the statement with a mark in each member of its header and its payload, one at a time. */
function markedDrafts(about: string, { signer, header, payload }: Draft) {
  const headers = markedVariants({ ...header, jwk: { x: 'x' }, trust_chain: ['x'] })
  const payloads = markedVariants({ ...payload, ...further })
  const added = (member: string, value: Readonly<Record<string, unknown>>) => {
    const top = member.split('.')[0] ?? ''
    return { [top]: value[top] }
  }
  return [
    ...headers.map(({ member, mark, value }) => {
      const draft: Draft = { signer, header: { ...header, ...added(member, value) }, payload }
      return { about: `${about}, header.${member}`, member, mark, draft }
    }),
    ...payloads.map(({ member, mark, value }) => {
      const draft: Draft = { signer, header, payload: { ...payload, ...added(member, value) } }
      return { about: `${about}, ${member}`, member, mark, draft }
    }),
  ]
}

/** True for a member that outputs can show, such as an entity identifier: the path of a failed chain contains them. */
const isShown = (member: string): boolean => isShownPlace(`statement.${member}`) || /^authority_hints\./.test(member)

test('GEN-24 a Trust Anchor discloses no value of the statements that it fetches', async () => {
  const [clock, network, sink] = [fixedClock(), createNetwork(), recordingSink()]
  const middle = await testEntity('https://middle.example', { hints: [anchorId], fetch: true })
  const leaf = await testEntity('https://leaf.example', {
    hints: [middle.entityId],
    metadata: { wallet_provider: { contacts: ['it@leaf.example'] } },
  })
  const anchor = await startAuthority({ clock, network }, anchorId, {
    decisions: sink,
    subordinates: [
      entryOf(middle, ['federation_entity'], { intermediate: true, constraints: intermediateConstraints }),
    ],
    config: { resolveCacheSeconds: 0 },
  })
  const outputs = watchOutputs('trust-anchor', sink)
  const drafts = {
    leaf: configurationOf(leaf, clock.now()),
    about: statementAbout(leaf, middle, clock.now()),
    middle: configurationOf(middle, clock.now()),
  }
  const resolve = async (change: Partial<typeof drafts> = {}): Promise<number> => {
    const sent = { ...drafts, ...change }
    network.connect(leaf.entityId, async () => statementResponse(await sign(sent.leaf)))
    network.connect(middle.entityId, async ({ url }) =>
      statementResponse(await sign(new URL(url).pathname === entityConfigurationPath ? sent.middle : sent.about)),
    )
    const query = new URLSearchParams({ sub: leaf.entityId, trust_anchor: anchorId })
    const status = await outputs.answered(await anchor.ask(`/resolve?${query}`))
    clock.advance(1)
    return status
  }
  assert.equal(await resolve(), 200)
  for (const name of ['leaf', 'about', 'middle'] as const) {
    let refused = 0
    for (const { about, member, mark, draft } of markedDrafts(name, drafts[name])) {
      if ((await resolve({ [name]: draft })) >= 400) refused += 1
      await outputs.assertSilent(about, isShown(member) ? [] : [mark])
    }
    assert.ok(refused > 20, `${name}: ${refused} refused`)
  }
})

test('GEN-24 a PID Provider discloses no value of the statements in a wallet’s chain', async () => {
  const fixture = await pidProviderFixture()
  const outputs = watchOutputs('pid-provider', fixture.sink)
  const issuance = await beginIssuance(fixture)
  const { anchor, walletProvider, attestationSigner, clock } = fixture
  const chain = [configurationOf(walletProvider, clock.now()), statementAbout(walletProvider, anchor, clock.now())]
  for (const [index, genuine] of chain.entries()) {
    let refused = 0
    for (const { about, member, mark, draft } of markedDrafts(`statement ${index}`, genuine)) {
      const trust_chain = await signAll(chain.with(index, draft))
      const attestation = await forgeJwt(issuance.wallet.attestation, attestationSigner, { header: { trust_chain } })
      if ((await outputs.answered(await push(issuance, { attestation }))) >= 400) refused += 1
      await outputs.assertSilent(about, isShown(member) ? [] : [mark])
    }
    assert.ok(refused > 20, `statement ${index}: ${refused} refused`)
  }
  assert.deepEqual(fixture.faults, [])
})
