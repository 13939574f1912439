/** Links that open wallets: the configured default, and the links from which a person chooses. */
import { z } from 'zod'
import { isShownLine } from '../../base/index.ts'
import type { Parameters } from '../../http/index.ts'
import { type ProfileName, profileNames } from '../../profiles/index.ts'

export const walletLinks = z
  .array(
    z.strictObject({
      name: z
        .string()
        .refine((text) => isShownLine(text, 100), 'must be one line of 1 to 100 visible characters') // D-961
        .describe('Name that the page shows. With `provider`, the name in the federation replaces it.'),
      link: z.string().describe('Universal link, or prefix with a scheme such as `openid4vp://` or `haip://`.'),
      provider: z
        .string()
        .optional()
        .describe(
          'Entity identifier of the Wallet Provider. The link is not offered while the federation lists Wallet Providers without this one.',
        ),
      profile: z
        .enum(profileNames)
        .optional()
        .describe(
          'Profile that the wallet supports. Defaults to that of the entity in whose settings the link is. If no link states one, further entities offer every link of the service.',
        ),
    }),
  )
  .max(50)

export interface LinkedConfig {
  readonly profile: ProfileName
  readonly walletAuthorizationEndpoint: string
  readonly walletLinks: z.output<typeof walletLinks>
}

/** Query parameter with the number of the chosen link. */
export const walletParameter = 'wallet'
/** Query parameter that asks for the choice of a wallet. */
export const chooseParameter = 'choose'
/** Query parameter with the searched name. */
export const searchParameter = 'q'

/** Number of the default link, `walletAuthorizationEndpoint`. The numbers of `walletLinks` begin with 1. */
export const defaultLink = '0'

/**
 * Returns the link whose number is in the query. Returns `undefined` without a number, and if no link of the entity's
 * profile has this number.
 */
export function chosenLink(config: LinkedConfig, query: Parameters): string | undefined {
  const number = query.get(walletParameter)
  if (profileOfLink(config, number) !== config.profile) return undefined
  return number === defaultLink ? config.walletAuthorizationEndpoint : numberedLink(config, number)?.link
}

/**
 * Returns the query for another entity, with the number that the chosen link has at that entity. The default link keeps
 * its number. If the other entity does not have the link for its profile, the query has no number, so that the person
 * chooses again.
 */
export function queryAt(
  there: LinkedConfig,
  here: LinkedConfig,
  query: Iterable<readonly [name: string, value: string]>,
): Readonly<Record<string, string>> {
  const { [walletParameter]: number, ...others } = Object.fromEntries(query)
  if (number === defaultLink) return { ...others, [walletParameter]: number }
  const link = numberedLink(here, number)?.link
  // Wallets of several profiles can have the same link, for example `openid4vp://`.
  const index = there.walletLinks.findIndex(
    (one) => one.link === link && (one.profile ?? there.profile) === there.profile,
  )
  return index < 0 ? others : { ...others, [walletParameter]: String(index + 1) }
}

/** Returns the configured link with this number. Returns `undefined` for the default link. */
const numberedLink = (
  { walletLinks: links }: LinkedConfig,
  number = '',
): LinkedConfig['walletLinks'][number] | undefined =>
  /^[1-9]\d?$/.test(number) ? links[Number(number) - 1] : undefined

/**
 * Returns true if the person must choose a wallet first: links are configured, none of them is chosen, and the
 * presentation is on this device or the person asked for the choice.
 */
export const mustChoose = (config: LinkedConfig, query: Parameters, flow: string | undefined): boolean =>
  config.walletLinks.length > 0 &&
  chosenLink(config, query) === undefined &&
  (flow === 'same-device' || query.has(chooseParameter))

/**
 * Returns the profile of the link with this number. Defaults to the profile of the entity, which is also that of the
 * default link `0`. Returns `undefined` if no link has this number.
 */
export function profileOfLink(config: LinkedConfig, number: string | undefined): ProfileName | undefined {
  if (number === defaultLink) return config.profile
  const link = numberedLink(config, number)
  return link && (link.profile ?? config.profile)
}

/**
 * Returns the profile of the chosen wallet. If the links have only one of the offered profiles, returns that one. If
 * the links have no offered profile, returns the first offered one. If they have several, returns `undefined` until the
 * person has chosen a wallet of an offered profile.
 */
export function chosenProfile(
  config: LinkedConfig,
  query: Parameters,
  offered: readonly ProfileName[],
): ProfileName | undefined {
  const linked = offered.filter((one) => config.walletLinks.some(({ profile }) => (profile ?? config.profile) === one))
  const [only = config.profile, ...others] = linked.length > 0 ? linked : offered.slice(0, 1)
  if (others.length === 0) return only
  const chosen = profileOfLink(config, query.get(walletParameter))
  return chosen !== undefined && offered.includes(chosen) ? chosen : undefined
}
