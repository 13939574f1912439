/** Why the sandbox cannot be had as it was asked for. One sentence for the user. */
export class SandboxFault extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'SandboxFault'
  }
}
