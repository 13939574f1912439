/**
 * The words for one failure code: the reason and the remedy. The characters are those of an `error_description` (RFC 6749
 * §5.2), and no text holds a value of a request.
 */

/** One sentence says what is wrong, another says what the party at fault changes. */
export type Advice = readonly [reason: string, remedy: string]

/** Words by failure code. */
export type AdviceTable = Readonly<Record<string, Advice>>

export const missing = (name: string): Advice => [`${name} is missing.`, `Send ${name}.`]

export const malformed = (name: string): Advice => [
  `${name} is malformed.`,
  `Send ${name} in the form that its standard defines.`,
]

export const mismatch = (name: string): Advice => [
  `${name} differs from the value that is expected here.`,
  `Send the expected ${name}.`,
]

export const unsupported = (name: string): Advice => [
  `This ${name} is not supported here.`,
  `Use a ${name} that the metadata of this service lists.`,
]

export const unknown = (name: string): Advice => [
  `This ${name} is unknown here.`,
  `Send a ${name} that this service knows.`,
]

export const used = (name: string): Advice => [`This ${name} was used before.`, `Send a new ${name} with each request.`]

export const repeated = (name: string): Advice => [`${name} occurs more than once.`, `Send ${name} once.`]

export const surplus = (name: string): Advice => [`${name} is not allowed here.`, `Leave ${name} out.`]

/** A time that is over. */
export const past = (name: string): Advice => [
  `${name} is over.`,
  'Obtain a new one. If it is new, compare the clocks of both parties.',
]

/** A time that has not come. */
export const future = (name: string): Advice => [
  `${name} lies in the future.`,
  'Compare the clocks of both parties; the clock of the sender is ahead.',
]
