/** The sandbox cannot be started as requested. One sentence for the user. */
export class SandboxFault extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'SandboxFault'
  }
}
