import assert from 'node:assert/strict'
import { test } from 'node:test'
import { respondEvents } from './event-stream.ts'
import { fromWebResponse, toWebResponse } from './message.ts'

test('a web response with events is passed on without waiting for their end', async () => {
  const sent = toWebResponse(
    respondEvents((send) => {
      send({ event: 'first' })
      return () => undefined
    }),
  )
  const { body, stream } = await fromWebResponse(sent)
  assert.equal(body, undefined)
  const reader = stream?.getReader()
  const read = async () => new TextDecoder().decode((await reader?.read())?.value)
  assert.match(await read(), /connected/)
  assert.match(await read(), /^event: first\n/)
  await reader?.cancel()
})

test('a subscription is ended once, whether it ends itself or the client leaves', async () => {
  const ended: string[] = []
  const early = respondEvents((_, end) => {
    end()
    return () => void ended.push('early')
  })
  assert.equal((await early.stream?.getReader().read())?.done, false)
  let endLater = (): void => undefined
  const left = respondEvents((_, end) => {
    endLater = end
    return () => void ended.push('left')
  })
  await left.stream?.cancel()
  endLater()
  assert.deepEqual(ended, ['early', 'left'])
})

test('a subscription that has ended itself is not ended again when the client leaves', async () => {
  let ended = 0
  let end = (): void => undefined
  const { stream } = respondEvents((_, endNow) => {
    end = endNow
    return () => {
      ended += 1
    }
  })
  end()
  await stream?.cancel()
  assert.equal(ended, 1)
})

test('any other body is read whole', async () => {
  const { body, stream } = await fromWebResponse(new Response('text', { headers: { 'content-type': 'text/plain' } }))
  assert.deepEqual([new TextDecoder().decode(body as Uint8Array), stream], ['text', undefined])
})
