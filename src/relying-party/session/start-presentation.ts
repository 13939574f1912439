/**
 * Begins a presentation for a browser: creates a session with a new state and nonce, and the URL that opens the wallet
 * (it-wallet §Remote presentation). Does not sign the Request Object.
 */
import { failed, type JsonObject, type NumericDate, randomToken } from '../../base/index.ts'
import { RP } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { canProveLevels } from '../request/attestation-demands.ts'
import { createWalletLink } from '../request/wallet-link.ts'
import { createSession } from './new-session.ts'
import type { PresentationSession } from './presentation-session.ts'
import { createSessionCookie } from './session-cookie.ts'

/** A begun presentation, for the browser that began it. */
export interface StartedPresentation {
  readonly session: PresentationSession
  /** Value of the `Set-Cookie` header. */
  readonly cookie?: string
}

/**
 * Stores a new session. Returns it with the cookie of the browser. `variant` defaults to the first configured one,
 * `flow` to cross-device, and `request_uri_method` to POST for `dcql` and GET for `scope`. Does not check that this
 * Relying Party may request the data: the wallet does.
 *
 * Rejects with a `Refusal` for an unknown value, and for POST with `scope`. Also rejects if the configuration requires
 * a wallet level and wallets of the profile cannot prove a level.
 */
export function startPresentation(
  ctx: Pick<RelyingPartyServices, 'decide' | 'clock' | 'random' | 'crypto' | 'config' | 'sessions'>,
  parameters: ReadonlyMap<string, string>,
): Promise<StartedPresentation> {
  return ctx.decide('relying-party/presentations/new', async (decision) => {
    const { config } = ctx
    const now = ctx.clock.now()
    const choose = <T extends string>(name: string, names: readonly T[], fallback: T): T => {
      const value = parameters.get(name) ?? fallback
      const known = names.find((one) => one === value)
      return decision.found('GEN-23', RP.malformed, known, 'parameter_value_unknown', `query.${name}`)
    }
    const [preferred = 'dcql'] = config.variants
    const variant = choose('variant', config.variants, preferred)
    const flow = choose('flow', ['same-device', 'cross-device'], 'cross-device')
    const requestUriMethod = choose('request_uri_method', ['post', 'get'], variant === 'dcql' ? 'post' : 'get')
    const postable = variant === 'dcql' || requestUriMethod === 'get'
    decision.that('GEN-23', RP.malformed, postable, 'request_uri_method_unsupported', 'query.request_uri_method')

    decision.that('RP-137', RP.malformed, canProveLevels(config), 'wallet_level_unprovable', 'query')
    const query = variant === 'dcql' ? (config.dcqlQuery as unknown as JsonObject) : { scope: config.scope }
    return beginSession(ctx, { variant, flow, requestUriMethod, query }, now)
  })
}

/**
 * Stores a new session that no application ordered. Returns it with the cookie of the browser. The response mode is the
 * first configured one.
 */
export async function beginSession(
  ctx: Pick<RelyingPartyServices, 'random' | 'crypto' | 'config' | 'sessions'>,
  request: Pick<PresentationSession, 'variant' | 'flow' | 'requestUriMethod' | 'query' | 'erasure'>,
  now: NumericDate,
): Promise<StartedPresentation> {
  const { config } = ctx
  const id = randomToken(ctx.random) // RP-09
  const { digest, header } = createSessionCookie(ctx, config, id)
  const responseMode = config.responseModes[0] ?? 'direct_post.jwt'
  const session = await createSession(ctx, id, { ...request, responseMode, cookie: digest, status: 'issued' }, now)
  await ctx.sessions.begin(session)
  return { session, cookie: header }
}

/**
 * Returns the URL that opens the wallet for a session. `link` defaults to the configured endpoint. Throws a TypeError
 * for an unusable link, which validated settings do not contain.
 */
export function engagementUrlOf(
  { config }: Pick<RelyingPartyServices, 'config'>,
  session: PresentationSession,
  link: string = config.walletAuthorizationEndpoint,
): string {
  const url = createWalletLink({ ...config, walletAuthorizationEndpoint: link }, session)
  if (failed(url)) throw new TypeError(`wallet endpoint: ${url.code}`)
  return url
}
