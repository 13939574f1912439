import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { openIdClientValues, openIdProviderSettings } from './openid-client.ts'
import { sandboxOrigins } from './origins.ts'

const random = seededRandom('openid')

test('the client keeps its secret, and a redirect URI that is no URL is refused', () => {
  const directory = freshDirectory()
  const data = { path: (...parts: readonly string[]) => join(directory, ...parts) }
  assert.throws(() => openIdProviderSettings({ random }, data, 'callback'), { name: 'SandboxFault' })
  const values = () => {
    openIdProviderSettings({ random }, data, 'http://localhost:3000/callback')
    return openIdClientValues(data, sandboxOrigins(4000))
  }
  const first = values()
  assert.equal(first.client_secret.length, 43)
  assert.deepEqual(values(), first)
})
