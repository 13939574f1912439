/** Opens the OpenID Provider of a Relying Party, and only then loads `oidc-provider`. */
import type { Route } from '../http/index.ts'
import type { PresentationApi } from '../relying-party/index.ts'
import type { OpenIdLoginParts } from './parts.ts'

/**
 * Returns a function that creates the routes of an OpenID Provider, whose logins are presentations of the Relying
 * Party. Pass the function as `furtherRoutes` to `createRelyingParty`. The function throws `ConfigError` for a client
 * that can never log anybody in, and a TypeError for a login whose query does not exist.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateSigner } from 'fiducia/jose'
 * import * as node from 'fiducia/node'
 * import { openIdLoginConfig, openOpenIdLogin } from 'fiducia/openid-login'
 * import { openSqliteStores } from 'fiducia/stores'
 *
 * const [crypto, random, clock] = [node.createNodeCrypto(), node.createNodeRandom(), node.createSystemClock()]
 * const app = { clientId: 'app', displayName: 'App', redirectUris: ['https://app.example/'] }
 * const furtherRoutes = await openOpenIdLogin({
 *   ...{ crypto, random, clock, publicUrl: 'https://rp.example' },
 *   look: { organization: 'Comune', links: {}, styleSheetUrl: 'https://rp.example/assets/relying-party.css' },
 *   config: openIdLoginConfig.parse({ clients: [{ ...app, authentication: { method: 'none' } }] }),
 *   records: openSqliteStores('relying-party', ':memory:').stores.openIdRecords,
 *   dcqlQuery: { credentials: [{ id: 'pid', format: 'dc+sd-jwt', claims: [{ path: ['tax_id_number'] }] }] },
 *   dcqlQueries: {},
 *   signers: [await generateSigner({ crypto })],
 *   secrets: [{ id: 1, secret: random.bytes(32) }],
 *   subjectSecret: random.bytes(32),
 *   credentials: new Map([['app', {}]]),
 * })
 * assert.equal(typeof furtherRoutes, 'function') // for createRelyingParty
 * ```
 */
export async function openOpenIdLogin(parts: OpenIdLoginParts): Promise<(orders: PresentationApi) => readonly Route[]> {
  const { createOpenIdRoutes } = await withoutRuntimeWarning(() => import('./create-openid-login.ts'))
  return (orders) => createOpenIdRoutes(parts, orders)
}

/** Loads the library. Suppresses its warning about releases of Node that are not an LTS release yet. */
async function withoutRuntimeWarning<T>(load: () => Promise<T>): Promise<T> {
  const { warn } = console
  console.warn = (...words: readonly unknown[]) => {
    if (!String(words[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...words)
  }
  try {
    return await load()
  } finally {
    console.warn = warn
  }
}
