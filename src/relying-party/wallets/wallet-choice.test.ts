import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offeredWallets } from './wallet-choice.ts'

const endpoint = { walletAuthorizationEndpoint: 'https://wallet.example/authorization', profile: 'seed' } as const
const [first, second] = ['https://one.example', 'https://two.example']

test('the configured links and every further wallet of the federation are offered', () => {
  const links = [
    { name: 'Another', link: 'haip://' },
    { name: 'Own name', link: 'openid4vp://', provider: first },
  ]
  const federation = [
    { provider: second, name: 'Zweite' },
    { provider: first, name: 'Prima' },
  ]
  assert.deepEqual(offeredWallets({ ...endpoint, walletLinks: links }, federation, ['seed']), [
    { number: '1', name: 'Another' },
    { number: '2', name: 'Prima' },
    { number: '0', name: 'Zweite' },
  ])
})

test('a link is offered only if its provider is in the federation, or if the federation’s wallets are unknown', () => {
  const links = [{ name: 'Own name', link: 'openid4vp://', provider: first }]
  const offered = (federation: Parameters<typeof offeredWallets>[1]) =>
    offeredWallets({ ...endpoint, walletLinks: links }, federation, ['seed']).map(({ name }) => name)
  assert.deepEqual(offered([{ provider: second, name: 'Zweite' }]), ['Zweite'])
  assert.deepEqual(offered([]), ['Own name'])
  assert.deepEqual(offeredWallets({ ...endpoint, walletLinks: [] }, [], ['seed']), [{ number: '0', name: 'IT-Wallet' }])
})

test('RP-138 if no link has an offered profile, the default link is offered, unless it has another profile', () => {
  const walletLinks = [{ name: 'Own name', link: 'openid4vp://', profile: 'it-wallet-1.4' }] as const
  const numbersFor = (...profiles: ('seed' | 'it-wallet-1.4')[]) =>
    offeredWallets({ ...endpoint, walletLinks: [...walletLinks] }, [], profiles).map(({ number }) => number)
  assert.deepEqual(numbersFor('seed'), ['0'])
  assert.deepEqual(numbersFor('it-wallet-1.4'), ['1'])
})
