/** Thrown if the sandbox cannot be started as requested. The message is a sentence for the user. */
export class SandboxFault extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'SandboxFault'
  }
}
