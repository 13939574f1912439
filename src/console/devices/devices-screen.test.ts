import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeskConsole, elementText, textOf } from '../../../test/support/desk-console.ts'
import { origins } from '../../../test/support/ecosystem.ts'
import { describeDevice } from './describe-device.ts'

const desk = await createDeskConsole()
const { get, post, ecosystem } = desk
const { walletInstances } = ecosystem.parts.stores['wallet-provider']
await desk.holder()
const [instance] = await walletInstances.search({ limit: 1 })
assert.ok(instance)
const { hardwareKeyTag, hardwareKeyThumbprint: thumbprint } = instance
const path = `/phones/instances/${thumbprint}`
await walletInstances.linkUser({ hardwareKeyTag, user: 'mario', actor: 'ada', now: ecosystem.clock.now() })

test('lists the instances, and finds them by status, platform, thumbprint and user', async () => {
  const page = await textOf(await get('/phones'))
  assert.match(elementText(page, 'devices-list'), /Android phone 15 operational now/)
  for (const [query, isFound] of [
    ['status=operational', true],
    ['status=revoked', false],
    ['platform=apple', false],
    [`thumbprint=${thumbprint}`, true],
    ['held=on', false],
  ] as const)
    assert.equal((await textOf(await get(`/phones?${query}`))).includes(`href="${path}"`), isFound, query)
  const found = await textOf(await post('/phones/find', { user: 'mario' }))
  assert.ok(found.includes(`href="${path}"`))
  assert.doesNotMatch(found, /mario/, 'the page does not repeat the user')
  assert.doesNotMatch(await textOf(await post('/phones/find', { user: 'luigi' })), /devices-open-/)
})

test('shows device and history in words, and puts no hardware key tag in a URL', async () => {
  const page = await textOf(await get(path))
  assert.match(
    elementText(page, 'devices-facts'),
    /trusted environment of the processor.*Patches of the system: December 2025/,
  )
  assert.match(elementText(page, 'devices-history'), /registered by the wallet .*first attestation issued/)
  assert.ok(!page.includes(`/${hardwareKeyTag}`))
  assert.match(await textOf(await get('/phones/instances/unknown'), 404), /instance_unknown/)
})

test('shows how many instances a group revocation affects before the operator confirms it', async () => {
  const review = await textOf(await post('/phones/group/review', { of: 'user', value: 'mario', to: 'revoke' }))
  assert.match(elementText(review, 'devices-effect'), /Instances to revoke: 1/)
  assert.match(elementText(review, 'devices-group-call-curl'), /revoke-all/)
  const none = await textOf(await post('/phones/group/review', { of: 'certificate', value: 'ab', to: 'revoke' }))
  assert.match(elementText(none, 'devices-effect'), /Instances to revoke: 0/)
  assert.doesNotMatch(none, /id="devices-confirm"/)
  const refused = await textOf(await post('/phones/group/review', { of: 'certificate', value: 'zz' }), 400)
  assert.match(refused, /search_malformed/)
  const wrong = await textOf(await post('/phones/group/review', { of: 'user', value: 'mario', to: 'release' }), 400)
  assert.match(wrong, /id="devices-only-held"/)
  assert.equal((await walletInstances.find(hardwareKeyTag))?.status, 'operational')
})

test('revokes one instance after a confirmation, and all instances of a user', async () => {
  const question = await textOf(await get(`${path}/change?to=revoke`))
  assert.match(
    elementText(question, 'devices-effect'),
    /Instances to revoke: 1\. The wallet gets no further attestation/,
  )
  const done = await post(`${path}/change`, { to: 'revoke', reason: 'revoked_by_user' })
  assert.deepEqual([done.status, done.headers.get('location')], [303, path])
  const page = await textOf(await get(path))
  assert.match(elementText(page, 'devices-history'), /revoked by sandbox – request of the user/)
  assert.doesNotMatch(page, /id="devices-revoke"/)
  const applied = await post('/phones/group/apply', { of: 'user', value: 'mario', to: 'revoke' })
  assert.match(elementText(await textOf(applied), 'devices-done'), /Instances revoked: 0/)
  const again = await textOf(await post('/phones/group/review', { of: 'user', value: 'mario' }))
  assert.match(elementText(again, 'devices-effect'), /to revoke: 0 Revoked already: 1/)
})

