/**
 * The deployed wallet, `@pagopa/io-react-native-wallet` 3.6.3, presents to the Relying Party in each later profile:
 * link, trust, Request Object, query, answer and error. Its version 1.0.0 is used for 1.0, its version 1.3.3 for 1.4.
 * No member is renamed or removed for it.
 */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { type FurtherProfileName, furtherProfileNames } from '../../src/profiles/index.ts'
import { issuePid, requestObjectOf, start, testWallet } from '../support/relying-party-fixture.ts'
import { answerIn, profileFixture } from '../support/relying-party-profiles.ts'
import { fromOracles, substituteFor } from './from-oracles.ts'

const { IoWallet } = fromOracles('@pagopa/io-react-native-wallet')
const { keychain } = substituteFor('io-react-native-crypto')

const versions: Readonly<Record<FurtherProfileName, string>> = { 'it-wallet-1.0': '1.0.0', 'it-wallet-1.4': '1.3.3' }

const walletCapabilities = {
  wallet_metadata: {
    authorization_endpoint: 'https://wallet.example/authorization',
    response_types_supported: ['vp_token'],
    response_modes_supported: ['direct_post.jwt'],
    request_object_signing_alg_values_supported: ['ES256'],
    vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
  },
  wallet_nonce: 'a-nonce-of-the-wallet',
}

/** Members by which each version names the federation. */
const clientIds: Readonly<Record<FurtherProfileName, object>> = {
  'it-wallet-1.0': { client_id_schemes_supported: ['https'] },
  'it-wallet-1.4': { client_id_prefixes_supported: ['openid_federation', 'x509_hash'] },
}

/** Takes the link, trusts the Relying Party, and fetches and verifies its Request Object. */
async function readRequest(t: TestContext, profile: FurtherProfileName) {
  const at = await profileFixture(profile)
  t.mock.timers.enable({ apis: ['Date'], now: at.clock.now() * 1000 })
  const appFetch = (url: string | URL, init?: RequestInit): Promise<Response> => at.send(new Request(url, init))
  const { RemotePresentation: remote } = new IoWallet({ version: versions[profile] })
  const started = await start(at, 'flow=same-device')
  const link = remote.startFlowFromQR(Object.fromEntries(new URL(started.engagementUrl).searchParams))
  const { rpConf } = await remote.evaluateRelyingPartyTrust(at.config.entityId, { appFetch })
  const metadata = { ...walletCapabilities.wallet_metadata, ...clientIds[profile] }
  const { requestObjectEncodedJwt } = await remote.getRequestObject(started.engagementUrl, {
    appFetch,
    walletCapabilities: { ...walletCapabilities, wallet_metadata: metadata },
  })
  const root = { caRootCert: Buffer.from(at.root.der).toString('base64') }
  if (profile === 'it-wallet-1.4') await remote.verifyAuthRequestCertificateChain(requestObjectEncodedJwt, root)
  const { requestObject } = await remote.verifyRequestObject(requestObjectEncodedJwt, {
    clientId: link.client_id,
    rpConf,
    state: link.state,
  })
  const response = new Response(requestObjectEncodedJwt)
  return { at, appFetch, remote, started, rpConf, requestObject, request: await requestObjectOf(response) }
}

for (const profile of furtherProfileNames)
  describe(profile, () => {
    test('the deployed wallet reads the request and answers it, and the browser gets the claims', async (t) => {
      const { at, appFetch, remote, started, rpConf, requestObject, request } = await readRequest(t, profile)
      const { holder, attested } = await testWallet(at)
      keychain.set('holder', async (text: string) =>
        Buffer.from(await holder.sign(new TextEncoder().encode(text))).toString('base64url'),
      )
      const pid = await issuePid(at, { holder, attested }, answerIn(profile, request))
      const matches = await remote.evaluateDcqlQuery(requestObject.dcql_query, [['holder', pid]])
      assert.ok(matches.length > 0)
      const prepared = await remote.prepareRemotePresentations(matches, {
        nonce: requestObject.nonce,
        clientId: requestObject.client_id,
        responseUri: requestObject.response_uri,
      })
      const answer = await remote.sendAuthorizationResponse(requestObject, prepared, rpConf, { appFetch })
      const page = await started.browser.get(answer.redirect_uri)
      assert.match(await page.text(), /Rossi/)
      assert.deepEqual(at.faults, [])
    })

    test('the deployed wallet refuses, and the session is rejected', async (t) => {
      const { at, appFetch, remote, started, requestObject } = await readRequest(t, profile)
      const refusal = { error: 'access_denied', errorDescription: 'no consent' }
      await remote.sendAuthorizationErrorResponse(requestObject, refusal, { appFetch })
      assert.equal((await at.stores.presentationSessions.find(started.id))?.status, 'rejected')
      assert.deepEqual(at.faults, [])
    })
  })
