/** Consent of a user at the terminal: the keys that the user presses, and the answer. */
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { Consent, ConsentRequest, UnanswerableRequest } from '../../wallet/index.ts'
import { UserError } from '../user-error.ts'
import { createConsentToAll, createTerminalConsent } from './terminal-consent.ts'

const keys = { space: ' ', down: '\u001b[B', enter: '\r', yes: 'y', no: 'n', interrupt: '\u0003' } as const
type Key = keyof typeof keys

const credential = (id: string) => ({
  id,
  type: 'eu.eudiw.pid.it',
  issuer: 'https://issuer.example',
  claims: [
    { path: ['given_name'], value: 'Ada' },
    { path: ['family_name'], value: 'Rossi' },
  ],
})
const request = (...candidates: string[]): ConsentRequest => ({
  relyingParty: {
    entityId: 'https://rp.example',
    name: 'Banca\u001b[2J',
    organization: undefined,
    policyUri: undefined,
    logoUri: undefined,
    profile: 'seed',
    erasureEndpoint: undefined,
  },
  walletAttestationAsked: true,
  items: [{ id: 'pid', purpose: 'To open an account', candidates: candidates.map(credential) }],
})

const answered = (asked: ConsentRequest, pressed: readonly Key[]) => atTheScreen((one) => one.ask(asked), pressed)

/** Presses the keys one after the other, with a pause before each. */
async function atTheScreen<T>(show: (consent: Required<Consent>) => Promise<T>, pressed: readonly Key[]) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let screen = ''
  output.on('data', (chunk) => {
    screen += String(chunk)
  })
  const answer = show(createTerminalConsent(true, { input, output }))
  for (const key of pressed) {
    await new Promise((resolve) => setTimeout(resolve, 30))
    input.write(keys[key])
  }
  return { answer: await answer, screen }
}

for (const [title, pressed, expected] of [
  ['all claims if no claim is deselected', ['enter', 'yes'], [['given_name'], ['family_name']]],
  ['the claims that stay selected', ['space', 'enter', 'yes'], [['family_name']]],
  ['a credential without claims if all claims are deselected', ['space', 'down', 'space', 'enter', 'yes'], []],
] as const)
  test(`WI-14 the user sends ${title}`, async () => {
    const { answer, screen } = await answered(request('1'), pressed)
    assert.deepEqual(answer, { given: true, items: [{ id: 'pid', credential: '1', claims: expected }] })
    assert.match(screen, /asks for.*To open an account.*given_name/s)
    assert.ok(!screen.includes('Banca\u001b[2J'))
  })

for (const [title, pressed, expected] of [
  ['not sent', ['no', 'yes'], []],
  ['sent', ['yes', 'enter', 'yes'], [{ id: 'pid', credential: '1', claims: [['given_name'], ['family_name']] }]],
] as const)
  test(`WI-105 an optional credential is ${title} by the user's choice`, async () => {
    const asked = request('1')
    const items = asked.items.map((item) => ({ ...item, optional: true as const }))
    const { answer, screen } = await answered({ ...asked, items }, pressed)
    assert.deepEqual(answer, { given: true, items: expected })
    assert.match(screen, /The service does not require it/)
  })

test('WI-14 control characters in names of types, issuers and claims are escaped (D-257)', async () => {
  const foreign = (id: string) => ({
    ...credential(id),
    type: 'PID\u009b2J',
    issuer: 'https://issuer.example/\u009b2J',
    claims: [{ path: ['name\u009b2J'], value: '\u009b2J' }],
  })
  const asked = request('1', '2')
  const items = [{ id: 'pid', purpose: undefined, candidates: ['1', '2'].map(foreign) }]
  const { answer, screen } = await answered({ ...asked, items }, ['enter', 'enter', 'yes'])
  assert.deepEqual(answer, { given: true, items: [{ id: 'pid', credential: '1', claims: [['name\u009b2J']] }] })
  assert.match(screen, /PID 2J/)
  assert.ok(!screen.includes('\u009b'))
})

test('WI-14 the user chooses between credentials', async () => {
  const { answer } = await answered(request('1', '2'), ['down', 'enter', 'enter', 'yes'])
  assert.equal(answer.given && answer.items[0]?.credential, '2')
})

for (const [title, pressed] of [
  ['no to the last question', ['enter', 'no']],
  ['the last question with Enter', ['enter', 'enter']],
  ['the choice of attributes with Ctrl-C', ['interrupt']],
  ['the last question with Ctrl-C', ['enter', 'interrupt']],
] as const)
  test(`WI-14 WI-89 nothing is sent if the user answers ${title}`, async () => {
    assert.deepEqual((await answered(request('1'), pressed)).answer, { given: false })
  })

const unanswerable: UnanswerableRequest = {
  relyingParty: request().relyingParty,
  items: [{ id: 'pid', purpose: 'To open an account', type: 'eu.eudiw.pid.it', claims: ['birthdate\u001b[2J'] }],
}

for (const key of ['enter', 'interrupt'] as const)
  test(`WI-14 WI-89 the user sees a request that no credential answers, and acknowledges it with ${key}`, async () => {
    const { screen } = await atTheScreen((one) => one.acknowledge(unanswerable), [key])
    assert.match(screen, /asks for.*To open an account.*eu\.eudiw\.pid\.it: birthdate.*Nothing in this wallet answers/s)
    assert.ok(!screen.includes('birthdate\u001b[2J'))
  })

test('WI-14 WI-89 with --yes, a request that no credential answers is printed without a question', async () => {
  const said: string[] = []
  const terminal = { out: (text: string) => void said.push(text), err: () => undefined }
  await createConsentToAll(terminal).acknowledge(unanswerable)
  assert.match(said.join(''), /birthdate.*\nNothing in this wallet answers that\.\n$/)
  await assert.rejects(createTerminalConsent(false).acknowledge(unanswerable), UserError)
})

test('WI-14 each attribute that the Relying Party will keep is marked, in the request and in the choice', async () => {
  const asked = request('1')
  const [item] = asked.items
  const [first] = item?.candidates ?? []
  const claims = [
    { path: ['given_name'], value: 'Ada', intentToRetain: true as const },
    { path: ['family_name'], value: 'Rossi' },
  ]
  const kept = { ...asked, items: [{ ...item, candidates: [{ ...first, claims }] }] } as ConsentRequest
  const { answer, screen } = await answered(kept, ['enter', 'yes'])
  assert.deepEqual(answer, {
    given: true,
    items: [{ id: 'pid', credential: '1', claims: [['given_name'], ['family_name']] }],
  })
  assert.match(screen, /eu\.eudiw\.pid\.it: given_name \(will be kept\), family_name(?! \()/)
  assert.match(screen, /Attributes.*given_name \(will be kept\)/s)
})
