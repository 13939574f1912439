/** The display of a request before the user consents. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request, terminal } from '../../../test/support/wallet-command.ts'
import { createConsentToAll, createTerminalConsent, describeRequest } from './terminal-consent.ts'

test('WI-106 the user sees that a Relying Party asks for no Wallet Attestation, and which credential is optional', () => {
  assert.doesNotMatch(describeRequest(request), /No proof|optional/)
  const items = request.items.map((item) => ({ ...item, optional: true as const }))
  const text = describeRequest({ ...request, walletAttestationAsked: false, items })
  assert.match(text, /\(optional\): given_name[\s\S]*No proof of this wallet is asked for/)
})

test('WI-14 the request is described without control characters, and without a terminal the user must give --yes', async () => {
  const text = describeRequest(request)
  assert.match(text, /https:\/\/rp\.example.*Banca S\.p\.A\..*privacy.*To open an account.*given_name/s)
  assert.ok(!text.includes('\u001b'))
  const heard = terminal()
  const answer = await createConsentToAll(heard).ask(request)
  assert.deepEqual(answer, { given: true, items: [{ id: 'pid', credential: '1', claims: [['given_name']] }] })
  assert.match(heard.said.join(''), /asks for/)
  await assert.rejects(createTerminalConsent(false).ask(request), /--yes/)
})
