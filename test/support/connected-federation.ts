/** A leaf, an intermediate and an anchor on the in-memory internet, and decisions about their trust. */
import { createDecide, Refusal } from '../../src/base/index.ts'
import {
  createFederationTrustEvaluator,
  type EntityType,
  type FederationTrustConfig,
} from '../../src/federation/index.ts'
import { defaultAlgorithms } from '../../src/jose/index.ts'
import { trustRules } from '../../src/rules/index.ts'
import { recordingSink } from './decisions.ts'
import { anchorsOf, connectEntity, crypto, threeEntities, urls } from './federation.ts'
import { fixedClock } from './fixed-clock.ts'
import { createNetwork } from './network.ts'
import { seededRandom } from './seeded-random.ts'

const refused = { status: 401, error: 'invalid_client', text: 'Not trusted.' }
const away = { status: 503, error: 'temporarily_unavailable', text: 'Later.' }

/** Connects the federation of `threeEntities`. Returns it with the functions that resolve and evaluate its chains. */
export async function connectedFederation() {
  const clock = fixedClock()
  const network = createNetwork()
  const federation = await threeEntities()
  const { leaf, intermediate, anchor } = federation
  connectEntity(network, clock, leaf)
  connectEntity(network, clock, intermediate, [leaf])
  connectEntity(network, clock, anchor, [intermediate])
  const context = (fetch = network.fetch) => ({ crypto, clock, fetch })
  const options = () => ({
    anchors: anchorsOf(federation.anchor),
    algorithms: defaultAlgorithms,
    urls,
    now: clock.now(),
    skew: 0,
  })
  const evaluator = (further: Partial<FederationTrustConfig> = {}, fetch = network.fetch) =>
    createFederationTrustEvaluator(context(fetch), {
      anchors: anchorsOf(federation.anchor),
      urls,
      skewSeconds: 0,
      ...further,
    })

  /** Returns requirement, code and status of the refusal, or `trusted`. */
  async function judge(
    trust: ReturnType<typeof evaluator>,
    entityId = federation.leaf.entityId,
    types: readonly EntityType[] = ['wallet_provider'],
    hint?: { trustChain: readonly string[] },
  ): Promise<string> {
    const decide = createDecide({ clock, random: seededRandom('trust'), decisions: recordingSink() })
    try {
      await decide('federation/trust', (d) =>
        d.check(trustRules(refused, away), () => trust.evaluate(entityId, types, hint)),
      )
      return 'trusted'
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      return `${thrown.requirement} ${thrown.code} ${thrown.answer.status}`
    }
  }

  /** Resolves when background work has ended. */
  const settled = async () => {
    for (let before = -1; before !== network.exchanges.length; ) {
      before = network.exchanges.length
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  return { clock, network, federation, context, options, evaluator, judge, settled }
}
