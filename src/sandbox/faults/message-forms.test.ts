import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpRequest } from '../../http/index.ts'
import { readReceived } from './message-forms.ts'

const lines = ['Authorization', 'DPoP token', 'DPoP', 'proof', 'Accept', 'text/html']
const received: HttpRequest = {
  ...{ method: 'POST', target: '/credential', rawHeaders: lines, text: () => 'body' },
  header: (name) => lines[lines.findIndex((line) => line.toLowerCase() === name) + 1],
}

test('a changed request keeps its other headers, in the list of all headers too', async () => {
  const read = await readReceived(received)
  const changed = read.with({ ...read.message, headers: { authorization: 'DPoP other' }, body: 'changed' })
  assert.deepEqual(changed.rawHeaders, ['Authorization', 'DPoP other', 'Accept', 'text/html'])
  assert.deepEqual(
    ['authorization', 'dpop', 'accept'].map((name) => changed.header(name)),
    ['DPoP other', undefined, 'text/html'],
  )
  assert.equal(await changed.text(100), 'changed')
  assert.deepEqual(read.with(read.message).rawHeaders, lines)
})
