import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMessageLog } from '../console/index.ts'
import { createStatusListCopies } from './status-list-copies.ts'

const uri = 'https://pid.example/statuslists/0'

function setUp() {
  const log = createMessageLog(10)
  let id = 0
  const record = (from: string, url: string, body: string, mediaType = 'application/statuslist+jwt'): void => {
    id += 1
    log.record({
      ...{ id: `m${id}`, at: id * 1000, from, to: 'pid-provider', milliseconds: 1, traces: [] },
      request: { method: 'GET', url, headers: [] },
      response: { status: 200, headers: [['content-type', mediaType]], body },
    })
  }
  return { copies: createStatusListCopies(log), record }
}

test('returns the last copy of each party except the console', () => {
  const { copies, record } = setUp()
  record('wallet', uri, 'a.b.c')
  record('relying-party', uri, 'a.b.c')
  record('relying-party', uri, 'd.e.f')
  record('console', uri, 'd.e.f')
  assert.deepEqual(copies.of(uri), [
    { reader: 'wallet', fetchedAt: 1, token: 'a.b.c' },
    { reader: 'relying-party', fetchedAt: 3, token: 'd.e.f' },
  ])
  assert.deepEqual(copies.of(`${uri}0`), [])
})

test('a media type may be in upper case and have parameters', () => {
  const { copies, record } = setUp()
  record('wallet', uri, 'a.b.c', 'Application/StatusList+JWT; charset=utf-8')
  record('relying-party', uri, 'a.b.c', 'application/json')
  assert.deepEqual(copies.of(uri), [{ reader: 'wallet', fetchedAt: 1, token: 'a.b.c' }])
})

test('a client that adds queries to the URI of a list does not fill the memory', () => {
  const { copies, record } = setUp()
  const urls = Array.from({ length: 1000 }, (_, index) => `${uri}?${index}`)
  for (const url of urls) record('unknown', url, 'a.b.c')
  assert.ok(urls.filter((url) => copies.of(url).length > 0).length <= 100)
})
