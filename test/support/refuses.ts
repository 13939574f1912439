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

/** Returns the code of a failure, or `accepted` for any other value. */
export const codeOf = (value: unknown): string => (value instanceof Failure ? value.code : 'accepted')

/** Returns the value. Fails the test with the code and the place if it is a failure. */
export function expectSuccess<T>(result: T): Exclude<T, Failure> {
  if (result instanceof Failure) assert.fail(`refused: ${result.code} at ${result.at}`)
  return result as Exclude<T, Failure>
}
