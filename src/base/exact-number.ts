/**
 * Whether a JavaScript number holds what a text says. RFC 7493 §2.2 asks senders for numbers that do not exceed the range
 * and the precision of a double.
 */

/**
 * Returns the number that a decimal text says (RFC 8259 §6), or `undefined` where a JavaScript number would be written as
 * another one: integers beyond 2^53 that change, digits that are dropped, overflow and underflow.
 */
export function exactNumber(text: string): number | undefined {
  const value = Number(text)
  return Number.isFinite(value) && decimalOf(text) === decimalOf(String(value)) ? value : undefined
}

const form = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** One spelling of each decimal: sign, digits without zeros at either end, power of ten. Zero has no sign. */
function decimalOf(text: string): string | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = form.exec(text) ?? []
  const digits = whole + fraction
  let start = 0
  while (digits[start] === '0') start += 1
  let end = digits.length
  while (end > start && digits[end - 1] === '0') end -= 1
  if (start === end) return '0'
  return `${sign}${digits.slice(start, end)}e${Number(exponent) + whole.length - end}`
}
