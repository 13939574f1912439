/**
 * An application behind the Relying Party of a simulated year: it orders presentations, and redeems the references that
 * browsers bring.
 */
import { createNodeCrypto } from '../../../src/node/index.ts'
import { secretDigest } from '../../../src/relying-party/index.ts'
import { defaultDcqlQuery } from '../../../src/relying-party/request/default-requests.ts'
import { Unexpected } from '../../../src/sandbox/life-cycle/step.ts'
import { isDeparture } from '../../../src/sandbox/user-agent.ts'
import { mdocQuery } from '../mdoc-presentation.ts'
import { type AskedFormats, origins } from './federation-plan.ts'
import type { Person } from './people.ts'
import type { YearWorld } from './world.ts'

const apiKey = 'key-of-the-portal-0123456789abcdefghij'
export const portal = 'https://portal.example'
const returnUrl = `${portal}/wallet`

export const applicationConfig = ({ dcql }: AskedFormats) => ({
  applications: [
    { id: 'portal', apiKeyDigests: [secretDigest({ crypto: createNodeCrypto() }, apiKey)], returnUrls: [returnUrl] },
  ],
  dcqlQueries: { pid: dcql === 'mso_mdoc' ? mdocQuery : defaultDcqlQuery('seed', origins.trustAnchor) },
})

/**
 * Sends the person from the application to the Relying Party and back. The application redeems the reference this many
 * seconds later.
 */
export async function presentToApplication(world: YearWorld, person: Person, pauseSeconds: number): Promise<void> {
  const { start_url } = await call(world, 'presentations', {
    ...{ request: 'pid', flow: 'same-device', return_url: returnUrl, state: person.name.replace(' ', '-') },
  })
  const visit = await person.browser.open(start_url, ({ origin }) => origin !== origins.relyingParty)
  if (!isDeparture(visit)) throw new Unexpected(`The relying party does not call the wallet (${visit.status}).`)
  const outcome = await person.wallet.present(visit.location)
  if (outcome.kind !== 'presented') throw new Unexpected('The wallet declined.')
  const arrived = new URL(person.arrivedAt() ?? 'about:blank')
  if (arrived.origin !== portal) throw new Unexpected(`The browser did not come back (${person.opened()?.status}).`)
  world.clock.advance(pauseSeconds)
  const reference = arrived.searchParams.get('reference')
  const { status, credentials } = await call(world, 'results', { reference })
  if (status !== 'presented' || Object.keys(credentials).length === 0)
    throw new Error(`the application received no result, but the status ${status}`)
  // Repeats the request as after a lost answer. The result must be the same while the reference is valid.
  const again = await call(world, 'results', { reference }).catch(refusedOrSilent)
  if (again !== undefined && JSON.stringify(again.credentials) !== JSON.stringify(credentials))
    throw new Error('a reference gave two different results')
}

/** Returns `undefined` if the service answered 400 or 503, or did not answer. Throws for any other answer. */
function refusedOrSilent(thrown: unknown): undefined {
  if (thrown instanceof Unexpected && !/^(400|503)/.test(thrown.message)) throw thrown
}

// biome-ignore lint/suspicious/noExplicitAny: what the API answers, as an application reads it.
async function call({ network }: YearWorld, path: string, body: object): Promise<any> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await network.fetch(new Request(`${origins.relyingParty}/api/${path}`, sent))
  const text = await response.text()
  if (!response.ok) throw new Unexpected(`${response.status} for ${path}: ${text}`)
  return JSON.parse(text)
}
