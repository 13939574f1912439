/**
 * Libraries of deployed wallets read the entities of later profiles: the Entity Configurations of all roles, the
 * anchor's statements, and the trust in issuer and Relying Party. No member is renamed or removed for them.
 */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { entityConfigurationPath, entityConfigurationUrl } from '../../src/federation/index.ts'
import { type FurtherProfileName, furtherProfileNames } from '../../src/profiles/index.ts'
import { profilePaths, roleNames } from '../../src/serve/index.ts'
import { createTestEcosystem, origins, type TestEcosystem } from '../support/ecosystem.ts'
import { pidProviderFixture } from '../support/pid-provider-fixture.ts'
import { fromOracles } from './from-oracles.ts'

const earlier = fromOracles('@pagopa/io-wallet-oid-federation')
const later = fromOracles('io-wallet-oid-federation-1.5')
const { IoWallet } = fromOracles('@pagopa/io-react-native-wallet')

/** Versions of the readers by profile. */
const versions: Readonly<Record<FurtherProfileName, { readonly sdk: readonly string[]; readonly wallet: string }>> = {
  'it-wallet-1.0': { sdk: ['V1_0'], wallet: '1.0.0' },
  'it-wallet-1.4': { sdk: ['V1_3', 'V1_4'], wallet: '1.3.3' },
}

/** Readers of version 1.2.1 by version of the wire. It has none of 1.4. */
const earlierMetadata: Readonly<Record<string, string>> = { V1_0: 'itWalletMetadataV1_0', V1_3: 'itWalletMetadataV1_3' }

let ecosystem: TestEcosystem

before(async () => {
  ecosystem = await createTestEcosystem({ seed: 'oracles', profiles: furtherProfileNames })
  for (const role of roleNames) await ecosystem.services[role].runUpkeep(ecosystem.clock.now())
})

const appFetch = (input: string | URL, init?: RequestInit): Promise<Response> =>
  ecosystem.network.fetch(new Request(input, init))

const payloadOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
const textAt = async (url: string): Promise<string> => (await appFetch(url)).text()

for (const profile of furtherProfileNames)
  describe(profile, () => {
    const path = profilePaths[profile]
    const trustAnchor = origins.trustAnchor + path
    const pidProvider = origins.pidProvider + path
    const relyingParty = origins.relyingParty + path
    const urls = Object.entries({
      trustAnchor,
      walletProvider: origins.walletProvider + path,
      pidProvider,
      relyingParty,
    })
    const { sdk, wallet: version } = versions[profile]
    const wallet = new IoWallet({ version })

    for (const [name, entityId] of urls)
      test(`the libraries accept the Entity Configuration of ${name}, and the statement about it`, async () => {
        const claims = payloadOf(await textAt(entityConfigurationUrl(entityId)))
        earlier.itWalletEntityConfigurationClaimsSchema.parse(claims)
        for (const one of sdk) {
          later.parseItWalletEntityConfigurationClaimsForVersion(claims, one)
          const reader = earlierMetadata[one]
          if (reader !== undefined) earlier[reader].parse(claims.metadata)
        }
        if (entityId === trustAnchor) return
        const statement = payloadOf(await textAt(`${trustAnchor}/fetch?sub=${encodeURIComponent(entityId)}`))
        for (const library of [earlier, later]) library.itWalletEntityStatementClaimsSchema.parse(statement)
      })

    for (const [name, entityId] of urls.slice(1))
      test(`the deployed wallet builds and verifies the trust chain of ${name}`, async () => {
        const anchor = await wallet.Trust.getTrustAnchorEntityConfiguration(trustAnchor, { appFetch })
        const chain = await wallet.Trust.buildTrustChain(entityId, anchor, appFetch)
        const options = { connectTimeout: 1000, readTimeout: 1000, requireCrl: true }
        const context = { appFetch, renewOnFail: false }
        const parsed = await wallet.Trust.verifyTrustChain(anchor, chain, options, context)
        assert.deepEqual(
          parsed.map(({ payload }: { readonly payload: { readonly sub: string } }) => payload.sub),
          [entityId, entityId, trustAnchor],
        )
      })

    test('the deployed wallet evaluates the trust in the issuer', async () => {
      const { issuerConf } = await wallet.CredentialIssuance.evaluateIssuerTrust(pidProvider, { appFetch })
      assert.equal(issuerConf.credential_issuer, pidProvider)
      assert.ok(issuerConf.nonce_endpoint.startsWith(`${pidProvider}/`))
      assert.ok(Object.keys(issuerConf.credential_configurations_supported).length > 0)
    })

    test('the deployed wallet evaluates the trust in the Relying Party', async () => {
      const { rpConf } = await wallet.RemotePresentation.evaluateRelyingPartyTrust(relyingParty, { appFetch })
      assert.equal(rpConf.subject, relyingParty)
      assert.ok(rpConf.jwks.keys.some(({ use }: { readonly use?: string }) => use === 'enc'))
    })
  })

test('version 1.5.4 of the library accepts an issuer of 1.4 that offers an mdoc, and version 1.2.1 refuses it (D-761)', async () => {
  const { send } = await pidProviderFixture({ config: { profile: 'it-wallet-1.4' } })
  const claims = payloadOf(await (await send(entityConfigurationPath)).text())
  for (const version of versions['it-wallet-1.4'].sdk)
    later.parseItWalletEntityConfigurationClaimsForVersion(claims, version)
  assert.equal(earlier.itWalletEntityConfigurationClaimsSchema.safeParse(claims).success, false)
})
