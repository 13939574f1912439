/** An error that the user can fix: one sentence on stderr, exit code 1, no stack. */
export class UserError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'UserError'
  }
}

/**
 * Throws a UserError if `option` is set without any of `others`, because the command would silently ignore the option.
 */
export function requireCompanionOption<F extends object>(
  flags: F,
  option: keyof F & string,
  others: readonly (keyof F & string)[],
) {
  if (flags[option] === undefined || others.some((other) => flags[other] !== undefined)) return
  const flag = flagOf(option)
  throw new UserError(`${flag} needs ${others.map(flagOf).join(' or ')}: add it, or leave ${flag} out.`)
}

const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
