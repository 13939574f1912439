/** Settings of the pages that a member shows to citizens. */
import { z } from 'zod'
import type { PageLook } from '../pages/index.ts'

/** Returns the relative luminance of a colour (WCAG 2.1, "relative luminance"). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** White text on the colour must be readable (WCAG 2.1, 1.4.3). */
const leastContrast = 4.5

const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'is not a colour of six hexadecimal digits, for example #0066cc')
  .refine((text) => 1.05 / (luminanceOf(text) + 0.05) >= leastContrast, {
    error: `is too light: white text on it has a contrast below ${leastContrast}`,
  })

/** Schema of a member's pages. Each part has a default. */
export const pageSettings = z
  .strictObject({
    owner: z
      .strictObject({ name: z.string().min(1), url: z.url().optional() })
      .optional()
      .describe('Body to which the organisation belongs, in the line above its name.'),
    colour: colour
      .optional()
      .describe('Colour of header and buttons. Defaults to the blue of the design kit of public bodies.'),
    accessibilityUri: z
      .url()
      .optional()
      .describe('Declaration of accessibility, which the law demands of public bodies.'),
    helpUri: z.url().optional().describe('Page or address of the help desk.'),
    testEnvironment: z.boolean().default(false).describe('Shows a ribbon on each page. Defaults to false.'),
  })
  .prefault({})

/** Validated settings of pages. */
export type PageSettings = z.infer<typeof pageSettings>

interface LookedConfig {
  readonly organization: {
    readonly organization_name: string
    readonly homepage_uri: string
    readonly policy_uri: string
    readonly tos_uri: string
    readonly logo_uri: string
  }
  readonly pages: PageSettings
}

/**
 * Returns the look of a member's pages. `styleSheetUrl` is the URL of its style sheet. Shows only a logo of the same
 * origin, because no page requests another one.
 */
export function createPageLook({ organization, pages }: LookedConfig, styleSheetUrl: string): PageLook {
  const { owner, accessibilityUri, helpUri, testEnvironment } = pages
  const isOwn = new URL(organization.logo_uri).origin === new URL(styleSheetUrl).origin
  return {
    organization: organization.organization_name,
    ...(isOwn && { logoUrl: organization.logo_uri }),
    homeUrl: organization.homepage_uri,
    ...(owner && { owner: { name: owner.name, ...(owner.url !== undefined && { url: owner.url }) } }),
    links: {
      privacy: organization.policy_uri,
      terms: organization.tos_uri,
      ...(accessibilityUri !== undefined && { accessibility: accessibilityUri }),
      ...(helpUri !== undefined && { help: helpUri }),
    },
    isTest: testEnvironment,
    styleSheetUrl,
  }
}

/** Returns the rule that replaces the colour of the style sheet. Empty for the default. */
export const colourRule = ({ colour: chosen }: PageSettings): string =>
  chosen === undefined ? '' : `:root{--page-primary:${chosen}}`
