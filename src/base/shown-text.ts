/**
 * Texts that strangers wrote, made fit to stand beside our own words on a screen or a terminal (D-257).
 */

/** Steers a terminal or ends a line: C0, DEL and C1, line and paragraph separators. */
const steering = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/**
 * Is not seen or changes how the rest is read: directions, zero widths, tags, halves of characters, private characters and
 * noncharacters.
 */
const unseen = /[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]+/gu

/** Stands where a character was lost. */
const lost = '\ufffd'

/** One line of what can be seen; its length is whatever it was. */
export const printable = (text: string): string => text.replace(unseen, '').replace(steering, ' ')

/** Whether a text has what `printable` would change, or the sign U+FFFD of a character that was lost. */
export const hasUnseen = (text: string): boolean => text.includes(lost) || printable(text) !== text

/** A name, a sentence: one line, trimmed, of at most so many code points, the last of which says that it was cut. */
export function shownText(text: string, longest: number): string {
  const points = [
    ...printable(text)
      .replace(/\p{Zs}+/gu, ' ')
      .trim(),
  ]
  return points.length <= longest
    ? points.join('')
    : `${points
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}
