import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { rootCertificates } from 'node:tls'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { generateSigner } from '../jose/index.ts'
import { createNodeCrypto } from '../node/index.ts'
import { initialize } from './initialize.ts'
import { knownHostsOf, openFetch } from './open-fetch.ts'
import { readSettings } from './read-settings.ts'

test('FED-37 slots are reserved for the anchors, superiors and issuers of trust marks of all entities of a service', async () => {
  const { file } = await initialize('relying-party', { directory: join(freshDirectory(), 'party') })
  const key = await generateSigner({ crypto: createNodeCrypto() })
  const type = 'https://marks.example/public'
  const environment = {
    FIDUCIA_ANCHORS: JSON.stringify([{ entityId: 'https://anchor.example', jwks: { keys: [key.publicJwk] } }]),
    FIDUCIA_ROLE_AUTHORITY_HINTS: '["https://above.example/x"]',
    FIDUCIA_FEDERATION_TRUST_MARKS: JSON.stringify([{ type, issuer: 'https://issuer.example:8443' }]),
  }
  const settings = readSettings('relying-party', { file, environment })
  assert.deepEqual(knownHostsOf(settings), ['anchor.example', 'above.example', 'issuer.example:8443'])
  const [anchor] = settings.anchors
  assert.ok(anchor)
  const later = {
    ...{ ...settings, anchors: [{ ...anchor, entityId: 'https://later.example/1.4' }] },
    role: { ...settings.role, authorityHints: ['https://between.example'] },
  }
  assert.deepEqual(knownHostsOf({ ...settings, profileEntities: [later] }), [
    ...['anchor.example', 'above.example', 'issuer.example:8443', 'later.example', 'between.example'],
  ])
})

test('FED-50 slots are reserved for the national identity providers and the person source of a PID Provider', async () => {
  const { file } = await initialize('pid-provider', { directory: join(freshDirectory(), 'provider') })
  const name = { it: 'Accesso', en: 'Login' }
  const environment = {
    FIDUCIA_ANCHORS: '[]',
    FIDUCIA_ROLE_AUTHORITY_HINTS: '["https://above.example"]',
    FIDUCIA_IDENTITY_PROVIDERS: JSON.stringify([
      { protocol: 'oidc', id: 'cie', displayName: name, issuer: 'https://cie.example/oidc' },
      {
        protocol: 'saml',
        id: 'spid',
        displayName: name,
        entityId: 'urn:idp',
        metadataUrl: 'https://spid.example/metadata',
      },
    ]),
    FIDUCIA_PERSON_SOURCE_KIND: 'http',
    FIDUCIA_PERSON_SOURCE_URL: 'https://register.example/people',
    FIDUCIA_PERSON_SOURCE_AUTHENTICATION_METHOD: 'bearer',
    FIDUCIA_PERSON_SOURCE_AUTHENTICATION_TOKEN: 'a-token-of-the-register',
    FIDUCIA_NETWORK_LOOPBACK_HTTP: 'true',
  }
  const settings = readSettings('pid-provider', { file, environment })
  assert.deepEqual(knownHostsOf(settings), ['above.example', 'cie.example', 'spid.example', 'register.example'])
})

test('a file of an authority that changes after the validation of the settings is refused with the same advice', async () => {
  const directory = freshDirectory()
  const { file } = await initialize('trust-anchor', { directory })
  writeFileSync(join(directory, 'authority.pem'), rootCertificates[0] ?? '')
  const environment = { FIDUCIA_NETWORK_CERTIFICATE_AUTHORITY_FILES: '["authority.pem"]' }
  const settings = readSettings('trust-anchor', { file, environment })
  writeFileSync(join(directory, 'authority.pem'), 'half a certific')
  assert.throws(() => openFetch(settings), {
    faults: ['network.certificateAuthorityFiles.0: contains no certificate in PEM'],
  })
})
