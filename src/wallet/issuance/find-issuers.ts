/**
 * Finding PID Providers (WI-34): the lists of the anchors and of the intermediates below them are searched, and only those
 * entities are offered whose own chain and metadata hold. A list is a hint and no more.
 */
import { z } from 'zod'
import { decodeBase64urlText, failed, parseJson, parseJsonObject, parseUrl, Refusal } from '../../base/index.ts'
import type { TrustedEntity } from '../../federation/index.ts'
import { WI } from '../answers.ts'
import type { WalletContext } from '../context.ts'
import { exchange } from '../exchange.ts'
import { PROVIDER_TRUST_RULES } from '../wallet-provider.ts'
import { trustedIssuer } from './issuer.ts'

export interface FoundIssuer {
  readonly issuer: string
  readonly name: string
}

/** Lists that are read in one search, and levels of intermediates. */
const limits = { lists: 16, depth: 3, issuers: 64 }

/**
 * PID Providers that this wallet would ask, in the order of their identifiers. None at all is said only when everybody has
 * answered: an outage is no verdict (GEN-27).
 */
export function findIssuers(ctx: WalletContext): Promise<readonly FoundIssuer[]> {
  return ctx.decide('wallet/issuers', async (decision) => {
    const provider = await decision.check(PROVIDER_TRUST_RULES, () =>
      ctx.trust.evaluate(ctx.config.walletProvider, ['wallet_provider']),
    )
    const search = new Search(ctx)
    await search.list(anchorListEndpoint(provider), 0)
    const found: FoundIssuer[] = []
    let { missedAny } = search
    for (const issuer of [...search.issuers].sort().slice(0, limits.issuers)) {
      const name = await issuerName(ctx, issuer)
      if (name instanceof Refusal) missedAny ||= name.requirement === 'GEN-27'
      else found.push({ issuer, name })
    }
    decision.that('GEN-27', WI.unreachable, found.length > 0 || !missedAny, 'unreachable', 'list')
    return found
  })
}

/** The name of an entity that holds as a PID Provider; of any other why it does not. */
async function issuerName(ctx: WalletContext, issuer: string): Promise<string | Refusal> {
  try {
    return await ctx.decide('wallet/issuer', async (decision) => {
      const { entity } = await trustedIssuer(ctx, decision, issuer)
      const name = entity.metadata.federation_entity?.organization_name
      return typeof name === 'string' ? name : issuer
    })
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown // WI-34
    throw thrown
  }
}

/** Our own provider's chain ends at the anchor's configuration, which was verified with it. */
function anchorListEndpoint({ trustChain }: TrustedEntity): unknown {
  const text = decodeBase64urlText(trustChain.at(-1)?.split('.')[1] ?? '')
  const payload = parseJsonObject(text ?? '', 'trust_chain')
  if (failed(payload)) return undefined
  const metadata = payload.metadata as TrustedEntity['metadata'] | undefined
  return metadata?.federation_entity?.federation_list_endpoint
}

class Search {
  readonly issuers = new Set<string>()
  /** Whether somebody was out of reach who might have named more. */
  missedAny = false
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
      else if (trusted.code === 'trust_unavailable') this.missedAny = true
    }
  }

  async #read(endpoint: unknown, filter: string, value: string): Promise<readonly string[]> {
    const url = typeof endpoint === 'string' ? parseUrl(endpoint, this.#ctx.config) : undefined
    if (url === undefined || failed(url) || this.#lists >= limits.lists) return []
    this.#lists += 1
    url.searchParams.set(filter, value)
    const answer = await exchange(this.#ctx, new Request(url), 'list')
    if (failed(answer) || answer.status >= 500 || answer.status === 429) {
      this.missedAny = true
      return []
    }
    const isList = answer.status === 200 && answer.mediaType === 'application/json'
    const parsed = z.array(z.string()).safeParse(isList ? parseJson(answer.text, 'list') : undefined)
    return parsed.success ? parsed.data : []
  }
}
