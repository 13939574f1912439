/** A foreign issuer joins the sandbox by the console's form, works with its wallet and its Relying Party, and leaves. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Refusal } from '../../src/base/index.ts'
import { createSandboxWallet, type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { pidType, type StrangerIssuer, startIssuer } from '../support/strangers/issuer.ts'

let sandbox: Sandbox
let issuer: StrangerIssuer
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

test('the dry run names what keeps an issuer out', async () => {
  issuer.bends = { configuration: ({ authority_hints: _, ...claims }) => claims }
  const { status, text } = await post('/connect', party('dry-run'))
  issuer.bends = {}
  assert.ok(status >= 400)
  assert.match(text, /superior_not_hinted/)
  const without = await post('/connect', party('dry-run', ''))
  assert.match(without.text, /credential_types_missing/)
})

test('a foreign issuer is registered, found by the wallet, and removed again', async () => {
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

test('a party that is registered and silent is shown with the reason', async () => {
  await post('/connect', party('register'))
  const { origin } = issuer
  await issuer.stop()
  const page = await fetch(`${sandbox.state.console}/connect`, { headers: { 'accept-language': 'en' } })
  const text = await page.text()
  assert.match(text, new RegExp(`${origin}.*not trusted yet.*unreachable.*What to change`, 's'))
  issuer = await startIssuer({ origin: sandbox.state.trust_anchor, members: new Map() })
})

test('the document of the sandbox pins its Trust Anchor and names no secret', async () => {
  const text = await (await fetch(`${sandbox.state.console}/connect/sandbox.json`)).text()
  const document = JSON.parse(text)
  assert.equal(document.trust_anchor.entity_id, sandbox.state.trust_anchor)
  assert.ok(document.trust_anchor.jwks.keys[0].kid)
  assert.equal(document.roles['pid-provider'], sandbox.state.pid_provider)
  assert.ok(!text.includes(sandbox.state.admin_token))
})
