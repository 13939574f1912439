/**
 * Clients of the sandbox's OpenID Provider that nobody registered by hand: every relying party of the sandbox's
 * federation (automatic registration, OpenID Federation 1.0 D36 §12.1; D-352), for as long as its trust chain holds.
 */
import { errors, type HttpContext } from 'oidc-provider'
import { type Failure, failed, type JsonObject } from '../../base/index.ts'
import type { TrustCode, TrustEvaluator } from '../../federation/index.ts'
import { clientOf } from './client-metadata.ts'
import { refusalOf, sayOnPage } from './message-page.ts'

/** Its metadata as superiors and policies leave them. */
async function judge(trust: TrustEvaluator, clientId: string): Promise<JsonObject | Failure<TrustCode>> {
  const entity = await trust.evaluate(clientId, ['openid_relying_party'])
  return failed(entity) ? entity : (entity.metadata.openid_relying_party ?? {})
}

/** What the library takes in the place of a store of clients; it asks at each use, and verdicts are the evaluator's to keep. */
export const createFederatedClients = (trust: TrustEvaluator) => ({
  find: async (clientId: string): Promise<Readonly<Record<string, unknown>> | undefined> => {
    const metadata = await judge(trust, clientId)
    if (failed(metadata)) return undefined
    try {
      return clientOf({ ...metadata, client_id: clientId })
    } catch (thrown) {
      throw new errors.InvalidClientMetadata((thrown as TypeError).message)
    }
  },
})

/** Tells whoever brings a stranger's request why it goes no further. */
export const refuseStrangers =
  (trust: TrustEvaluator, registered: ReadonlySet<string>) =>
  async (ctx: HttpContext, next: () => Promise<void>): Promise<void> => {
    const { client_id: clientId } = ctx.query
    if (ctx.path !== '/auth' || typeof clientId !== 'string' || registered.has(clientId)) return next()
    const metadata = await judge(trust, clientId)
    if (!failed(metadata)) return next()
    const { message, detail, status } = refusalOf(metadata)
    return sayOnPage(ctx, message, detail, status)
  }
