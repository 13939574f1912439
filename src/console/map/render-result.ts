/** Results of checks, in words. The colour repeats the word. */
import { type Html, html, type Language } from '../../http/index.ts'

/** Result of a check. */
export type ShownResult = 'holds' | 'fails' | 'absent' | 'not_reached'

const texts = {
  it: { holds: 'regge', fails: 'non regge', absent: 'niente da verificare', not_reached: 'non raggiunto' },
  en: { holds: 'holds', fails: 'fails', absent: 'nothing to check', not_reached: 'not reached' },
} as const

const classes = { holds: 'accepted', fails: 'refused', absent: 'failed', not_reached: 'failed' } as const

/** Renders a result as a badge. */
export const renderResult = (language: Language, result: ShownResult): Html =>
  html`<span class="badge outcome ${classes[result]}">${texts[language][result]}</span>`

/** Renders words in English, for sentences that exist in English only. */
export const renderEnglish = (text: string): Html => html`<span lang="en" class="text-break">${text}</span>`
