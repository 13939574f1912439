/** The user presents the PID to the Relying Party, in the browser of the same device. */
import { decodeEntities } from '../html-forms.ts'
import { isDeparture } from '../user-agent.ts'
import { type LifeCycleContext, type Step, Unexpected } from './step.ts'

interface PresentationKind {
  readonly variant: 'scope' | 'dcql'
  readonly method: 'get' | 'post'
}

/** Names and values of the claims that a Relying Party displays. */
type ReceivedClaims = ReadonlyMap<string, string>

/** Returns the step that presents the PID in a variant and with a request method. */
export const presentPid = ({ variant, method }: PresentationKind): Step => ({
  title: `Presentation: ${variant === 'scope' ? 'variant 1, scope' : 'variant 2, DCQL'}, request by ${method.toUpperCase()}`,
  run: async (ctx) => {
    const claims = await present(ctx, { variant, method })
    ctx.narrator.passed('the relying party has verified the presentation and received:')
    for (const [name, value] of claims) ctx.narrator.say(`    ${name.padEnd(32)} ${value}`)
  },
})

/**
 * Presents the PID and returns the claims that the Relying Party displays. Rejects with an `Unexpected`, or with an
 * error of the wallet, such as a `Refusal` when the Relying Party refuses.
 */
export async function present(
  { origins, person }: Pick<LifeCycleContext, 'origins' | 'person'>,
  { variant, method }: PresentationKind,
): Promise<ReceivedClaims> {
  const query = new URLSearchParams({ variant, flow: 'same-device', request_uri_method: method })
  const start = `${origins.relyingParty}/presentations/new?${query}`
  const visit = await person.browser.open(start, (url) => url.origin !== origins.relyingParty)
  if (!isDeparture(visit)) throw new Unexpected(`The relying party does not call the wallet (${visit.status}).`)
  const outcome = await person.wallet.present(visit.location)
  if (outcome.kind !== 'presented') throw new Unexpected('The wallet declined.')
  const page = person.opened()
  if (page?.status !== 200)
    throw new Unexpected(`The browser did not receive the result (${page?.status ?? 'no page'}).`)
  const claims = readClaims(page.text)
  if (claims.size === 0) throw new Unexpected('The relying party shows no claim.')
  return claims
}

/** Finds the claims on the page that `relying-party/pages/result-pages.ts` renders. */
const claimElement = /<dd id="claim-([^"]+)"[^>]*>([\s\S]*?)<\/dd>/g

const readClaims = (html: string): ReceivedClaims =>
  new Map([...html.matchAll(claimElement)].map(([, name = '', value = '']) => [name, decodeEntities(value)] as const))
