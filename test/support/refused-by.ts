import assert from 'node:assert/strict'
import { Refusal } from '../../src/base/index.ts'

/** Asserts that the wallet refuses with this requirement and this code. Returns the refusal. */
export async function refusedBy(id: string, code: string, run: Promise<unknown>): Promise<Refusal> {
  const thrown = await run.then(
    () => assert.fail('was accepted'),
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof Refusal)) throw thrown
  assert.equal(`${thrown.requirement} ${thrown.code}`, `${id} ${code}`, `at ${thrown.at}`)
  return thrown
}

/** Returns requirement and code of the refusal, or `accepted`. */
export async function ruleOf(run: () => Promise<unknown>): Promise<string> {
  try {
    await run()
    return 'accepted'
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return `${thrown.requirement} ${thrown.code}`
  }
}
