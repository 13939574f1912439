/**
 * A foreign issuer joins the sandbox by the console's form, works with its wallet and its Relying Party, and leaves.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Refusal } from '../../src/base/index.ts'
import { generateSigner, jwkThumbprint } from '../../src/jose/index.ts'
import { createNodeCrypto, createNodeRandom, createSystemClock } from '../../src/node/index.ts'
import { createSandboxWallet, type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { createWalletAttestation } from '../../src/wallet-attestation/index.ts'
import { attestationClaims } from '../support/attestation-claims.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { beginIssuance, push } from '../support/pid-issuance.ts'
import { testWallet } from '../support/pid-provider-fixture.ts'
import {
  configurationEndpoint,
  configurationPath,
  signed,
  thirdPartyKey,
  thirdPartyOrganization,
} from '../support/third-party/federation.ts'
import { pidType, startIssuer, type ThirdPartyIssuer } from '../support/third-party/issuer.ts'
import { startRelyingParty } from '../support/third-party/relying-party.ts'
import { startThirdParty } from '../support/third-party/server.ts'

let sandbox: Sandbox
let issuer: ThirdPartyIssuer
before(async () => {
  sandbox = await startSandbox()
  issuer = await startIssuer({ origin: sandbox.state.trust_anchor, members: new Map() })
})
after(async () => {
  await issuer.stop()
  await sandbox.stop()
})

/** Sends a form of the screen as a browser does. */
async function post(path: string, fields: Readonly<Record<string, string>>): Promise<{ status: number; text: string }> {
  const url = `${sandbox.state.console}${path}`
  const headers = { origin: sandbox.state.console, accept: 'text/html', 'accept-language': 'en' }
  const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) })
  return { status: response.status, text: await response.text() }
}

const party = (action: string, types = pidType) => ({
  kind: 'issuer',
  entity_id: issuer.origin,
  credential_types: types,
  action,
})

test('a dry run reports why an issuer cannot be registered', async () => {
  issuer.bends = { configuration: ({ authority_hints: _, ...claims }) => claims }
  const { status, text } = await post('/connect', party('dry-run'))
  issuer.bends = {}
  assert.ok(status >= 400)
  assert.match(text, /superior_not_hinted/)
  const without = await post('/connect', party('dry-run', ''))
  assert.match(without.text, /credential_types_missing/)
})

test('a foreign issuer is registered, issues a PID to the wallet, and is refused after its removal', async () => {
  const preview = await post('/connect', party('dry-run'))
  assert.equal(preview.status, 200)
  assert.match(preview.text, /id="connect-metadata"/)
  assert.match(preview.text, /nothing has changed/)
  await using person = await createSandboxWallet(sandbox)
  await person.wallet.setUp()
  const isFound = async (): Promise<boolean> =>
    (await person.wallet.findIssuers()).some((found) => found.issuer === issuer.origin)
  assert.equal(await isFound(), false)

  const registered = await post('/connect', party('register'))
  assert.match(registered.text, /id="connect-done"/)
  assert.match(registered.text, /id="connect-party-0".*trusted/s)
  assert.equal(await isFound(), true)
  const { type } = await person.wallet.obtainPid(issuer.origin)
  assert.equal(type, pidType)
  assert.deepEqual(issuer.complaints, [])

  const removed = await post('/connect/remove', { entity_id: issuer.origin })
  assert.match(removed.text, /id="connect-none"/)
  await using other = await createSandboxWallet(sandbox)
  await other.wallet.setUp()
  await assert.rejects(other.wallet.obtainPid(issuer.origin), Refusal)
})

const joining = (kind: string, entity_id: string, action = 'register') => ({
  kind,
  entity_id,
  credential_types: '',
  action,
})

