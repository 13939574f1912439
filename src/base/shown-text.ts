/**
 * Sanitizes texts for a page, a terminal or the subject of a certificate (D-257). `hasUnseen` and `isShownLine` also
 * decide which settings, purposes and attributes of a PID are refused (D-961).
 */

/** Control characters and line ends: C0, DEL, C1, line and paragraph separators. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/**
 * Invisible characters, and characters that change how other characters are displayed: text direction, zero width,
 * tags, lone surrogates, private use, noncharacters.
 */
const unseen = /[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]+/gu

/**
 * Matches one trimmed line of ASCII with single spaces. Most names have this form. `shownText` changes such a line only
 * if it is too long.
 */
const plain = /^[!-~]+(?: [!-~]+)*$/

/** U+FFFD, which a decoder inserts for bytes that it cannot decode. */
const replacementCharacter = '\ufffd'

/**
 * Returns the text as one line of visible characters: removes invisible characters, and replaces control characters and
 * line ends by spaces. Does not limit the length.
 */
export const printable = (text: string): string => text.replace(unseen, '').replace(controls, ' ')

/** Returns true if `printable` would change the text, or if the text contains U+FFFD. */
export const hasUnseen = (text: string): boolean => text.includes(replacementCharacter) || printable(text) !== text

/** Returns true for a text of 1 to `longest` code points that is not blank and for which `hasUnseen` returns false. */
export const isShownLine = (text: string, longest: number): boolean =>
  text.trim() !== '' && [...text].length <= longest && !hasUnseen(text)

/**
 * Returns a name or a sentence as one trimmed line with single spaces, of at most `longest` code points. A longer line
 * is cut and ends with `…`.
 */
export function shownText(text: string, longest: number): string {
  if (text.length <= longest && plain.test(text)) return text
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

/**
 * Returns a value as indented JSON with escaped unprintable characters. Throws a TypeError for a value without a JSON
 * form, such as `undefined`.
 */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/[^\n -~]/gu, (one) => (printable(one) === one ? one : escaped(one)))

const escaped = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
