/** A fault that the user can mend: one sentence on stderr, exit 1, never a stack. */
export class UserError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'UserError'
  }
}
