import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { generateSigner } from '../jose/index.ts'
import { createNodeCrypto } from '../node/index.ts'
import { initialize } from './initialize.ts'
import { knownHostsOf } from './open-fetch.ts'
import { readSettings } from './read-settings.ts'

test('FED-37 whom a service itself names is no stranger to it: anchors, superiors, issuers of its own trust marks', async () => {
  const { file } = await initialize('relying-party', { directory: join(freshDirectory(), 'party') })
  const key = await generateSigner({ crypto: createNodeCrypto() })
  const type = 'https://marks.example/public'
  const environment = {
    FIDUCIA_ANCHORS: JSON.stringify([{ entityId: 'https://anchor.example', jwks: { keys: [key.publicJwk] } }]),
    FIDUCIA_ROLE_AUTHORITY_HINTS: '["https://above.example/x"]',
    FIDUCIA_FEDERATION_TRUST_MARKS: JSON.stringify([{ type, issuer: 'https://issuer.example:8443' }]),
  }
  const settings = readSettings('relying-party', { file, environment })
  assert.deepEqual(knownHostsOf(settings), ['anchor.example', 'above.example', 'issuer.example'])
})
