/**
 * A Relying Party's test: a person comes to its start page, the wallet answers the request, and the browser comes back to a
 * page with the data. Both variants of the protocol, and both ways to fetch the Request Object.
 *
 *     node present.ts
 */
import { createSandboxWallet, departed, joinSandbox } from 'fiducia/sandbox'

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
  // The start page sends the browser to the wallet: that link is all that the wallet gets.
  const start = `${relyingParty}/presentations/new?variant=${variant}&flow=same-device&request_uri_method=${method}`
  const visit = await browser.open(start, (url) => url.origin !== relyingParty)
  if (!departed(visit)) throw new Error(`the start page does not call the wallet (${visit.status})`)

  const outcome = await wallet.present(visit.location)
  if (outcome.kind !== 'presented') throw new Error('the wallet declined')

  // The wallet has opened the page of the response code, in the browser that began.
  const page = person.opened()
  if (page?.status !== 200) throw new Error('the browser did not get the result')
  const claims = [...page.text.matchAll(/<dd id="claim-([^"]+)"[^>]*>([^<]*)</g)]
  console.log(`variant ${variant}, request by ${method}: ${outcome.relyingParty} got`)
  for (const [, name, value] of claims) console.log(`  ${name}: ${value}`)
  if (claims.length === 0) throw new Error('the Relying Party shows no claim')
}
