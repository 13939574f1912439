import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '../console/index.ts'
import { findShownCodes } from './console-wallet-codes.ts'

const at = 1_768_478_400_000
const page = (link: string): string =>
  `<div id="qr-code"></div><p><a class="button" id="wallet-link" href="${link}">Open</a></p>`
const message = (seconds: number, to: string, body: string): Message => ({
  ...{ id: `m${seconds}`, at: at + seconds * 1000, from: 'browser', to, milliseconds: 1, traces: [] },
  request: { method: 'GET', url: `http://${to}/`, headers: [] },
  response: { status: 200, headers: [], body },
})
const find = (messages: readonly Message[], seconds = 100) =>
  findShownCodes({
    messages: () => messages,
    now: () => at + seconds * 1000,
    relyingPartyOf: ({ to }) => (to === 'relying-party' ? 'A service' : undefined),
  })

test('finds the QR codes of the pages of Relying Parties, newest first, each link once', () => {
  const found = find([
    message(1, 'relying-party', page('https://w.example/?a=1&amp;b=2')),
    message(2, 'pid-provider', page('https://w.example/?a=3')),
    message(3, 'relying-party', '<p><a id="wallet-link" href="https://w.example/?a=4">Open</a></p>'),
    message(4, 'relying-party', page('https://w.example/?a=5')),
    message(5, 'relying-party', page('https://w.example/?a=5')),
  ])
  assert.deepEqual(
    found.map(({ link, party, at: seen }) => [link, party, seen - at / 1000]),
    [
      ['https://w.example/?a=5', 'A service', 5],
      ['https://w.example/?a=1&b=2', 'A service', 1],
    ],
  )
})

test('leaves out a code whose request a wallet has fetched, and keeps one whose request was not served', () => {
  const linkTo = (uri: string): string => `https://w.example/?${new URLSearchParams({ request_uri: uri })}`
  const fetching = (seconds: number, url: string, status: number): Message => {
    const sent = message(seconds, 'relying-party', 'a request')
    return { ...sent, request: { ...sent.request, url }, response: { status, headers: [], body: 'a request' } }
  }
  const found = find([
    message(1, 'relying-party', page(linkTo('https://rp.example/request/1'))),
    message(2, 'relying-party', page(linkTo('https://rp.example/request/2'))),
    fetching(3, 'https://rp.example/request/1', 200),
    fetching(4, 'https://rp.example/request/2', 503),
  ])
  assert.deepEqual(
    found.map(({ link }) => link),
    [linkTo('https://rp.example/request/2')],
  )
})

test('finds at most five QR codes, and none that is older than the time for which its page waits', () => {
  const codes = Array.from({ length: 8 }, (_, index) =>
    message(index, 'relying-party', page(`https://w.example/${index}`)),
  )
  assert.equal(find(codes).length, 5)
  assert.deepEqual(
    find(codes, 306).map(({ link }) => link),
    ['https://w.example/7', 'https://w.example/6'],
  )
})
