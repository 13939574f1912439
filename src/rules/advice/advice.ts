/**
 * Reason and remedy for a failure code. The texts use only the characters of an `error_description` (RFC 6749 §5.2),
 * have at most 160 characters each, and contain no value of a request. Each code has one row in one table.
 */

/**
 * Two texts. The first states the fault. The second tells the reader what to do, in the imperative: a change of their
 * own, or the party that they have to ask for it.
 */
export type Advice = readonly [reason: string, remedy: string]

/** Reason and remedy by failure code. */
export type AdviceTable = Readonly<Record<string, Advice>>

/**
 * Returns the advice for the name of a faulty value: a name in the message (`htm`), or a noun with a capital article
 * (`A disclosure`).
 */
type Form = (name: string) => Advice

/** Returns a name as it is written within a sentence: an article begins with a small letter. */
const within = (name: string): string => name.replace(/^(?:The|An?) /, (article) => article.toLowerCase())

/** Returns a name for a remedy about several values: `each disclosure` for `A disclosure`. */
const each = (name: string): string => within(name.replace(/^An? /, 'each '))

const missing: Form = (name) => [`${name} is missing.`, `Send ${within(name)}.`]

const malformed: Form = (name) => [
  `${name} is malformed.`,
  `Send ${within(name)} in the form that its standard defines.`,
]

const mismatch: Form = (name) => [`${name} differs from the value that is expected here.`, `Send the expected ${name}.`]

const unsupported: Form = (name) => [
  `This ${name} is not supported here.`,
  `Use a ${name} that the metadata of this service lists.`,
]

const unknown: Form = (name) => [`This ${name} is unknown here.`, `Send a ${name} that is known here.`]

const used: Form = (name) => [`This ${name} was used before.`, `Send a new ${name} with each request.`]

/** Returns the advice for a repeated member. */
export const repeated: Form = (name) => [`${name} occurs more than once.`, `Send ${each(name)} once.`]

/** Returns the advice for a member that is not allowed. */
export const surplus: Form = (name) => [`${name} is not allowed here.`, `Leave ${within(name)} out.`]

/** Returns the advice for the end of a validity that must not be in the past. */
const past: Form = (name) => [
  `${name} is over.`,
  'Obtain a replacement. If the replacement is refused too, compare the clocks of both parties.',
]

/** Returns the advice for a time that is too long ago. */
const early: Form = (name) => [`${name} is too long ago.`, past(name)[1]]

/** Returns the advice for a time that must not be in the future. */
const future: Form = (name) => [
  `${name} lies in the future.`,
  'Compare the clocks of both parties. If the clocks agree, wait until that time or correct the time.',
]

/** Form of the advice, by the suffix of a failure code. */
const forms: Readonly<Record<string, Form>> = {
  ...{ missing, required: missing, malformed, invalid: malformed, mismatch, unsupported, unknown, used },
  ...{ repeated, duplicate: repeated, duplicated: repeated, doubled: repeated },
  ...{ unexpected: surplus, present: surplus, forbidden: surplus },
  ...{ expired: past, early, over: past, not_yet_valid: future, late: future, from_future: future },
}

const suffixPattern = new RegExp(`^(.+)_(${Object.keys(forms).join('|')})$`)

/**
 * Returns reason and remedy for a code. `name` defaults to the part of the code before the suffix: `htm` for
 * `htm_missing`. Throws an Error if no form has the suffix of the code.
 */
function adviceByForm(code: string, name?: string): Advice {
  const [, stem = '', suffix = ''] = suffixPattern.exec(code) ?? []
  const form = forms[suffix]
  if (form === undefined) throw new Error(`no form of advice has the suffix of the code ${code}`)
  return form(name ?? stem)
}

const codesIn = (text: string): string[] => text.trim().split(/\s+/)

/** Returns the advice for text members that are missing, empty or of another type, by their codes. */
export const missingTexts = (namesByCode: Readonly<Record<string, string>>): AdviceTable =>
  Object.fromEntries(
    Object.entries(namesByCode).map(([code, name]) => [
      code,
      [`${name} is missing, empty or not a string.`, `Send ${name} as a string.`] as const,
    ]),
  )

/** Returns the advice for a list of codes, separated by spaces. Each code begins with the name of the faulty member. */
export const namedByCode = (codes: string): AdviceTable =>
  Object.fromEntries(codesIn(codes).map((code) => [code, adviceByForm(code)]))

/** Returns the advice for codes by the name of the faulty value. Each name has a list of codes, separated by spaces. */
export const named = (codesByName: Readonly<Record<string, string>>): AdviceTable =>
  Object.fromEntries(
    Object.entries(codesByName).flatMap(([name, codes]) =>
      codesIn(codes).map((code) => [code, adviceByForm(code, name)] as const),
    ),
  )

/** Returns advice for several codes with one remedy, by their reasons. */
export const withRemedy = (remedy: string, reasons: Readonly<Record<string, string>>): AdviceTable =>
  Object.fromEntries(Object.entries(reasons).map(([code, reason]) => [code, [reason, remedy] as const]))
