/** Settings of the pages that a member shows to users. */
import { z } from 'zod'
import type { Organization } from '../federation/index.ts'
import { languageNames, type PageLanguage } from '../http/index.ts'
import { carriesWhiteText, colourShape, minimumContrast, type PageLook } from '../pages/index.ts'

const colour = z
  .string()
  .regex(colourShape, 'is not a colour of six hexadecimal digits, for example #0066cc')
  .refine(carriesWhiteText, {
    error: `is too light: white text on it has a contrast below ${minimumContrast}`,
  })

const pageLanguages = Object.keys(languageNames) as [PageLanguage, ...PageLanguage[]]

/** Returns the schema of one value, or of at least one value by language. */
export const byLanguage = <T extends z.ZodType>(value: T) =>
  z.union([
    value,
    z
      .partialRecord(z.enum(pageLanguages), value)
      .refine((values) => Object.keys(values).length > 0, 'contains no language'),
  ])

/** Schema of the page settings. All of them are optional. */
export const pageSettings = z
  .strictObject({
    owner: z
      .strictObject({
        name: z.string().min(1).describe('Name of the body.'),
        url: z.url().optional().describe('Home page of the body.'),
      })
      .optional()
      .describe('Body to which the organization belongs. Its name is shown above that of the organization.'),
    colour: colour
      .optional()
      .describe('Colour of header and buttons. Defaults to the blue of the design kit of public bodies.'),
    accessibilityUri: z.url().optional().describe('Accessibility statement. The law requires one of public bodies.'),
    helpUri: z.url().optional().describe('Page or address of the help desk.'),
    testEnvironment: z
      .boolean()
      .default(false)
      .describe('Shows a ribbon on each page that says that this is a test environment.'),
  })
  .prefault({})

/** Validated settings of pages. */
export type PageSettings = z.infer<typeof pageSettings>

interface PageLookConfig {
  readonly organization: Organization
  readonly pages: PageSettings
}

/**
 * Returns the look of a member's pages. `styleSheetUrl` is the URL of its style sheet. Leaves out a logo of another
 * origin, because pages load nothing from other origins.
 */
export function createPageLook({ organization, pages }: PageLookConfig, styleSheetUrl: string): PageLook {
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
