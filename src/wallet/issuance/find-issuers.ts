/**
 * Finding PID Providers (WI-34): the lists of the anchors and of the intermediates below them are searched, and only those
 * entities are offered whose own chain and metadata hold. A list is a hint and no more.
 */
import { z } from 'zod'
import {
  decodeBase64url,
  decodeUtf8,
  failed,
  fetchText,
  parseJson,
  parseJsonObject,
  parseUrl,
  Refusal,
} from '../../base/index.ts'
import type { TrustedEntity } from '../../federation/index.ts'
import type { WalletContext } from '../context.ts'
import { trustedIssuer } from './issuer.ts'

export interface FoundIssuer {
  readonly issuer: string
  readonly name: string
}

/** Lists that are read in one search, and levels of intermediates. */
const limits = { lists: 16, depth: 3, issuers: 64 }

/** PID Providers that this wallet would ask, in the order of their identifiers. */
export async function findIssuers(ctx: WalletContext): Promise<readonly FoundIssuer[]> {
  const provider = await ctx.trust.evaluate(ctx.config.walletProvider, ['wallet_provider'])
  if (failed(provider)) return []
  const search = new Search(ctx)
  await search.list(anchorListEndpoint(provider), 0)
  const found: FoundIssuer[] = []
  for (const issuer of [...search.issuers].sort().slice(0, limits.issuers)) {
    const name = await issuerName(ctx, issuer)
    if (name !== undefined) found.push({ issuer, name })
  }
  return found
}

/** The name of an entity that holds as a PID Provider; `undefined` for any other. */
async function issuerName(ctx: WalletContext, issuer: string): Promise<string | undefined> {
  try {
    return await ctx.decide('wallet/issuer', async (decision) => {
      const { entity } = await trustedIssuer(ctx, decision, issuer)
      const name = entity.metadata.federation_entity?.organization_name
      return typeof name === 'string' ? name : issuer
    })
  } catch (thrown) {
    if (thrown instanceof Refusal) return undefined // WI-34
    throw thrown
  }
}

/** Our own provider's chain ends at the anchor's configuration, which was verified with it. */
function anchorListEndpoint({ trustChain }: TrustedEntity): unknown {
  const bytes = decodeBase64url(trustChain.at(-1)?.split('.')[1] ?? '')
  const payload = parseJsonObject((bytes && decodeUtf8(bytes)) ?? '', 'trust_chain')
  if (failed(payload)) return undefined
  const metadata = payload.metadata as TrustedEntity['metadata'] | undefined
  return metadata?.federation_entity?.federation_list_endpoint
}

class Search {
  readonly issuers = new Set<string>()
  readonly #ctx: WalletContext
  #lists = 0

  constructor(ctx: WalletContext) {
    this.#ctx = ctx
  }

  async list(endpoint: unknown, depth: number): Promise<void> {
    for (const issuer of await this.#read(endpoint, 'entity_type', 'openid_credential_issuer')) this.issuers.add(issuer)
    if (depth === limits.depth) return
    for (const superior of await this.#read(endpoint, 'intermediate', 'true')) {
      const trusted = await this.#ctx.trust.evaluate(superior, ['federation_entity'])
      if (!failed(trusted)) await this.list(trusted.metadata.federation_entity?.federation_list_endpoint, depth + 1)
    }
  }

  async #read(endpoint: unknown, filter: string, value: string): Promise<readonly string[]> {
    const url = typeof endpoint === 'string' ? parseUrl(endpoint, this.#ctx.config) : undefined
    if (url === undefined || failed(url) || this.#lists >= limits.lists) return []
    this.#lists += 1
    url.searchParams.set(filter, value)
    const text = await fetchText(this.#ctx.fetch, new Request(url), 'application/json', 'list')
    const list = failed(text) ? text : parseJson(text, 'list')
    const parsed = z.array(z.string()).safeParse(list)
    return parsed.success ? parsed.data : []
  }
}
