/** A text for the reader in several languages, and the choice among them. */
import { type Html, html, type PageLanguage } from '../http/index.ts'

/** A text, or texts by language. The language of a text alone is unknown. */
export type LocalizedText = string | Readonly<Partial<Record<PageLanguage, string>>>

/**
 * Returns the text in the reader's language. If there is none, returns the English text, the Italian text, or the first
 * of the others. Returns the attribute `lang` for the element around the text: empty for a text of an unknown language,
 * and no attribute for a text in the reader's language (WCAG 2.2, 3.1.2). Returns `undefined` without any text.
 */
export function chooseText(
  texts: LocalizedText,
  reader: PageLanguage,
): { readonly text: string; readonly lang: Html | '' } | undefined {
  if (typeof texts === 'string') return { text: texts, lang: html` lang=""` }
  const languages = [reader, 'en', 'it', ...(Object.keys(texts) as PageLanguage[])] as const
  const language = languages.find((one) => texts[one] !== undefined)
  if (language === undefined) return undefined
  return { text: texts[language] ?? '', lang: language === reader ? '' : html` lang="${language}"` }
}
