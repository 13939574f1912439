/**
 * Clients of the sandbox's OpenID Provider that are not registered manually. Every relying party of the sandbox's
 * federation is a client while its trust chain is valid (automatic registration, OpenID Federation 1.0 D36 §12.1;
 * D-352).
 */
import { errors, type HttpContext } from 'oidc-provider'
import { type Failure, failed, type JsonObject } from '../../base/index.ts'
import type { TrustCode, TrustEvaluator } from '../../federation/index.ts'
import { clientOf } from './client-metadata.ts'
import { refusalOf, sendMessagePage } from './message-page.ts'

/** Evaluates a client. Returns its metadata with its superiors' policies applied, or the failure of the evaluation. */
async function resolveMetadata(trust: TrustEvaluator, clientId: string): Promise<JsonObject | Failure<TrustCode>> {
  const entity = await trust.evaluate(clientId, ['openid_relying_party'])
  return failed(entity) ? entity : (entity.metadata.openid_relying_party ?? {})
}

/**
 * Creates the library's store of clients. The library calls `find` at each use of a client. Only the trust evaluator
 * caches results. `find` resolves to `undefined` for a client that is not trusted, or whose trust cannot be evaluated
 * now. It rejects with `InvalidClientMetadata` if the client's metadata lacks a required member.
 */
export const createFederatedClients = (trust: TrustEvaluator) => ({
  find: async (clientId: string): Promise<Readonly<Record<string, unknown>> | undefined> => {
    const metadata = await resolveMetadata(trust, clientId)
    if (failed(metadata)) return undefined
    try {
      return clientOf({ ...metadata, client_id: clientId })
    } catch (thrown) {
      throw new errors.InvalidClientMetadata((thrown as TypeError).message)
    }
  },
})

/** Creates a middleware for `/auth` that shows a page with the reason if a client is neither registered nor trusted. */
export const refuseUnknownClients =
  (trust: TrustEvaluator, registered: ReadonlySet<string>) =>
  async (ctx: HttpContext, next: () => Promise<void>): Promise<void> => {
    const { client_id: clientId } = ctx.query
    if (ctx.path !== '/auth' || typeof clientId !== 'string' || registered.has(clientId)) return next()
    const metadata = await resolveMetadata(trust, clientId)
    if (!failed(metadata)) return next()
    const { message, detail, status } = refusalOf(metadata)
    return sendMessagePage(ctx, message, detail, status)
  }
