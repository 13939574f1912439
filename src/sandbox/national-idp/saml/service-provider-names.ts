/** Reads the display names of a service provider from its metadata, for the pages of the SAML identity provider. */
import { printable } from '../../../base/index.ts'
import type { Language } from '../../../http/index.ts'
import { decodeEntities } from '../../html-forms.ts'

/**
 * Returns the name of the organization in each language of the pages (SAML 2.0 metadata §2.3.2.1). A missing language
 * gets the first name. Returns the entity identifier if there is none. Does not verify the metadata.
 */
export function namesOfServiceProvider(metadata: string, entityId: string): Readonly<Record<Language, string>> {
  const element = /<(?:\w+:)?OrganizationDisplayName\b[^>]*\bxml:lang="([^"]*)"[^>]*>([^<]+)</g
  const names = [...metadata.matchAll(element)].map(
    ([, language = '', name = '']) => [language, printable(decodeEntities(name).trim())] as const,
  )
  const nameIn = (wanted: Language): string =>
    names.find(([language]) => language === wanted)?.[1] ?? names[0]?.[1] ?? entityId
  return { it: nameIn('it'), en: nameIn('en') }
}
