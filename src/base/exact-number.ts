/**
 * Parses a decimal text, unless the number would have another value than the text. RFC 7493 §2.2 asks senders not to
 * exceed the range and the precision of a double.
 */

/**
 * Parses a decimal text (RFC 8259 §6). Returns `undefined` if the parsed number, as JavaScript prints it, has another
 * value than the text. Causes are too many digits, overflow, underflow, and some integers beyond 2^53. Does not check
 * the form of the text.
 */
export function parseExactNumber(text: string): number | undefined {
  const value = Number(text)
  return Number.isFinite(value) && decimalOf(text) === decimalOf(String(value)) ? value : undefined
}

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/**
 * Returns one canonical spelling of a decimal: sign, digits without zeros at either end, power of ten. Zero has no
 * sign. A text that is not a decimal gives zero.
 */
function decimalOf(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] = decimalPattern.exec(text) ?? []
  const digits = whole + fraction
  let start = 0
  while (digits[start] === '0') start += 1
  let end = digits.length
  while (end > start && digits[end - 1] === '0') end -= 1
  if (start === end) return '0'
  return `${sign}${digits.slice(start, end)}e${Number(exponent) + whole.length - end}`
}
