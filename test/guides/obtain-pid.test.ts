/**
 * Executes the program of docs/guides/wallet-team.md that obtains a PID with a library, against a PID Provider in
 * memory. The client's clock skew is set to the clock of the test.
 */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import * as oauth from 'oauth4webapi'
import type { PublicJwk } from '../../src/base/index.ts'
import { jwkThumbprint, type Signer } from '../../src/jose/index.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { beginIssuance, callback, decide, locationOf, openBrowser, redirectUri } from '../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId, testWallet } from '../support/pid-provider-fixture.ts'

const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/guides/wallet-team.md'), 'utf8')
const [, program = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(guide) ?? []
const parent = join(root, '.fiducia')
mkdirSync(parent, { recursive: true })
const directory = mkdtempSync(join(parent, 'wallet-team-guide-'))
after(() => rmSync(directory, { recursive: true }))

const fixture = await pidProviderFixture()
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }
const keyPair = () => crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])

test('the program of the guide obtains a PID', async () => {
  const file = join(directory, 'obtain-pid.ts')
  writeFileSync(file, program)
  const { obtainPid } = (await import(pathToFileURL(file).href)) as { obtainPid: (parts: object) => Promise<string> }
  const [attested, holder, dpopKeys] = [await keyPair(), await keyPair(), await keyPair()]
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', attested.publicKey)
  const publicJwk = { kty, crv, x, y } as PublicJwk
  const clientId = jwkThumbprint(fixture, publicJwk)
  const issuance = await beginIssuance(fixture, { ...(await testWallet(fixture)), clientId })
  const credential = await obtainPid({
    issuer: pidProviderId,
    client: { client_id: clientId, [oauth.clockSkew]: fixture.clock.now() - Math.floor(Date.now() / 1000) },
    attestation: await fixture.attest({ publicJwk } as Signer),
    attested: attested.privateKey,
    dpopKeys,
    holder,
    redirectUri,
    login: async (page: URL) => {
      const browser = await openBrowser(issuance, page.searchParams.get('request_uri') ?? '')
      await callback(issuance, browser)
      return locationOf(await decide(issuance, browser))
    },
    ask: (url: string, init: RequestInit) => fixture.network.fetch(new Request(url, init)),
  })
  const { header, payload } = decodeJwt(credential.split('~')[0] ?? '')
  assert.deepEqual([header.typ, payload.iss], ['dc+sd-jwt', pidProviderId])
  const { x: bound } = await crypto.subtle.exportKey('jwk', holder.publicKey)
  assert.equal((payload.cnf as { jwk: PublicJwk }).jwk.x, bound)
})
