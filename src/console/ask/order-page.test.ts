import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementText } from '../../../test/support/desk-console.ts'
import { noParameters } from '../../http/index.ts'
import { renderState } from './order-page.ts'
import type { Order } from './orders.ts'
import { readSwitches } from './switches.ts'

const waiting: Order = {
  key: 'k',
  id: 'i',
  switches: readSwitches(noParameters),
  query: '{}',
  body: {},
  startUrl: 'https://rp.example/start',
  engagementUrl: 'https://wallet.example/presentation?request_uri=x',
  status: 'issued',
  expiresAt: 1300,
  refusals: [],
}

const stateOf = (order: Order): string =>
  `${renderState({ language: 'en', now: 1000, order, relyingParty: 'https://rp.example', findDecision: () => undefined, isLive: true })}`

test('the link for a wallet is named by its origin, and by its scheme if the scheme is a custom one', () => {
  assert.equal(elementText(stateOf(waiting), 'ask-wallet-link'), 'https://wallet.example')
  const custom = { ...waiting, engagementUrl: 'haip://?request_uri=x' }
  assert.equal(elementText(stateOf(custom), 'ask-wallet-link'), 'haip:')
})

test('the table of received claims has a row for an empty list, an empty object and null', () => {
  const claims = { given_name: 'Mario', nationalities: [], address: { locality: 'Roma', extra: {} }, nothing: null }
  const credential = { format: 'dc+sd-jwt', type: 't', issuer: 'i', status: 'valid', claims }
  const page = stateOf({ ...waiting, status: 'presented', result: { credentials: { pid: credential } } })
  assert.match(
    elementText(page, 'ask-claims-pid-0'),
    /given_name Mario nationalities \[\] address › locality Roma address › extra \{\} nothing null/,
  )
})
