import { InvalidArgumentError } from 'commander'

/** Returns a parser for the value of an option. It throws an `InvalidArgumentError` unless the bounds permit the value. */
export const wholeNumber =
  (minimum: number, maximum: number) =>
  (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= minimum && number <= maximum) return number
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
  }
