/** All texts of the wallet screen. */
import { documentTexts } from './document-texts.ts'
import { requestTexts } from './request-texts.ts'

export const texts = {
  it: { ...documentTexts.it, ...requestTexts.it },
  en: { ...documentTexts.en, ...requestTexts.en },
} as const

export type Text = (typeof texts)['it' | 'en']
