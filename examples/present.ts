/**
 * Test of a Relying Party: a user visits its start page, the wallet answers the request, and the browser returns to a
 * page with the data. Covers both variants of the protocol and both methods of fetching the Request Object.
 *
 *     node present.ts
 */
import { createSandboxWallet, isDeparture, joinSandbox } from 'fiducia/sandbox'

await using sandbox = await joinSandbox()
const { pid_provider: pidProvider, relying_party: relyingParty } = sandbox.state

await using person = await createSandboxWallet(sandbox)
const { wallet, browser } = person
await wallet.setUp()
await wallet.obtainPid(pidProvider)

for (const [variant, method] of [
  ['scope', 'get'],
  ['dcql', 'get'],
  ['dcql', 'post'],
] as const) {
  // The start page redirects the browser to the wallet. The link is the wallet's only input.
  const start = `${relyingParty}/presentations/new?variant=${variant}&flow=same-device&request_uri_method=${method}`
  const visit = await browser.open(start, (url) => url.origin !== relyingParty)
  if (!isDeparture(visit)) throw new Error(`the start page does not call the wallet (${visit.status})`)

  const outcome = await wallet.present(visit.location)
  if (outcome.kind !== 'presented') throw new Error('the wallet declined')

  // The wallet has opened the page of the response code, in the browser that started.
  const page = person.opened()
  if (page?.status !== 200) throw new Error('the browser did not get the result')
  const claims = [...page.text.matchAll(/<dd id="claim-([^"]+)"[^>]*>([^<]*)</g)]
  console.log(`variant ${variant}, request by ${method}: ${outcome.relyingParty} got`)
  for (const [, name, value] of claims) console.log(`  ${name}: ${value}`)
  if (claims.length === 0) throw new Error('the Relying Party shows no claim')
}
