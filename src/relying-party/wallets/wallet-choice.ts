/** The page on which a person chooses the wallet: a search that needs no script, and a link for each wallet. */
import {
  type EndpointRequest,
  encodeParameters,
  type Html,
  type HttpResponse,
  html,
  languageParameter,
  type PageLanguage,
  respondPage,
  urlForSwitch,
} from '../../http/index.ts'
import { walletMark } from '../../pages/index.ts'
import type { ProfileName } from '../../profiles/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { urlOf } from '../metadata.ts'
import { layout } from '../pages/layout.ts'
import { texts } from '../pages/texts.ts'
import { findReturnLink } from '../session/return-link.ts'
import type { FederationWallet } from './federation-wallets.ts'
import {
  chooseParameter,
  defaultLink,
  type LinkedConfig,
  profileOfLink,
  searchParameter,
  walletParameter,
} from './wallet-links.ts'

/** A wallet that the page offers. `number` is the number of the wallet's link. */
interface OfferedWallet {
  readonly number: string
  readonly name: string
}

/** Name of the default link if no other wallet is offered. */
const anyWallet = 'IT-Wallet'

/**
 * Returns the wallets of `profiles` to offer, sorted by name. They are the configured links, and the default link for
 * each Wallet Provider of the federation that has no configured link. The name of a provider in the federation replaces
 * the configured name. If the federation lists Wallet Providers, drops links of other providers. If nothing is left,
 * returns the default link. Omits the default link if its profile is not one of `profiles`.
 */
export function offeredWallets(
  config: LinkedConfig,
  federation: readonly FederationWallet[],
  profiles: readonly ProfileName[],
): readonly OfferedWallet[] {
  const isOffered = ({ number }: OfferedWallet): boolean => {
    const profile = profileOfLink(config, number)
    return profile !== undefined && profiles.includes(profile)
  }
  const nameOf = new Map(federation.map(({ provider, name }) => [provider, name]))
  const configured = config.walletLinks.flatMap(({ name, provider }, index) => {
    const listedName = provider === undefined ? name : nameOf.get(provider)
    const shownName = listedName ?? (federation.length === 0 ? name : undefined)
    return shownName === undefined ? [] : [{ number: String(index + 1), name: shownName }]
  })
  const linked = new Set(config.walletLinks.map(({ provider }) => provider))
  const others = federation
    .filter(({ provider }) => !linked.has(provider))
    .map(({ name }) => ({ number: defaultLink, name }))
  const offered = [...configured, ...others].filter(isOffered)
  const shown = offered.length === 0 ? [{ number: defaultLink, name: anyWallet }].filter(isOffered) : offered
  return shown.toSorted((a, b) => a.name.localeCompare(b.name, 'it'))
}

/** Maximum length of a search in characters. Further characters are ignored. */
const longestSearch = 100
const foldForSearch = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * Returns the page with the wallets of `profiles`, by default of the entity's profile. Each link leads to the URL of
 * the request, with the number of the linked wallet added.
 */
export async function respondWalletChoice(
  ctx: Pick<RelyingPartyServices, 'config' | 'findWallets' | 'sessions' | 'crypto'>,
  request: Pick<EndpointRequest, 'url' | 'query' | 'language' | 'cookie' | 'header'>,
  headers: Record<string, string> = {},
  profiles: readonly ProfileName[] = [ctx.config.profile],
): Promise<HttpResponse> {
  const { config } = ctx
  const { language, query, url } = request
  const searched = (query.get(searchParameter) ?? '').slice(0, longestSearch)
  const offered = offeredWallets(config, await ctx.findWallets(), profiles)
  const matching = offered.filter(({ name }) => foldForSearch(name).includes(foldForSearch(searched.trim())))
  const fields = [...query].filter(([name]) => ![searchParameter, walletParameter, languageParameter].includes(name))
  const link = (changes: Record<string, string>): string =>
    `${url}?${encodeParameters({ ...Object.fromEntries(fields), ...changes })}`
  const { ordered, backUrl } = await findReturnLink(ctx, request)
  const cancelUrl = ordered ? backUrl : urlOf(config, 'home')
  const body = renderChoice(language, {
    fields,
    action: url,
    searched,
    matching,
    allUrl: link({}),
    urlOfWallet: ({ number }) => link({ [walletParameter]: number }),
    cancelUrl,
  })
  return respondPage(
    layout({ config, language, url: urlForSwitch(request) }, texts[language].chooseWallet, body),
    200,
    headers,
  )
}

interface Choice {
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly action: string
  readonly searched: string
  readonly matching: readonly OfferedWallet[]
  readonly allUrl: string
  readonly urlOfWallet: (wallet: OfferedWallet) => string
  readonly cancelUrl: string | undefined
}

function renderChoice(language: PageLanguage, choice: Choice): Html {
  const words = texts[language]
  const { fields, action, searched, matching, allUrl, urlOfWallet, cancelUrl } = choice
  return html`<p>${words.chooseWalletLead}</p>
<form class="search" role="search" method="get" action="${action}">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}<div><label for="search">${words.search}</label><input type="search" id="search" name="${searchParameter}" value="${searched}" maxlength="${longestSearch}" autocomplete="off"></div>
<button id="find" type="submit">${words.find}</button>
</form>
${
  matching.length === 0
    ? html`<p class="notice warning" id="none-found" role="status">${words.noWallet} <a id="show-all" href="${allUrl}">${words.showAll}</a></p>`
    : html`<ul class="choices" id="wallets">
${matching.map((wallet, index) => html`<li><a class="button login" id="wallet-${index + 1}" href="${urlOfWallet(wallet)}">${walletMark}<span>${wallet.name}</span></a></li>\n`)}</ul>`
}
${cancelUrl === undefined ? '' : html`<p><a id="cancel" href="${cancelUrl}">${words.cancel}</a></p>`}`
}

/**
 * Returns the link to this page, for the page with the QR code. `reloadUrl` must have a query. Returns `undefined` if
 * no links are configured.
 */
export const choiceLink = (
  { walletLinks }: Pick<LinkedConfig, 'walletLinks'>,
  language: PageLanguage,
  reloadUrl: string,
): { readonly url: string; readonly text: string } | undefined =>
  walletLinks.length === 0
    ? undefined
    : { url: `${reloadUrl}&${chooseParameter}=1`, text: texts[language].chooseWallet }
