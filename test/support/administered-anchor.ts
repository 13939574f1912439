/**
 * A Trust Anchor whose administration is asked, and the rule by which it last refused.
 */
import { recordingSink } from './decisions.ts'
import { connectEntity, testEntity } from './federation.ts'
import { startAuthority } from './federation-authority.ts'
import { fixedClock } from './fixed-clock.ts'
import { createNetwork } from './network.ts'

export const anchorId = 'https://anchor.example'
export const markType = 'https://anchor.example/marks/public'

/** A Trust Anchor with an operator, and an entity that it may take in. */
export async function administeredAnchor() {
  const clock = fixedClock()
  const network = createNetwork()
  const sink = recordingSink()
  const anchor = await startAuthority({ clock, network }, anchorId, {
    decisions: sink,
    config: { trustMarks: [{ type: markType }], keyPublicationSeconds: 600 },
  })
  const wallet_provider = { token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256'] }
  const candidate = await testEntity('https://candidate.example', { hints: [anchorId], metadata: { wallet_provider } })
  connectEntity(network, clock, candidate)
  /** By which the last decision refused. */
  const lastRule = () => {
    const check = sink.lastRefusal()?.checks.at(-1)
    return `${check?.requirement} ${check?.code}`
  }
  return { clock, network, sink, anchor, candidate, lastRule }
}
