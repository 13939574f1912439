/** Metadata of a complete, signed chain of three entities, after a test has changed their statements. */
import { createDecide, type JsonObject, Refusal } from '../../src/base/index.ts'
import { validateTrustChain } from '../../src/federation/index.ts'
import { defaultAlgorithms } from '../../src/jose/index.ts'
import { trustChainRules } from '../../src/rules/index.ts'
import { recordingSink } from './decisions.ts'
import { anchorsOf, crypto, type Draft, signAll, threeEntities, urls } from './federation.ts'
import { fixedClock } from './fixed-clock.ts'
import { seededRandom } from './seeded-random.ts'

const clock = fixedClock()
const now = clock.now()
const answer = { status: 400, error: 'invalid_request', text: 'No trust.' }
const decide = createDecide({ clock, random: seededRandom('metadata'), decisions: recordingSink() })
let federation: ReturnType<typeof threeEntities> | undefined

/** Statements from the subject to the anchor. */
type DraftChain = [Draft, Draft, Draft, Draft]

/** Returns the resolved metadata of the changed chain, or the rule, code and place of its refusal. */
export async function resolveMetadata(bend: (chain: DraftChain) => unknown): Promise<JsonObject | string> {
  federation ??= threeEntities()
  const { anchor, drafts } = await federation
  const chain = drafts(now)
  bend(chain)
  const policy = { anchors: anchorsOf(anchor), algorithms: defaultAlgorithms, urls, now, skew: 0 }
  const statements = await signAll(chain)
  try {
    const run = () => validateTrustChain({ crypto }, statements, policy)
    const { metadata } = await decide('federation/metadata', (d) => d.check(trustChainRules(answer), run))
    return metadata
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return `${thrown.requirement} ${thrown.code} ${thrown.at}`
  }
}
