/**
 * Renders results of checks, and sentences that exist in English only. Each result is shown as a word, not only by its
 * colour.
 */
import { type Html, html, type Language } from '../../http/index.ts'

type ShownResult = 'holds' | 'fails' | 'absent' | 'not_reached'

const texts = {
  it: { holds: 'regge', fails: 'non regge', absent: 'niente da verificare', not_reached: 'non raggiunto' },
  en: { holds: 'holds', fails: 'fails', absent: 'nothing to check', not_reached: 'not reached' },
} as const

const classes = { holds: 'accepted', fails: 'refused', not_reached: 'pending' } as const

/** Renders a result as a badge. If there is nothing to check, renders the text without a badge. */
export const renderResult = (language: Language, result: ShownResult): Html =>
  result === 'absent'
    ? html`${texts[language].absent}`
    : html`<span class="badge outcome ${classes[result]}">${texts[language][result]}</span>`

/** Renders a sentence that exists in English only. Capitalises its first word, unless it is a code. */
export const renderEnglish = (text: string): Html =>
  html`<span lang="en" class="text-break">${text.replace(/^[a-z](?=[a-z]* )/, (first) => first.toUpperCase())}</span>`