test('a group can be revoked if the search returns its maximum and all results are revoked already', async (t) => {
  const [revoked] = await walletInstances.search({ limit: 1 })
  assert.equal(revoked?.status, 'revoked')
  t.mock.method(walletInstances, 'search', async () => Array(1000).fill(revoked))
  const review = await textOf(await post('/phones/group/review', { of: 'user', value: 'mario' }))
  assert.match(elementText(review, 'devices-effect'), /to revoke: number unknown Revoked already: at least 1000$/)
  assert.match(elementText(review, 'devices-confirm'), /\(number unknown\)$/)
})

test('releases all held instances, and those held for one reason, of which there are none', async () => {
  const applied = await post('/phones/group/apply', { of: 'held', to: 'release' })
  assert.match(elementText(await textOf(applied), 'devices-done'), /Instances released: 0/)
  const suspended = { of: 'device_certificate_suspended', to: 'release' }
  const review = await textOf(await post('/phones/group/review', suspended))
  assert.match(elementText(review, 'devices-group-call-curl'), /held_reason&quot;:&quot;device_certificate_suspended/)
  const done = await textOf(await post('/phones/group/apply', suspended))
  assert.match(elementText(done, 'devices-done'), /Instances released: 0/)
})

test('creates a simulated phone of a profile, and shows the key attestation that it gives a wallet', async () => {
  const list = await textOf(await get('/phones/simulated'))
  assert.match(list, /<option value="android\/unlocked" lang="en">unlocked</)
  assert.match(list, /The evidence is genuine, unusual but valid, that of an old device, or has exactly one fault\./)
  const ordered = await post('/phones/simulated', { profile: 'ios/counter_not_zero' })
  const phone = ordered.headers.get('location') ?? ''
  const page = await textOf(await get(phone))
  assert.match(elementText(page, 'devices-phone'), /faulty: no provider may accept it .*key attestation/)
  assert.match(elementText(page, 'devices-phone'), /no wallet has registered/)
  const proven = await textOf(await post(`${phone}/proof`, { challenge: 'mine' }))
  assert.match(elementText(proven, 'devices-proof'), /^[\w+/=-]{100,}$/)
  assert.match(await textOf(await get('/phones/simulated')), new RegExp(`href="${phone}"`))
  const unknown = await textOf(await post('/phones/simulated', { profile: 'android/none' }), 404)
  assert.match(elementText(unknown, 'devices-unknown-phone'), /does not have this profile/)
  await textOf(await get('/phones/simulated/unknown'), 404)
})

test('a phone whose instance cannot be read is shown with the refusal, not as unregistered', async () => {
  const other = await createDeskConsole({ administratorToken: 'a-token-of-nobody-0123456789-0123456789' })
  const ordered = await other.post('/phones/simulated', { profile: 'android/tee' })
  const page = await textOf(await other.get(ordered.headers.get('location') ?? ''))
  assert.match(page, /id="devices-refusal".*token_unknown/s)
  assert.doesNotMatch(page, /no wallet has registered/)
})

test('shows why the provider refuses an operator, and that the provider does not answer', async () => {
  const other = await createDeskConsole({ administratorToken: 'a-token-of-nobody-0123456789-0123456789' })
  assert.match(await textOf(await other.get('/phones'), 401), /token_unknown/)
  other.ecosystem.network.disconnect(origins.walletProvider)
  assert.match(await textOf(await other.get('/phones'), 502), /got no usable answer from the service/)
})

const android = { platform: 'android', application: 'org.example' } as const
for (const [title, device, sentence] of [
  ['a version of three parts', { ...android, osVersion: 140_102 }, 'Android 14.1.2.'],
  ['a version of one part', { ...android, osVersion: 15 }, 'Android 15.'],
  ['a patch level with a day', { ...android, bootPatchLevel: 20_260_105 }, 'Patches of the boot loader: January 2026.'],
  ['a malformed patch level', { ...android, osPatchLevel: 7 }, 'Patches of the system: 7.'],
  ['an old key store', { ...android, keyMintVersion: 41 }, 'Key store: Keymaster 4.1.'],
  [
    'an Apple device',
    { platform: 'apple', application: 'X.org.example' },
    'The key is in the Secure Enclave; Apple attested it (App Attest).',
  ],
  [
    'an app from TestFlight',
    { platform: 'apple', application: 'X.org.example', distribution: 'testflight' },
    'The app was distributed with TestFlight.',
  ],
  [
    'an app whose version is a text',
    { platform: 'apple', application: 'X.org.example', applicationVersion: '1.2' },
    'App X.org.example, version 1.2.',
  ],
] as const)
  test(`describes ${title}`, () => assert.ok(describeDevice('en', device).includes(sentence)))
