/** A fault that the user can mend: one sentence on stderr, exit 1, never a stack. */
export class UserError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'UserError'
  }
}

/** Refuses an option that says something of others when none of them stands there: passed over, it would seem heeded. */
export function requireBeside<F extends object>(
  flags: F,
  option: keyof F & string,
  others: readonly (keyof F & string)[],
) {
  if (flags[option] === undefined || others.some((other) => flags[other] !== undefined)) return
  const named = others
    .map((other) => `--${other.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
    .join(' or ')
  throw new UserError(`--${option} says something of ${named}, which is not there: say that too, or leave it out.`)
}
