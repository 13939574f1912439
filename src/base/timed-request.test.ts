/** The time limit of a request with the platform's own fetch. */
import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { keepCollectingGarbage } from '../../test/support/collect-garbage.ts'
import { createTimedRequest } from './timed-request.ts'

// Without the limit the platform gives up after five minutes.
for (const [what, answer] of [
  ['sends nothing', () => undefined],
  ['sends headers but no body', (response: ServerResponse) => response.flushHeaders()],
] as const)
  test(`GEN-27 a request to a server that ${what} is aborted in time, even if garbage is collected`, {
    timeout: 60_000,
  }, async (t) => {
    const server = createServer((_, response) => void answer(response))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close())
    t.after(() => server.closeAllConnections())
    t.after(keepCollectingGarbage())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const asked = fetch(createTimedRequest(500, url)).then((response) => response.text())
    await assert.rejects(asked, { name: 'TimeoutError' })
  })
