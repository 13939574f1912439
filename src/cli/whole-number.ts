import { InvalidArgumentError } from 'commander'

/**
 * Returns a parser for the value of an option. The parser throws an `InvalidArgumentError` unless the text is a whole
 * number within the bounds.
 */
export const wholeNumber =
  (minimum: number, maximum: number) =>
  (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= minimum && number <= maximum) return number
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
  }
