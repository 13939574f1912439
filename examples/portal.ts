/**
 * A portal with wallet login: only users with a wallet that presented their name see the page. The first part is the
 * portal. The second part is a user with a wallet and a browser.
 *
 *     node portal.ts           one visit, on a free port
 *     node portal.ts 3000      stays up: open http://localhost:3000 and use your own wallet
 */
import { requirePresentation } from 'fiducia/middleware'
import { serve } from 'fiducia/node'
import { createSandboxWallet, isDeparture, joinSandbox } from 'fiducia/sandbox'

await using sandbox = await joinSandbox()
const { relying_party: service, application_key: apiKey, pid_provider: pidProvider } = sandbox.state
const [, , wanted] = process.argv

// The portal.
const server = await serve({ port: Number(wanted ?? 0), app: (request) => portal(request) })
const claims = [{ path: ['given_name'] }, { path: ['family_name'] }] as const
const wallet = requirePresentation(
  { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] }, claims }] },
  { service, apiKey, returnUrl: `http://localhost:${server.port}/wallet`, purpose: 'Accesso al portale' },
)
const portal = wallet.protect((_request, { credentials: { pid } }) => {
  return new Response(`Buongiorno, ${pid.claims.given_name} ${pid.claims.family_name}.\n`)
})

if (wanted !== undefined) {
  console.log(`http://localhost:${server.port}`)
  await new Promise((resolve) => process.once('SIGINT', resolve))
} else {
  // A user with a phone and a PID visits the portal.
  await using person = await createSandboxWallet(sandbox)
  await person.wallet.setUp()
  await person.wallet.obtainPid(pidProvider)
  const asked = await person.browser.open(`http://localhost:${server.port}/area?x=1`)
  if (isDeparture(asked)) throw new Error('the portal should have asked the person to begin')
  const page = await person.browser.submit(asked, { form: 1 }) // the phone, not this device
  if (isDeparture(page)) throw new Error('the portal should have shown the QR code')

  // Cross-device: the phone scans the code, and the browser waits until the service redirects it to the portal.
  const engagement = /id="wallet-link"[^>]*href="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  await person.wallet.present(engagement, 'cross-device')
  const waiting = /data-state-url="([^"]*)"/.exec(page.text)?.[1] ?? ''
  const state = await person.browser.open(waiting)
  if (isDeparture(state)) throw new Error('the page that waits should be told')
  const welcome = await person.browser.open(JSON.parse(state.text).redirect_uri)
  if (isDeparture(welcome) || !welcome.text.startsWith('Buongiorno, '))
    throw new Error('the portal does not know the person')
  console.log(`${welcome.url}: ${welcome.text.trim()}`)
}
await server.stop()
