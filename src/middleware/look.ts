/** Appearance of the middleware's pages. The return URL serves their style sheet. */
import type { Crypto } from '../base/index.ts'
import { carriesWhiteText, colourRule, colourShape } from '../pages/colour.ts'
import type { PageLook } from '../pages/page.ts'
import { pageStyle } from '../pages/page-style.ts'

/** Name, logo, colour and links of the organization, for the pages. */
export interface PresentationLook extends Partial<Omit<PageLook, 'styleSheetUrl' | 'logoUrl'>> {
  /** URL of the logo. Must have the application's origin, and must not be protected by the middleware. */
  readonly logoUrl?: string
  /** Colour of header and buttons, for example `#0066cc`. White text on it must be readable. */
  readonly colour?: string
}

/** Query parameter of the return URL that names the style sheet. */
export const styleParameter = 'style'

/** Look of the pages, and their style sheet. */
export interface OwnLook {
  readonly look: PageLook
  readonly styleSheet: string
}

/** Matches the rules for font files. `createOwnLook` removes the rules, because the middleware serves no font files. */
const fontFaceRules = /@font-face\{[^}]*\}/g

/**
 * Returns the look and its style sheet. The organization's name defaults to the host name of the return URL. Throws a
 * TypeError if the colour is malformed, if white text is not readable on it, if the logo has another origin, or if the
 * home URL is relative.
 */
export function createOwnLook(
  { crypto }: { readonly crypto: Crypto },
  returnUrl: string,
  { colour, ...appearance }: PresentationLook = {},
): OwnLook {
  const { origin, hostname } = new URL(returnUrl)
  if (colour !== undefined && !(colourShape.test(colour) && carriesWhiteText(colour)))
    throw new TypeError('requirePresentation: look.colour is not a colour like #0066cc on which white text is readable')
  if (appearance.logoUrl !== undefined && URL.parse(appearance.logoUrl)?.origin !== origin)
    throw new TypeError(`requirePresentation: look.logoUrl is not a URL of ${origin}`)
  if (appearance.homeUrl !== undefined && !URL.canParse(appearance.homeUrl))
    throw new TypeError('requirePresentation: look.homeUrl is not an absolute URL')
  const styleSheet = pageStyle.replaceAll(fontFaceRules, '') + colourRule({ colour })
  const url = new URL(returnUrl)
  url.search = new URLSearchParams({ [styleParameter]: shortDigest(crypto, styleSheet) }).toString()
  const look = { organization: hostname, homeUrl: `${origin}/`, links: {}, ...appearance, styleSheetUrl: url.href }
  return { look, styleSheet }
}

/** Returns the first four bytes of the SHA-256 of a text, in hexadecimal digits. */
export const shortDigest = (crypto: Crypto, text: string): string =>
  Array.from(crypto.digest('sha-256', text).subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
