/** Runs the certificate evaluator in a decision under the shared rule table, as a role does. */
import assert from 'node:assert/strict'
import { type CertificateEvaluator, createDecide, type Json, Refusal } from '../../../src/base/index.ts'
import { adviceOf } from '../../../src/rules/index.ts'
import { ruleTables } from '../../../src/rules/rule-tables.ts'
import { recordingSink } from '../decisions.ts'
import { seededRandom } from '../seeded-random.ts'
import { type CertificateWorld, entityId, evaluatorOf } from './certificate-world.ts'
import { testNow } from './test-authority.ts'

const table = ruleTables['certificates/x5c']
const decisions = recordingSink()
const decide = createDecide({ clock: { now: () => testNow }, random: seededRandom('certificates'), decisions })

/** Deviations from the member, the entity, the roots and the time of a world. */
export interface Trial {
  readonly x5c?: Json | undefined
  readonly entity?: string
  readonly roots?: readonly Uint8Array[]
  readonly now?: number
  readonly evaluator?: CertificateEvaluator
}

/** Returns `accepted`, or requirement and code of the refusal. Each refusal must have advice. */
export async function judgeCertificates(world: CertificateWorld, trial: Trial = {}): Promise<string> {
  const given = { clock: { now: () => trial.now ?? testNow }, ...(trial.roots && { roots: trial.roots }) }
  const evaluator = trial.evaluator ?? evaluatorOf(world, given)
  const x5c = 'x5c' in trial ? trial.x5c : world.x5c
  const run = decide('certificates/x5c', (decision) =>
    decision.check(table, () => evaluator.evaluate(x5c, trial.entity ?? entityId, 'header.x5c')),
  )
  return run.then(
    () => 'accepted',
    (thrown) => {
      if (!(thrown instanceof Refusal)) throw thrown
      assert.ok(adviceOf(thrown.code), `no advice on ${thrown.code}`)
      return `${thrown.requirement} ${thrown.code}`
    },
  )
}
