import { Refusal } from '../../src/base/index.ts'

/** The rule that refuses and its code, `accepted` when none does. */
export async function ruleOf(run: () => Promise<unknown>): Promise<string> {
  try {
    await run()
    return 'accepted'
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return `${thrown.requirement} ${thrown.code}`
  }
}
