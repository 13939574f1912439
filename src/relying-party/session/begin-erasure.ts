/**
 * Begins the deletion of presented claims (IT-Wallet 1.4.6, Relying Party Erasure Endpoint). The wallet opens the
 * endpoint in the browser, where the person confirms the erasure. A presentation of the PID then authenticates the
 * person, because its key binding proves possession (RP-140).
 */
import { failed, type JsonObject, parseUrl, type UrlPolicy } from '../../base/index.ts'
import { type EndpointRequest, fitsLocation } from '../../http/index.ts'
import { RP } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { confirmedParameter } from '../pages/erasure-page.ts'
import { addAttestationQuery, canProveLevels } from '../request/attestation-demands.ts'
import { erasureDcqlQuery } from '../request/default-requests.ts'
import { beginSession, type StartedPresentation } from './start-presentation.ts'

/** Maximum length of a callback URL in characters. */
const longestCallback = 2048

/**
 * Stores a session for the presentation of the PID, and returns the session with its cookie. Returns `undefined`, and
 * stores nothing, if the person has not confirmed the erasure. Rejects with a `Refusal` for a callback URL that
 * `parseUrl` refuses, that has more than 2048 characters, or that has a character that a redirect cannot contain (a
 * space, or one outside ASCII). Also rejects if the configuration requires a wallet level and wallets of the profile
 * cannot prove a level. Does not delete anything yet.
 */
export function beginErasure(
  ctx: RelyingPartyServices,
  request: Pick<EndpointRequest, 'query' | 'header'>,
): Promise<StartedPresentation | undefined> {
  return ctx.decide('relying-party/erasure', async (decision) => {
    const { config } = ctx
    const now = ctx.clock.now()
    const callbackUrl = request.query.get('callback_url')
    const isUsable = callbackUrl === undefined || isCallback(callbackUrl, config)
    decision.that('RP-140', RP.erasureMalformed, isUsable, 'callback_url_malformed', 'query.callback_url')
    decision.that('RP-137', RP.erasureMalformed, canProveLevels(config), 'wallet_level_unprovable', 'query')
    if (!isConfirmed(request)) return undefined
    const [authority = ''] = config.authorityHints
    const pidQuery = erasureDcqlQuery(config.profile, authority)
    const asked = config.askWalletAttestation ? addAttestationQuery(config, pidQuery) : pidQuery // RP-222
    const query = asked as unknown as JsonObject
    const erasure = callbackUrl === undefined ? {} : { callbackUrl }
    const form = { variant: 'dcql', flow: 'same-device', requestUriMethod: 'post' } as const
    return beginSession(ctx, { ...form, query, erasure }, now)
  })
}

/**
 * Returns true for the request that the page's button sends, and for a program, whose `Accept` does not name HTML
 * (D-960). If the browser does not send `Sec-Fetch-Site`, the button's parameter suffices.
 */
const isConfirmed = ({ query, header }: Pick<EndpointRequest, 'query' | 'header'>): boolean =>
  header('accept')?.includes('text/html') !== true ||
  (query.has(confirmedParameter) && [undefined, 'same-origin'].includes(header('sec-fetch-site')))

/** Returns true for a permitted URL of permitted length that the header `Location` can contain. */
const isCallback = (url: string, policy: UrlPolicy): boolean =>
  url.length <= longestCallback && fitsLocation(url) && !failed(parseUrl(url, policy))
