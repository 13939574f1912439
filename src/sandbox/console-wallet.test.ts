/** The wallets of the console, tested with the whole ecosystem in memory. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  adminToken,
  createTestEcosystem,
  origins,
  type TestEcosystem,
  walletAuthorizationEndpoint,
} from '../../test/support/ecosystem.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { encodeBase64url } from '../base/index.ts'
import { type ConsoleWallet, createAdminister, type PhoneChoice, type WalletEvent } from '../console/index.ts'
import { nameDevice } from '../console/wallet/home-page.ts'
import { texts as walletTexts } from '../console/wallet/wallet-texts.ts'
import { createConsoleWallets } from './console-wallet.ts'
import { createSimulatedDevices } from './devices/simulated-devices.ts'
import { logInAndAgree } from './login-script.ts'
import { createUserAgent, isDeparture } from './user-agent.ts'

const redirectUri = 'https://console.example/wallet/issued'
const genuine: PhoneChoice = { platform: 'android', profile: 'tee', kind: 'genuine' }
let ecosystem: TestEcosystem
before(async () => {
  ecosystem = await createTestEcosystem()
})

/** Creates the wallets of a console, and records the id of each action. */
function openWallets(capacity?: number) {
  const { parts, network, anchors } = ecosystem
  const acts: string[] = []
  const faults: unknown[] = []
  const wallets = createConsoleWallets(
    {
      ...parts,
      ...{ anchors, redirectUri, walletAuthorizationEndpoint, fetch: network.fetch },
      runAction: (id, run) => {
        acts.push(id)
        return run()
      },
      createDevice: (profile) => createSimulatedDevices({ ...parts, directory: freshDirectory() }).create(profile),
      administer: createAdminister(
        network.fetch,
        [{ name: 'wallet-provider', url: origins.walletProvider }],
        () => adminToken,
      ),
      testCredentials: [{ issuer: 'https://nobody.example', type: 'urn:test', name: 'A test' }],
      nameOf: (entityId) => (entityId === origins.walletProvider ? 'The provider' : undefined),
      newId: () => encodeBase64url(parts.random.bytes(12)),
      after: () => () => undefined,
      onFault: (fault) => void faults.push(fault),
    },
    { shownCodes: () => [], flowPathOf: () => undefined },
    capacity,
  )
  return { wallets, acts, faults }
}

async function logIn(wallet: ConsoleWallet, format: 'sd-jwt' | 'mdoc' = 'sd-jwt'): Promise<string> {
  const [provider] = await wallet.issuers()
  const begun = await wallet.beginIssuance({ issuer: provider?.issuer ?? '', format })
  assert.ok('authorizationUrl' in begun)
  assert.equal(wallet.login(begun.id), begun)
  const agent = createUserAgent({ fetch: ecosystem.network.fetch })
  return logInAndAgree(agent, begun.authorizationUrl, { username: 'mario.rossi', password: 'sandbox' }, redirectUri)
}

async function getPid(wallet: ConsoleWallet, format?: 'sd-jwt' | 'mdoc'): Promise<WalletEvent> {
  const event = await wallet.completeIssuance(await logIn(wallet, format))
  assert.equal(event.outcome, 'done')
  return event
}

/** Begins a presentation at the Relying Party and returns its link. */
async function linkOf(variant: 'scope' | 'dcql'): Promise<string> {
  const agent = createUserAgent({ fetch: ecosystem.network.fetch })
  const start = `${origins.relyingParty}/presentations/new?variant=${variant}&flow=same-device`
  const visit = await agent.open(start, (url) => url.origin !== origins.relyingParty)
  assert.ok(isDeparture(visit))
  return visit.location
}

test('each session has its own wallet, and the wallet that was unused for the longest time is deleted', () => {
  const { wallets } = openWallets(2)
  const [one, other] = [wallets.create(), wallets.create()]
  assert.notEqual(one.session, other.session)
  assert.equal(wallets.find(one.session), one.wallet)
  const third = wallets.create()
  assert.equal(wallets.find(other.session), undefined)
  assert.equal(wallets.find(one.session), one.wallet)
  wallets.forget(one.session)
  assert.deepEqual([wallets.find(one.session), wallets.find(third.session)], [undefined, third.wallet])
  assert.equal(wallets.find(undefined), undefined)
})

test('every device that is not faulty has a name in both languages', () => {
  const { devices } = openWallets().wallets
  for (const language of ['it', 'en'] as const)
    for (const device of devices)
      assert.equal(nameDevice(walletTexts[language], device).lang === '', device.kind !== 'fault', device.profile)
})

test('two concurrent requests set up a wallet once, on a genuine device of either platform', async () => {
  for (const profile of ['strongbox', 'secure_enclave']) {
    const { wallets } = openWallets()
    const device = wallets.devices.find((one) => one.profile === profile) as PhoneChoice
    const { wallet } = wallets.create()
    assert.equal((await wallet.overview()).state, 'empty')
    const [event, same] = await Promise.all([wallet.setUp(device), wallet.setUp(device)])
    assert.deepEqual([event.outcome, event.party, same], ['done', 'The provider', event])
    const { state, hardwareKeyTag, attestations } = await wallet.overview()
    assert.equal(state, 'operational')
    assert.ok(hardwareKeyTag !== undefined && attestations.length > 0)
  }
})

test('a faulty device is refused with the trace of the decision, and a genuine device is accepted afterwards', async () => {
  const { wallets } = openWallets()
  const { wallet } = wallets.create()
  const device = wallets.devices.find(({ kind }) => kind === 'fault') as PhoneChoice
  const event = await wallet.setUp(device)
  assert.deepEqual([event.outcome, event.refusal?.error], ['refused', 'wallet_provider_refused'])
  assert.ok(event.refusal?.block.remedy)
  assert.ok(ecosystem.decisions.decisions.some(({ trace }) => trace === event.trace))
  assert.equal((await wallet.overview()).state, 'installed')
  assert.equal((await wallet.setUp(genuine)).outcome, 'done')
  assert.deepEqual(
    wallet.history().map(({ outcome }) => outcome),
    ['done', 'refused'],
  )
})

