/** Looks of the middleware's pages: the application's organisation, and the style sheet at the return URL. */
import type { Crypto } from '../base/index.ts'
import { carriesWhiteText, colourRule, colourShape } from '../pages/colour.ts'
import type { PageLook } from '../pages/page.ts'
import { pageStyle } from '../pages/page-style.ts'

/** Organisation whose name and colour the pages have. */
export interface PresentationLook extends Partial<Omit<PageLook, 'styleSheetUrl' | 'logoUrl'>> {
  /** URL of the logo, of the application's own origin. The guard must not protect it. */
  readonly logoUrl?: string
  /** Colour of header and buttons, for example `#0066cc`. White text on it must be readable. */
  readonly colour?: string
}

/** Query parameter of the return URL that names the style sheet. */
export const styleParameter = 'style'

export interface OwnLook {
  readonly look: PageLook
  readonly styleSheet: string
}

/** Rules of the typeface, whose files this sheet has not beside it. */
const faces = /@font-face\{[^}]*\}/g

/** Returns the look and its style sheet. Throws a TypeError for an unusable one. */
export function createOwnLook(
  { crypto }: { readonly crypto: Crypto },
  returnUrl: string,
  { colour, ...given }: PresentationLook = {},
): OwnLook {
  const { origin, hostname } = new URL(returnUrl)
  if (colour !== undefined && !(colourShape.test(colour) && carriesWhiteText(colour)))
    throw new TypeError('requireCurrentTablesation: look.colour is no colour like #0066cc on which white text can be read')
  if (given.logoUrl !== undefined && URL.parse(given.logoUrl)?.origin !== origin)
    throw new TypeError(`requireCurrentTablesation: look.logoUrl is not a URL of ${origin}`)
  const styleSheet = pageStyle.replaceAll(faces, '') + colourRule({ colour })
  const url = new URL(returnUrl)
  url.search = new URLSearchParams({ [styleParameter]: versionOf(crypto.digest('sha-256', styleSheet)) }).toString()
  const look = { organization: hostname, homeUrl: `${origin}/`, links: {}, ...given, styleSheetUrl: url.href }
  return { look, styleSheet }
}

const versionOf = (digest: Uint8Array): string =>
  Array.from(digest.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
