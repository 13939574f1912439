import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createRefusals } from './client-error.ts'

test('a connection that is kept alive does not keep its past responses in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const refusals = createRefusals(65_536)
  const socket = new Socket()
  const answer = (): WeakRef<ServerResponse> => {
    const outgoing = new ServerResponse(new IncomingMessage(socket))
    refusals.expect(socket, outgoing)
    outgoing.emit('close')
    return new WeakRef(outgoing)
  }
  const given = [answer(), answer(), answer()]
  await setImmediate()
  collect()
  assert.deepEqual(
    given.map((reference) => reference.deref()),
    [undefined, undefined, undefined],
  )
  socket.destroy()
})
