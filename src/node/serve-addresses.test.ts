/** The addresses and ports of a server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loopbacks } from '../../test/support/loopbacks.ts'
import { missingProgramWords } from '../../test/support/missing-programs.ts'
import { app, post, raw, start } from '../../test/support/served-app.ts'
import { AddressUnavailable, mayShare, PortUnavailable } from './listen.ts'
import { findPort, serve } from './serve.ts'

test('a server listens at the same port of all loopback addresses', async (t) => {
  const server = await start(t)
  for (const host of loopbacks)
    assert.match(await raw(server.port, post(''), host), /^HTTP\/1\.1 200 .*"url":"https:\/\/role\.example\/form"/s)
})

test('a port in use is a typed error, and no address stays open', async (t) => {
  const first = await start(t, { hosts: ['127.0.0.1'] })
  await assert.rejects(serve({ app, port: first.port, hosts: ['::1', '127.0.0.1'] }), (thrown) => {
    assert.ok(thrown instanceof PortUnavailable)
    assert.match(thrown.message, new RegExp(`^Port ${first.port} is in use: stop what uses it, or choose another\\.$`))
    return true
  })
  await assert.rejects(raw(first.port, 'x', '::1'), 'the address whose port was free is released')
})

const shares = mayShare() ? false : `${missingProgramWords}kernel that shares ports`
test('servers can share a free port, and a server that does not share it is refused', { skip: shares }, async () => {
  const port = await findPort({ port: 0 })
  const shared = await Promise.all([0, 1].map(() => serve({ app, port, shared: true })))
  assert.deepEqual(
    shared.map((server) => server.port),
    [port, port],
  )
  await assert.rejects(findPort({ port }), PortUnavailable)
  await Promise.all(shared.map((server) => server.stop()))
  assert.equal(await findPort({ port }), port)
})

test('an address that this machine does not have is ignored', async (t) => {
  const server = await start(t, { hosts: ['127.0.0.1', '192.0.2.1'] })
  assert.equal((await fetch(`http://127.0.0.1:${server.port}/health`)).status, 200)
})

test('a name that does not resolve, and an address without its zone, are refused, also besides another address', async () => {
  for (const host of ['127.0.0.1:8080', '[::1]', 'fe80::1'])
    for (const hosts of [[host], ['127.0.0.1', host]])
      await assert.rejects(serve({ app, port: 0, hosts }), (thrown) => {
        assert.ok(thrown instanceof AddressUnavailable)
        assert.ok(thrown.message.startsWith(`This machine has none of the addresses ${host}: `), thrown.message)
        return true
      })
})

test('an address that is named twice, or that a wildcard includes, is not a port in use', async (t) => {
  for (const hosts of [
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '0.0.0.0'],
    ['::', '0.0.0.0', '127.0.0.1', '::1'],
  ]) {
    const server = await start(t, { hosts })
    assert.equal((await fetch(`http://127.0.0.1:${server.port}/health`)).status, 200)
  }
})

test('a server without any address of this machine does not start', async () => {
  const hosts = ['192.0.2.1', '198.51.100.1']
  for (const begin of [() => serve({ app, port: 0, hosts }), () => findPort({ port: 0, hosts })])
    await assert.rejects(begin(), (thrown) => {
      assert.ok(thrown instanceof AddressUnavailable)
      assert.match(thrown.message, /^This machine has none of the addresses 192\.0\.2\.1, 198\.51\.100\.1: [^\n]+\.$/)
      return true
    })
})
