/**
 * What is wrong with a configuration: all faults at once, each with its place; values are not repeated, since some of
 * them are secrets.
 */

export class ConfigError extends Error {
  readonly faults: readonly string[]
  readonly heading: string

  constructor(faults: readonly string[]) {
    const heading = `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:`
    super(`${heading} ${faults.join('; ')}`)
    this.name = 'ConfigError'
    this.faults = faults
    this.heading = heading
  }
}
