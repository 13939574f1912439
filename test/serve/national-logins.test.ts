/** The SAML login of a PID Provider in service: what its registry is told, and what it is registered by. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, createNodeCrypto, createSystemClock } from '../../src/node/index.ts'
import { composeService, initialize, openStores, readSettings } from '../../src/serve/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { seededRandom } from '../support/seeded-random.ts'

const publicUrl = 'http://localhost:4103'
const displayName = { it: 'Entra con SPID', en: 'Log in with SPID' }
const spid = { protocol: 'saml', id: 'spid', displayName, entityId: 'https://idp.example' }

/** Its `/saml/metadata`, with these settings beside those of `fiducia init`. */
async function serviceProviderMetadata(directory: string, settings: object): Promise<string> {
  const { file } = await initialize('pid-provider', { directory })
  const written = JSON.parse(readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, ''))
  writeFileSync(file, JSON.stringify({ ...written, ...settings }))
  const { stores, close } = await openStores('pid-provider', { ...written.database, url: 'sqlite::memory:' })
  try {
    const service = await composeService('pid-provider', readSettings('pid-provider', { file }), {
      clock: createSystemClock(),
      random: seededRandom('logins'),
      crypto: createNodeCrypto(),
      fetch: () => Promise.reject(new TypeError('nobody answers')),
      stores,
      decisions: recordingSink(),
      onFault: () => undefined,
      makeKeys: true,
    })
    const answer = await service.app(new Request(`${publicUrl}/saml/metadata`))
    service.close()
    return await answer.text()
  } finally {
    await close()
  }
}

test('PP-113 the service provider metadata of a service have what the settings say', async () => {
  const directory = freshDirectory()
  const identityProviders = [spid]
  const bare = await serviceProviderMetadata(directory, { identityProviders })
  assert.doesNotMatch(bare, /SingleLogoutService|ContactPerson/)
  const xml = await serviceProviderMetadata(directory, {
    identityProviders,
    serviceProvider: {
      singleLogoutUrl: 'https://ente.example/logout',
      contact: { ipaCode: 'x_ente', email: 'pid@ente.example' },
    },
  })
  assert.match(xml, /<md:SingleLogoutService [^>]*Location="https:\/\/ente\.example\/logout"\/>/)
  assert.match(xml, /<spid:IPACode>x_ente<\/spid:IPACode>.*<md:EmailAddress>pid@ente\.example</)
  const [before, after] = [bare, xml].map((text) => /<md:EntityDescriptor[^>]* ID="([^"]+)"/.exec(text)?.[1])
  assert.notEqual(before, after)
})

test('PP-63 a service does not start with metadata of an identity provider that cannot be used', async () => {
  const directory = freshDirectory()
  writeFileSync(join(directory, 'spid.xml'), '<a/>')
  const identityProviders = [{ ...spid, metadataFile: 'spid.xml' }]
  await assert.rejects(
    serviceProviderMetadata(directory, { identityProviders }),
    (thrown) => thrown instanceof ConfigError && /spid\.xml: .*idp\.example/.test(thrown.message),
  )
})
