/** Describes results of the decoder in Italian or English, for the page and for the terminal. */
import type { Json, NumericDate } from '../../base/index.ts'
import type { Language } from '../../http/index.ts'
import { describeTime } from '../shell/describe-time.ts'
import type { Decoded, MemberTime, Verdict } from './decoded.ts'
import { kindTitles } from './kinds.ts'
import { becauseWords, checkNames, keySources, resultWords, timeWords } from './words.ts'

export const titleOf = (language: Language, { kind }: Decoded): string => kindTitles[kind][language]

/** Describes a time relative to `now`: "expired 3 minutes ago". */
export function formatMemberTime(language: Language, { at, event }: MemberTime, now: NumericDate): string {
  const isOver = at <= now
  const name = {
    end: isOver ? 'expired' : 'expires',
    begin: isOver ? 'began' : 'begins',
    past: isOver ? 'past' : 'future',
  }
  const words = timeWords[name[event] as keyof typeof timeWords][language]
  return words.replace('{time}', describeTime(language, at, now))
}

/** Returns the name of a check with the part that it concerns. */
export const formatCheck = (language: Language, { check, part }: Verdict): string =>
  `${checkNames[check][language]}${part === undefined ? '' : ` ${part}`}`

/**
 * Describes the detail of a verdict: source of the key, reason why no check was made, or looked-up value. Can be empty.
 */
export const formatVerdictDetail = (language: Language, { by, because, words }: Verdict): string =>
  by ? keySources[by][language] : because ? becauseWords[because][language] : (words?.[language] ?? '')

/** Describes the result of a check, without reason and remedy of a failure. */
export function formatVerdictResult(language: Language, verdict: Verdict): string {
  const detail = formatVerdictDetail(language, verdict)
  const separator = verdict.because ? ' ' : ', '
  return `${resultWords[verdict.result][language]}${detail === '' ? '' : `${separator}${detail}`}`
}

const order = { not_valid: 0, verified: 1, not_verifiable: 2 } as const

/** Returns the verdicts, failed checks first. */
export const sortedVerdicts = ({ verdicts }: Decoded): readonly Verdict[] =>
  verdicts.toSorted((one, other) => order[one.result] - order[other.result])

const countWords = {
  it: {
    not_valid: ['non valido', 'non validi'],
    verified: ['verificato', 'verificati'],
    not_verifiable: ['non verificabile qui', 'non verificabili qui'],
  },
  en: {
    not_valid: ['not valid', 'not valid'],
    verified: ['verified', 'verified'],
    not_verifiable: ['not verifiable here', 'not verifiable here'],
  },
} as const

/** Returns the number of verdicts with each result: "1 not valid, 5 verified". Empty without verdicts. */
export function formatVerdictCounts(language: Language, { verdicts }: Decoded): string {
  const results = ['not_valid', 'verified', 'not_verifiable'] as const
  return results
    .map((result) => [verdicts.filter((one) => one.result === result).length, countWords[language][result]] as const)
    .filter(([count]) => count > 0)
    .map(([count, [one, several]]) => `${count} ${count === 1 ? one : several}`)
    .join(', ')
}

/** Returns a value as text: a string itself, anything else as JSON. */
export const valueText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
