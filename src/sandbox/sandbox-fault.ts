/** Thrown if the sandbox cannot do what was requested, for example start. The message is a sentence for the user. */
export class SandboxFault extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'SandboxFault'
  }
}
