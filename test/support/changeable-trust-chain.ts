/** Trust chains that a test changes before they are signed, and their validation under the rules of a role. */
import { createDecide, type JsonObject, Refusal } from '../../src/base/index.ts'
import { type TrustChainPolicy, validateTrustChain } from '../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner } from '../../src/jose/index.ts'
import { trustChainRules } from '../../src/rules/index.ts'
import { recordingSink } from './decisions.ts'
import { anchorsOf, crypto, type Draft, signAll, threeEntities, urls } from './federation.ts'
import { fixedClock } from './fixed-clock.ts'
import { seededRandom } from './seeded-random.ts'

const clock = fixedClock()
export const now = clock.now()
const answer = { status: 400, error: 'invalid_request', text: 'No trust.' }
const decide = createDecide({ clock, random: seededRandom('chains'), decisions: recordingSink() })

export type Chain = [Draft, Draft, Draft, Draft]

/** A key of an unsupported type. */
export const unknownKey = { kty: 'AKP', alg: 'ML-DSA-44', pub: 'AA', kid: 'unknown' }

/** Returns the validated chain, or requirement, code and place of its refusal. */
async function validate(statements: readonly string[], policy: TrustChainPolicy) {
  try {
    return await decide('federation/trust-chain', (decision) =>
      decision.check(trustChainRules(answer), () => validateTrustChain({ crypto }, statements, policy)),
    )
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return `${thrown.requirement} ${thrown.code} ${thrown.at}`
  }
}

/** Returns a leaf, an intermediate and an anchor, and functions that change and validate the chains of the leaf. */
export async function changeableChain() {
  const federation = await threeEntities()
  const stranger = await generateSigner({ crypto })
  const policy = (): TrustChainPolicy => ({
    anchors: anchorsOf(federation.anchor),
    algorithms: defaultAlgorithms,
    urls,
    now,
    skew: 0,
  })

  /** Returns requirement, code and place of the refusal, or `accepted`. */
  async function judge(statements: readonly string[], further: Partial<TrustChainPolicy> = {}): Promise<string> {
    const result = await validate(statements, { ...policy(), ...further })
    return typeof result === 'string' ? result : 'accepted'
  }

  const bent = async (bend: (chain: Chain) => unknown): Promise<string[]> => {
    const chain = federation.drafts(now)
    const result = bend(chain)
    return signAll(Array.isArray(result) ? result : chain)
  }

  /** Returns the resolved metadata of the changed chain, or requirement, code and place of its refusal. */
  const resolveMetadata = async (bend: (chain: Chain) => unknown): Promise<JsonObject | string> => {
    const chain = federation.drafts(now)
    bend(chain)
    const result = await validate(await signAll(chain), policy())
    return typeof result === 'string' ? result : result.metadata
  }
  return { federation, stranger, policy, judge, bent, resolveMetadata }
}
