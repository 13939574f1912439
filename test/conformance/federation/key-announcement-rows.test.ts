/** The GEN rows at the endpoint for announced keys. */
import type { JsonObject } from '../../../src/base/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import { recordingSink } from '../../support/decisions.ts'
import { configurationOf, connectEntity, crypto, sign, testEntity } from '../../support/federation.ts'
import { anchorId, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'
import { genFormRows, genJwsRows } from '../gen-rows.ts'

const [clock, network, sink] = [fixedClock(), createNetwork(), recordingSink()]
const anchor = await startAuthority({ clock, network }, anchorId, {
  config: { profile: 'it-wallet-1.4' },
  decisions: sink,
})
const jwks = { keys: [(await generateSigner({ crypto })).publicJwk as unknown as JsonObject] }
const member = await testEntity('https://member.example', {
  hints: [anchorId],
  metadata: { wallet_solution: { jwks } },
})
connectEntity(network, clock, member)
await anchor.administer('POST', '/subordinates', { entity_id: member.entityId })

const valid = () => sign(configurationOf(member, clock.now()))
const surface = 'trust-anchor/key_announcement'
const url = `${anchorId}/key_announcement`
const send = (jwt: string) =>
  network.fetch(new Request(url, { method: 'POST', body: new URLSearchParams({ entity_configuration: jwt }) }))
const envelope: Readonly<Record<string, number>> = {
  media_type_unsupported: 415,
  coding_unsupported: 415,
  body_too_large: 413,
}

genFormRows({
  ...{ surface, sink, url, fetch: network.fetch, bodyLimit: 525_312, accepted: 200 },
  valid: async () => ({ content: { entity_configuration: await valid() } }),
  answer: (code) => ({ status: envelope[code] ?? 400, error: 'invalid_request' }),
})

genJwsRows({
  ...{ surface, sink, accepted: 200, artefact: 'announced Entity Configuration', typ: 'entity-statement+jwt' },
  answer: () => ({ status: 403, error: 'access_denied' }),
  owned: { signature_invalid: 'FED-14' },
  attempt: async () => ({ jwt: await valid(), signer: member.signer, send }),
})
