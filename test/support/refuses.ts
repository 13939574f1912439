import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../src/base/index.ts'

/** Defines a test of one faulty input: the verifier must fail with this code. */
export function refuses(id: string, what: string, run: () => unknown, code: string): void {
  test(`${id} refuses ${what}`, async () => {
    const result = await run()
    assert.ok(result instanceof Failure, 'was accepted')
    assert.equal(result.code, code, `at ${result.at}`)
  })
}

/** Returns the verified value. A failure fails the test with its code. */
export function vouched<T>(result: T): Exclude<T, Failure> {
  if (result instanceof Failure) assert.fail(`refused: ${result.code} at ${result.at}`)
  return result as Exclude<T, Failure>
}
