/** Parties whose messages follow another profile than the wallet's configuration has for the anchor of their chain. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { refusedBy } from '../../support/refused-by.ts'
import { startThirdParties } from '../../support/third-parties.ts'
import { seconds } from '../../support/third-party/federation.ts'
import type { ThirdPartyRelyingParty } from '../../support/third-party/relying-party.ts'
import type { Version } from '../../support/third-party/versions.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'
import { anchorId } from '../../support/wallet-provider-bench.ts'
import { createWalletProviderFixture } from '../../support/wallet-provider-fixture.ts'

const refusal = ['WI-152', 'anchor_profile_mismatch'] as const

async function begin(t: TestContext, version: Version) {
  const parties = await startThirdParties(t, version)
  const holder = parties.createWallet()
  await holder.wallet.setUp()
  return { ...parties, holder }
}

/** Asks with the messages of the specification: with its bare identifier, and without the members that only 1.4 has. */
function askAsSeed(relyingParty: ThirdPartyRelyingParty, member: Readonly<Record<string, unknown>>): string {
  const { origin } = relyingParty
  relyingParty.bends = {
    metadata: (own) => ({ ...own, ...member }),
    engagement: (own) => ({ ...own, client_id: origin, state: 'state' }),
    request: ({ client_metadata: _, ...own }) => ({ ...own, client_id: origin, state: 'state' }),
    requestHeader: ({ x5c: _, ...own }) => own,
    chain: { revoked: 'member' },
  }
  return relyingParty.ask('dcql')
}

type Rule = readonly [id: string, code: string]
const missing: Rule = ['WI-134', 'certificates_missing']
const incomplete: Rule = ['WI-137', 'rp_metadata_incomplete']

for (const [what, member, rule] of [
  ['a member of the specification', { response_uris_supported: ['https://rp.example/response'] }, missing],
  ['a required member less', { logo_uri: undefined }, incomplete],
  ['a member of 1.0', { vp_formats: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } } }, missing],
] as const)
  test(`WI-130 WI-152 a revoked Relying Party of 1.4 with ${what} does not escape the checks of 1.4`, async (t) => {
    const { relyingParty, holder, deliverTo } = await begin(t, 'it-wallet-1.4')
    await deliverTo(holder.wallet, 'it-wallet-1.4')
    await refusedBy(...rule, holder.wallet.present(askAsSeed(relyingParty, member)))
    const { requestHeader: _, ...certified } = relyingParty.bends
    relyingParty.bends = certified
    const revoked: Rule = rule === missing ? ['FED-81', 'x509_revoked'] : rule
    await refusedBy(...revoked, holder.wallet.present(relyingParty.ask('dcql')))
    assert.ok(!relyingParty.asked.some(({ url }) => url.pathname === '/response'), 'nothing is sent')
    assert.deepEqual(holder.asked, [])
  })

test('WI-152 refuses a link with the prefix of 1.4 below an anchor of 1.0, and fetches no Request Object', async (t) => {
  const { relyingParty, holder, deliverTo } = await begin(t, 'it-wallet-1.0')
  await deliverTo(holder.wallet, 'it-wallet-1.0')
  const client_id = `openid_federation:${relyingParty.origin}`
  relyingParty.bends.engagement = (own) => ({ ...own, client_id })
  await refusedBy(...refusal, holder.wallet.present(relyingParty.ask('dcql')))
  const paths = relyingParty.asked.map(({ url }) => url.pathname)
  assert.ok(!paths.includes('/request') && !paths.includes('/response'), 'nothing is sent')
  assert.deepEqual(holder.asked, [])
})

test('WI-152 refuses a Request Object of 1.4 with a trust chain to an anchor of the specification', async (t) => {
  const { relyingParty, holder, anchor, ownAnchor } = await begin(t, 'it-wallet-1.4')
  const { origin } = relyingParty
  ownAnchor.members.set(origin, anchor.members.get(origin) ?? [])
  const iat = seconds() + 10 // newer than what the wallet has fetched
  ownAnchor.statements.set(origin, (own) => ({ ...own, iat }))
  const statement = await ownAnchor.statementAbout(origin)
  relyingParty.bends = {
    configuration: (own) => ({ ...own, authority_hints: [anchor.origin, ownAnchor.origin], iat }),
    requestHeader: (own) => ({ ...own, trust_chain: [(own.trust_chain as readonly string[])[0], statement] }),
  }
  await refusedBy(...refusal, holder.wallet.present(relyingParty.ask('dcql')))
  assert.deepEqual(holder.asked, [])
})

for (const [version, other] of [
  ['it-wallet-1.0', 'it-wallet-1.4'],
  ['it-wallet-1.4', 'it-wallet-1.0'],
] as const)
  test(`WI-152 refuses a credential of another version from an issuer below an anchor of ${version}`, async (t) => {
    const { issuer, holder, deliverTo } = await begin(t, version)
    await refusedBy(...refusal, deliverTo(holder.wallet, other))
    await refusedBy(...refusal, holder.wallet.obtainPid(issuer.origin))
    assert.deepEqual(await holder.wallet.list(), [])
  })

/** Presents with a wallet in which no anchor has a profile, after a credential was delivered to it. */
async function presentUnnamed(t: TestContext, version: Exclude<Version, 'seed'>): Promise<unknown> {
  const { relyingParty, createWallet, deliverTo } = await startThirdParties(t, version)
  const { wallet, ...kept } = createWallet()
  await wallet.setUp()
  await deliverTo(wallet, version)
  return createWallet({ ...kept, anchorProfiles: new Map() }).wallet.present(relyingParty.ask('dcql'))
}

test('WI-152 below an anchor without a profile, a link of 1.4 is refused', async (t) => {
  await refusedBy(...refusal, presentUnnamed(t, 'it-wallet-1.4'))
})

test('WI-152 below an anchor without a profile, metadata like those of 1.0 count as metadata of the specification', async (t) => {
  await presentUnnamed(t, 'it-wallet-1.0')
})

test('WI-152 refuses a Wallet Provider below an anchor of 1.4, and does not register there', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet } = createTestWallet(fixture, { anchorProfiles: new Map([[anchorId, ['it-wallet-1.4']]]) })
  await refusedBy(...refusal, wallet.setUp())
  await refusedBy(...refusal, wallet.findIssuers())
  assert.equal((await wallet.status()).registered, false)
})
