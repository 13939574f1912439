/** The faults that a reader of settings reports. */
import assert from 'node:assert/strict'
import { ConfigError } from '../../src/node/index.ts'

/** Returns the faults that this throws as a `ConfigError`, or none. */
export function configFaultsOf(run: () => unknown): readonly string[] {
  try {
    run()
  } catch (thrown) {
    assert.ok(thrown instanceof ConfigError)
    return thrown.faults
  }
  return []
}