test('obtains PIDs in both formats, and a second visit of the same redirect URL changes nothing', async () => {
  const { wallets, acts } = openWallets()
  const { wallet } = wallets.create()
  await wallet.setUp(genuine)
  const back = await logIn(wallet)
  const [first, second] = await Promise.all([wallet.completeIssuance(back), wallet.completeIssuance(back)])
  assert.equal(first, second)
  ecosystem.clock.advance(1)
  await getPid(wallet, 'mdoc')
  const { credentials, state } = await wallet.overview()
  assert.equal(state, 'valid')
  assert.deepEqual(
    credentials.map(({ holder, format, state: its }) => [holder, format, its]),
    [
      ['Mario Rossi', 'vc+sd-jwt', 'valid'],
      ['Mario Rossi', 'mso_mdoc', 'valid'],
    ],
  )
  assert.equal((await wallet.credential(first.credential ?? ''))?.claims.given_name, 'Mario')
  const issuances = acts.filter((id) => id.includes('-issuance-'))
  assert.deepEqual([issuances.length, new Set(issuances).size], [4, 2], 'both halves of an issuance have one id')
  assert.equal(first.action, issuances[0])
  assert.equal((await wallet.completeIssuance(`${redirectUri}?code=x&state=y`)).refusal?.error, 'foreign_redirect')
  assert.equal((await wallet.remove(first.credential ?? ''))?.outcome, 'done')
  assert.equal(await wallet.remove(first.credential ?? ''), undefined)
  assert.equal((await wallet.overview()).credentials.length, 1)
})

/** Presents everything that the Relying Party asks for. */
async function presentAll(wallet: ConsoleWallet): Promise<WalletEvent> {
  const id = await wallet.present(await linkOf('dcql'), 'same-device')
  const asked = wallet.request(id)
  assert.ok(asked?.state === 'question')
  const items = asked.question.items.map(({ id: item, candidates: [first] }) => ({
    id: item,
    credential: first?.id ?? '',
    claims: first?.claims.map(({ path }) => path) ?? [],
  }))
  const ended = await wallet.answer(id, { given: true, items })
  assert.ok(ended?.state === 'ended')
  return ended.event
}

test('presents the chosen claims, and the browser continues at the Relying Party', async () => {
  const { wallets } = openWallets()
  const { wallet } = wallets.create()
  await wallet.setUp(genuine)
  await getPid(wallet)
  const event = await presentAll(wallet)
  const { outcome, claims, continueAt, trace } = event
  assert.equal(outcome, 'done')
  assert.ok(claims?.includes('family_name') && trace)
  assert.match(continueAt ?? '', /^https:\/\/rp\.example\/presentation-result\?response_code=/)
  assert.equal(wallet.history()[0], event)
})

test('a revoked wallet shows the states of wallet and PID, and presents nothing; an expired PID is shown as expired', async () => {
  const { wallets } = openWallets()
  const { wallet } = wallets.create()
  await wallet.setUp(genuine)
  await getPid(wallet)
  await presentAll(wallet)
  assert.equal((await wallet.revoke()).outcome, 'done')
  assert.equal((await wallet.overview()).state, 'revoked')
  ecosystem.clock.advance(10)
  await ecosystem.services['pid-provider'].applyWalletInstanceStatuses()
  ecosystem.clock.advance(10)
  assert.equal((await wallet.overview()).credentials[0]?.state, 'revoked')
  const id = await wallet.present(await linkOf('dcql'), 'same-device')
  assert.equal(wallet.request(id)?.state, 'unanswerable')
  const ended = await wallet.answer(id, { given: false })
  assert.ok(ended?.state === 'ended')
  assert.deepEqual([ended.event.outcome, ended.event.refusal?.error], ['refused', 'credential_revoked'])
  // This variant presents the Wallet Attestation, which is revoked too; the provider issues no further attestation.
  const refused = wallet.request(await wallet.present(await linkOf('scope'), 'same-device'))
  assert.ok(refused?.state === 'ended')
  assert.equal(refused.event.refusal?.error, 'wallet_instance_revoked')
  ecosystem.clock.advance(800 * 86_400)
  assert.equal((await wallet.overview()).credentials[0]?.state, 'expired')
})

test('without a device a presentation and a revocation fail, and the presentation reports a fault', async () => {
  const { wallets, faults } = openWallets()
  const { wallet } = wallets.create()
  const id = await wallet.present('https://console.example/?client_id=x', 'same-device')
  const ended = wallet.request(id)
  assert.ok(ended?.state === 'ended' && ended.event.outcome === 'failed')
  const { outcome, reason } = await wallet.revoke()
  assert.deepEqual([outcome, reason], ['failed', 'This wallet has not been registered.'])
  assert.equal(faults.length, 1)
})

test('a failed issuance states that the test issuer did not answer', async () => {
  const { wallets, faults } = openWallets()
  const { wallet } = wallets.create()
  await wallet.setUp(genuine)
  const { issuer = '' } = (await wallet.issuers()).find(({ name }) => name === 'A test') ?? {}
  const event = await wallet.beginIssuance({ issuer, format: 'sd-jwt' })
  assert.ok('outcome' in event)
  assert.deepEqual([event.outcome, event.reason], ['failed', 'The test issuer did not answer (unreachable).'])
  assert.equal(faults.length, 1)
})