test('a foreign Relying Party is registered, and the wallet of the sandbox presents to it', async (t) => {
  const relyingParty = await startRelyingParty({ origin: sandbox.state.trust_anchor, members: new Map() })
  t.after(() => relyingParty.stop())
  const visitor = async () => {
    const person = await createSandboxWallet(sandbox)
    await person.wallet.setUp()
    await person.wallet.obtainPid(sandbox.state.pid_provider)
    return person
  }
  await using early = await visitor()
  await assert.rejects(early.wallet.present(relyingParty.ask('dcql', 'post'), 'cross-device'), Refusal)
  await using person = await visitor()
  const registered = await post('/connect', joining('relying-party', relyingParty.origin))
  assert.match(registered.text, /id="connect-done"/)
  const outcome = await person.wallet.present(relyingParty.ask('dcql', 'post'), 'cross-device')
  assert.equal(outcome.kind, 'presented')
  const { claims, attested } = relyingParty.presented.at(-1) ?? {}
  assert.partialDeepStrictEqual(claims, { given_name: 'Mario' })
  assert.equal(attested, sandbox.state.wallet_provider)
  assert.deepEqual(relyingParty.complaints, [])
  await post('/connect/remove', { entity_id: relyingParty.origin })
})

test('the PID Provider of the sandbox accepts an attestation of a registered foreign Wallet Provider', async (t) => {
  const [federation, attesting] = [await thirdPartyKey(), await thirdPartyKey()]
  const provider = await startThirdParty(async (origin) => ({
    [configurationPath]: configurationEndpoint(federation, () => ({
      iss: origin,
      sub: origin,
      authority_hints: [sandbox.state.trust_anchor],
      metadata: {
        federation_entity: thirdPartyOrganization,
        wallet_provider: {
          jwks: { keys: [attesting.publicJwk] },
          aal_values_supported: ['https://trust-list.eu/aal/high'],
        },
      },
    })),
  }))
  t.after(() => provider.stop())
  const own = { crypto: createNodeCrypto() }
  const [signer, clock] = [await generateSigner(own), createSystemClock()]
  const attestation = await signed(
    attesting,
    {
      ...decodeJwt(
        await createWalletAttestation(own, signer, {
          iss: provider.origin,
          ephemeralKey: signer.publicJwk,
          ...attestationClaims,
          trustChain: [],
          iat: clock.now(),
          lifetimeSeconds: 600,
        }),
      ).payload,
    },
    { typ: 'wallet-attestation+jwt' },
  )
  const fixture = {
    ...{ ...own, clock, random: createNodeRandom(), identityProvider: { id: 'cie' }, attest: async () => attestation },
    send: (path: string, init?: RequestInit) => fetch(sandbox.state.pid_provider + path, init),
  }
  const wallet = { ...(await testWallet(fixture)), attested: signer, clientId: jwkThumbprint(own, signer.publicJwk) }
  const pushed = async () =>
    push(await beginIssuance(fixture, wallet), { object: { payload: { aud: sandbox.state.pid_provider } } })
  const registered = await post('/connect', joining('wallet-provider', provider.origin))
  assert.match(registered.text, /id="connect-done"/)
  const known = await pushed()
  assert.equal(known.status, 201, await known.clone().text())
  await post('/connect/remove', { entity_id: provider.origin })
})

test('a registered party that does not answer is shown as not trusted yet, with the reason', async () => {
  await post('/connect', party('register'))
  const { origin } = issuer
  await issuer.stop()
  const page = await fetch(`${sandbox.state.console}/connect`, { headers: { 'accept-language': 'en' } })
  const text = await page.text()
  assert.match(text, new RegExp(`${origin}.*not trusted yet.*unreachable.*What to change`, 's'))
  issuer = await startIssuer({ origin: sandbox.state.trust_anchor, members: new Map() })
})

test('the document of the sandbox pins its Trust Anchor and does not contain the administration token', async () => {
  const text = await (await fetch(`${sandbox.state.console}/connect/sandbox.json`)).text()
  const document = JSON.parse(text)
  assert.equal(document.trust_anchor.entity_id, sandbox.state.trust_anchor)
  assert.ok(document.trust_anchor.jwks.keys[0].kid)
  assert.equal(document.roles['pid-provider'], sandbox.state.pid_provider)
  assert.ok(!text.includes(sandbox.state.admin_token))
})
