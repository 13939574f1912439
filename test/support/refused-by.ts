import assert from 'node:assert/strict'
import { Refusal } from '../../src/base/index.ts'

/** The wallet must refuse, by this rule and with this code. */
export async function refusedBy(id: string, code: string, run: Promise<unknown>): Promise<Refusal> {
  const thrown = await run.then(
    () => assert.fail('was accepted'),
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof Refusal)) throw thrown
  assert.equal(`${thrown.requirement} ${thrown.code}`, `${id} ${code}`, `at ${thrown.at}`)
  return thrown
}
