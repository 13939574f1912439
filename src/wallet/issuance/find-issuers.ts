/**
 * Finds PID Providers (WI-34): searches the lists of the Wallet Provider's Trust Anchor and of the intermediates below
 * it. Lists are not trusted: the wallet verifies the trust chain and the metadata of each PID Provider that it returns.
 */
import { z } from 'zod'
import { failed, parseJson, parseUrl, Refusal, setParameters, shownText } from '../../base/index.ts'
import { trustPath } from '../../federation/index.ts'
import { displayLimits, mayRetry, WI } from '../answers.ts'
import type { WalletContext } from '../context.ts'
import { exchange } from '../exchange.ts'
import { requireWalletProvider } from '../set-up/wallet-provider.ts'
import { requireTrustedIssuer } from './issuer.ts'

/** A PID Provider that is trusted now. */
export interface FoundIssuer {
  /** Entity identifier: the argument of `obtainPid`. */
  readonly issuer: string
  /** Name to show to the user: the `organization_name` of the resolved metadata. Defaults to the entity identifier. */
  readonly name: string
}

/** Failure codes for an entity that cannot be evaluated now. */
const outageCodes: readonly string[] = ['trust_unavailable', 'crl_unavailable']

/** Maximum numbers for one search: levels of intermediates, intermediates, and candidates for PID Providers (D-247). */
const limits = { depth: 3, intermediates: 32, issuers: 64 }

/**
 * Returns the PID Providers that this wallet trusts, sorted by identifier. Searches at most 3 levels of intermediates,
 * 32 intermediates and 64 listed PID Providers (D-247). Rejects with a `Refusal` if the Wallet Provider is not trusted,
 * or if no PID Provider was found and a party was unavailable (GEN-27). Ignores a list that cannot be read (D-340).
 */
export function findIssuers(ctx: WalletContext): Promise<readonly FoundIssuer[]> {
  return ctx.decide('wallet/issuers', async (decision) => {
    const provider = await requireWalletProvider(ctx, decision)
    const search = new Search(ctx)
    const candidates = await search.candidatesBelow(trustPath(provider).at(-1) as string)
    const issuers = candidates.slice(0, limits.issuers).sort()
    const names = await Promise.all(issuers.map((issuer) => issuerName(ctx, issuer)))
    const wasOutage = search.wasOutage || names.some((name) => name instanceof Refusal && mayRetry(name))
    const found = issuers.flatMap((issuer, index) => {
      const name = names[index]
      return typeof name === 'string' ? [{ issuer, name }] : []
    })
    decision.that('GEN-27', WI.unreachable, found.length > 0 || !wasOutage, 'unreachable', 'list')
    return found
  })
}

/** Returns the name of a PID Provider, or the `Refusal` if it is not trusted or cannot be reached. */
async function issuerName(ctx: WalletContext, issuer: string): Promise<string | Refusal> {
  try {
    return await ctx.decide('wallet/issuer', async (decision) => {
      const { entity } = await requireTrustedIssuer(ctx, decision, issuer)
      const name = entity.metadata.federation_entity?.organization_name
      return (typeof name === 'string' && shownText(name, displayLimits.name)) || issuer
    })
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown // WI-34
    throw thrown
  }
}

type List = readonly string[]

/**
 * Merges lists, without duplicates, by taking one entry of each in turn, so that a long list does not crowd out a short
 * one.
 */
function interleave(lists: readonly List[]): List {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const turns = Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1)))
  return [...new Set(turns.flat())]
}

class Search {
  /** True if a party that could have listed more entities was unavailable. */
  wasOutage = false
  readonly #ctx: WalletContext
  readonly #intermediates = new Set<string>()

  constructor(ctx: WalletContext) {
    this.#ctx = ctx
  }

  /**
   * Reads the lists of the anchor and its intermediates, level by level. Returns the PID Providers in them: the first
   * entry of each list, then the second of each, and so on.
   */
  async candidatesBelow(anchor: string): Promise<List> {
    const issuers: List[] = []
    let level = await this.#listsOf([anchor])
    for (let depth = 0; level.length > 0; depth += 1) {
      issuers.push(...(await this.#readAll(level, 'entity_type', 'openid_credential_issuer')))
      if (depth === limits.depth) break
      level = await this.#listsBelow(interleave(await this.#readAll(level, 'intermediate', 'true')))
    }
    return interleave(issuers)
  }

  /** Returns the list endpoints of intermediates that were not searched yet. */
  #listsBelow(listed: List): Promise<readonly unknown[]> {
    const room = limits.intermediates - this.#intermediates.size
    const unsearched = listed.filter((one) => !this.#intermediates.has(one)).slice(0, room)
    for (const one of unsearched) this.#intermediates.add(one)
    return this.#listsOf(unsearched)
  }

  /** Returns the list endpoints of the superiors that are trusted. */
  async #listsOf(superiors: List): Promise<readonly unknown[]> {
    const entities = await Promise.all(superiors.map((one) => this.#ctx.trust.evaluate(one, ['federation_entity'])))
    this.wasOutage ||= entities.some((one) => failed(one) && outageCodes.includes(one.code))
    return entities.flatMap((one) => (failed(one) ? [] : [one.metadata.federation_entity?.federation_list_endpoint]))
  }

  #readAll(lists: readonly unknown[], filter: string, value: string): Promise<List[]> {
    return Promise.all(lists.map((list) => this.#read(list, filter, value)))
  }

  async #read(list: unknown, filter: string, value: string): Promise<List> {
    const url = typeof list === 'string' ? parseUrl(list, this.#ctx.config) : undefined
    if (url === undefined || failed(url)) return []
    const answer = await exchange(this.#ctx, new Request(setParameters(url.href, { [filter]: value })), 'list')
    if (failed(answer)) {
      this.wasOutage ||= answer.code === 'unreachable' // D-340
      return []
    }
    this.wasOutage ||= answer.status >= 500 || answer.status === 429
    const isList = answer.status === 200 && answer.mediaType === 'application/json'
    const parsed = z.array(z.string()).safeParse(isList ? parseJson(answer.text, 'list') : undefined)
    return parsed.success ? parsed.data : []
  }
}
