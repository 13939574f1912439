import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsoleApp } from '../../../test/support/console-app.ts'
import type { ConsoleWallet, WalletDesk, WalletEvent } from './wallet-port.ts'
import { createWalletScreen } from './wallet-screen.ts'

const event: WalletEvent = { id: 'a', at: 0, kind: 'set-up', outcome: 'done' }
const wallet = { setUp: async () => event } as Partial<ConsoleWallet> as ConsoleWallet
const desk = {
  devices: [{ platform: 'android', profile: 'usual', kind: 'genuine' }],
  find: () => undefined,
  create: () => ({ session: 's', wallet }),
} as Partial<WalletDesk> as WalletDesk

test('leads a wallet that is set up to the request that opened it, unless a header cannot contain its query', async () => {
  const app = createConsoleApp((clock) => [createWalletScreen({ clock, wallets: desk, roles: [] })])
  const locationAfter = async (query?: string) => {
    const form = { device: 'android/usual', ...(query !== undefined && { query }) }
    const { status, headers } = await app.post('/wallet/set-up', form)
    assert.equal(status, 303)
    return headers.get('location')
  }
  assert.equal(await locationAfter('client_id=x&a=%E2%82%AC'), '/wallet/authorization?client_id=x&a=%E2%82%AC')
  assert.equal(await locationAfter(), '/wallet/history/a')
  for (const query of ['client_id=€', 'a b', 'a\r\nb']) assert.equal(await locationAfter(query), '/wallet/history/a')
})
