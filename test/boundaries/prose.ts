/**
 * The rules of CONTRIBUTING.md for sentences and names, as data: how a docstring begins, and which phrases and names
 * are forbidden.
 */
import { segmentsOf } from '../../scripts/source/scan.ts'

/** First words that a docstring must not have. It begins with a noun, an article or a verb in the third person. */
const forbiddenOpenings: ReadonlySet<string> = new Set(
  (
    'of in by with without for from at on to after before beside behind between under over into through until while ' +
    'where when what who whoever whom whose which whether how why as if because since unless than so ' +
    'otherwise also beyond against among along within upon about not'
  ).split(' '),
)

/** Phrases that readers did not understand. */
export const bannedPhrases: readonly RegExp[] = [
  /\bnot said\b/,
  /\b[Ww]hoever\b/,
  /\b(?:is|are|was|were|be|been) told\b/,
  /\bmakes? room\b/,
  /\bstands? (?:in|for|at|between|beside|before|behind|below|above|here|there|on|alone|under|first|as|once|twice)\b/,
  /\b(?:he|him|his|himself|she|her|herself)\b/,
  /\bis of no account\b/,
  /\bof (?:its|their|our) own accord\b/,
  /\bsays no\b/,
  /\b[Oo]ne who\b/,
  /\b[Tt]hose who\b/,
  /\bwho has ended\b/,
  /\bwaited for\b/,
  /\bas (?:far|long) as nobody\b/,
  /\bby (?:itself|themselves) alone\b/,
]

/** Names that say another thing than the code, or nothing. */
const bannedNames: readonly string[] = [
  ...['saysWhen', 'untilTold', 'lookAfterLimits', 'mayStandTogether', 'heldMark', 'oddities', 'departed', 'linger'],
  ...['keepTick', 'requireBeside', 'nameless', 'hearers', 'remembered', 'answerName', 'sendCode', 'beginService'],
]
const bannedPrefixes: readonly string[] = ['sparing', 'told', 'Told']

/** Returns the first word of a docstring, in lower case. `undefined` if it begins with code, a number or a section. */
const openingOf = (comment: string): string | undefined =>
  /^\/\*\*[\s*]*([A-Za-z]+)\b/.exec(comment)?.[1]?.toLowerCase()

/** Returns the text of a comment without its stars and line ends, so that a phrase over two lines is found. */
const textOf = (comment: string): string => comment.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ')

const isBanned = (name: string): boolean =>
  bannedNames.includes(name) || bannedPrefixes.some((prefix) => new RegExp(`^${prefix}[A-Z]`).test(name))

/** Returns the faults of one source, each with its line. */
export function judgeProse(source: string): string[] {
  const faults: string[] = []
  const lineOf = (offset: number): number => source.slice(0, offset).split('\n').length
  for (const { kind, start, end } of segmentsOf(source)) {
    const text = source.slice(start, end)
    if (kind === 'comment') {
      const opening = text.startsWith('/**') ? openingOf(text) : undefined
      if (opening !== undefined && forbiddenOpenings.has(opening))
        faults.push(`line ${lineOf(start)}: a docstring begins with "${opening}"`)
      for (const phrase of bannedPhrases) {
        const found = phrase.exec(textOf(text))
        if (found) faults.push(`line ${lineOf(start)}: "${found[0]}"`)
      }
    } else if (kind === 'code') {
      for (const { 0: name, index } of text.matchAll(/\b[a-zA-Z_]\w+/g))
        if (isBanned(name)) faults.push(`line ${lineOf(start + index)}: the name ${name}`)
    }
  }
  return faults
}
