/** Faults of a federation: of a member, of its superior, and of a party that names one of them. */
import { createDecide, type JsonObject, Refusal } from '../../../src/base/index.ts'
import { renderExplanation } from '../../../src/cli/render-explanation.ts'
import {
  createFederationTrustEvaluator,
  type EntityType,
  entityConfigurationPath,
  entityStatementMediaType,
  explainTrust,
  type TrustAnchors,
} from '../../../src/federation/index.ts'
import { renderRefusal } from '../../../src/http/render-answer.ts'
import { defaultAlgorithms, generateSigner } from '../../../src/jose/index.ts'
import { trustRules } from '../../../src/rules/index.ts'
import { recordingSink } from '../decisions.ts'
import { anchorsOf, configurationOf, connectEntity, crypto, sign, threeEntities, urls } from '../federation.ts'
import { startAuthority } from '../federation-authority.ts'
import { fixedClock } from '../fixed-clock.ts'
import { createNetwork } from '../network.ts'
import { seededRandom } from '../seeded-random.ts'
import type { FaultReports, PlantedFault } from './planted-fault.ts'

const untrusted = { status: 401, error: 'invalid_client', text: 'Nobody vouches for this client.' }
const away = { status: 503, error: 'temporarily_unavailable', text: 'Come again later.' }

/**
 * Returns a leaf below an intermediate below an anchor, with these claims in the anchor's statement and in the
 * intermediate's.
 */
async function planted(stated: { readonly intermediate?: JsonObject; readonly leaf?: JsonObject } = {}) {
  const clock = fixedClock()
  const network = createNetwork()
  const { anchor, intermediate, leaf } = await threeEntities({
    wallet_provider: { aal_values_supported: ['https://trust-list.eu/aal/low'] },
  })
  connectEntity(network, clock, leaf)
  connectEntity(network, clock, intermediate, [[leaf, stated.leaf ?? {}]])
  connectEntity(network, clock, anchor, [[intermediate, stated.intermediate ?? {}]])

  /** Returns the output of `fiducia trust explain`, and the refusal of a role that evaluates trust. */
  async function reportOf({
    entity = leaf.entityId,
    anchors = anchorsOf(anchor),
    type = 'wallet_provider' as EntityType,
    marks = [] as readonly string[],
  }: {
    entity?: string
    anchors?: TrustAnchors
    type?: EntityType
    marks?: readonly string[]
  } = {}): Promise<FaultReports> {
    const shared = { anchors, urls, algorithms: defaultAlgorithms }
    const asked = { ...shared, skew: 0, now: clock.now(), ...(marks.length > 0 && { requiredTrustMarks: marks }) }
    const cli = renderExplanation(await explainTrust({ crypto, fetch: network.fetch }, entity, [type], asked))
    const sink = recordingSink()
    const trust = createFederationTrustEvaluator(
      { crypto, clock, fetch: network.fetch },
      { ...shared, skewSeconds: 0, requiredTrustMarks: { [type]: marks } },
    )
    const decide = createDecide({ clock, random: seededRandom('trust'), decisions: sink })
    const refused = await decide('pid-provider/par', (decision) =>
      decision.check(trustRules(untrusted, away), () => trust.evaluate(entity, [type])),
    ).catch((thrown: unknown) => thrown)
    if (!(refused instanceof Refusal)) return { cli }
    const { status, body } = await renderRefusal(refused, 'machine', {}, undefined)
    return { cli, answer: new Response(body as BodyInit, { status }), decision: sink.lastRefusal() }
  }
  return { clock, network, anchor, intermediate, leaf, reportOf }
}

const serves =
  (body: BodyInit | null, init: ResponseInit = {}) =>
  async () =>
    new Response(body, { headers: { 'content-type': entityStatementMediaType }, ...init })

const leafId = /https:\/\/leaf\.example/
const middleId = /https:\/\/middle\.example/

export const federationFaults: readonly PlantedFault[] = [
  {
    title: 'the superior makes no statement about the member',
    plant: async () => {
      const { network, clock, intermediate, reportOf } = await planted()
      connectEntity(network, clock, intermediate)
      return reportOf()
    },
    reason: /superior .*no statement|no statement/i,
    evidence: [middleId, leafId],
    remedy: /superior|fiducia federation/i,
  },
  {
    title: 'the member signs with a key that is not in the statement of its superior',
    plant: async () => {
      const { network, clock, leaf, reportOf } = await planted()
      connectEntity(network, clock, { ...leaf, signer: await generateSigner({ crypto }) })
      return reportOf()
    },
    reason: /key/i,
    evidence: [/subject_key_mismatch|kid_unknown/, leafId, /[\w-]{43}/],
    remedy: /key/i,
  },
  {
    title: 'the entity configuration has expired in a cache',
    plant: async () => {
      const { network, clock, leaf, reportOf } = await planted()
      network.connect(leaf.entityId, serves(await sign(configurationOf(leaf, clock.now() - 7200))))
      return reportOf()
    },
    reason: /expired|not in time/i,
    evidence: [/payload\.exp/, leafId],
    remedy: /sign|new/i,
  },
  {
    title: 'the metadata violates a policy',
    plant: async () => {
      const metadata_policy = { wallet_provider: { aal_values_supported: { superset_of: ['high'] } } }
      return (await planted({ leaf: { metadata_policy } })).reportOf()
    },
    reason: /metadata.*polic/i,
    evidence: [/aal_values_supported/, /superset_of/],
    remedy: /metadata|policy/i,
  },
  {
    title: 'naming_constraints of a superior exclude the member',
    plant: async () => {
      const constraints = { naming_constraints: { excluded: ['leaf.example'] } }
      return (await planted({ intermediate: { constraints } })).reportOf()
    },
    reason: /naming_constraints|constraint/i,
    evidence: [/name_excluded/, leafId],
    remedy: /superior|anchor/i,
  },
  {
    title: 'the path is longer than the anchor allows',
    plant: async () => (await planted({ intermediate: { constraints: { max_path_length: 0 } } })).reportOf(),
    reason: /path|constraint/i,
    evidence: [/max_path_length|path_too_long/],
    remedy: /superior|path|statement/i,
  },
  {
    title: 'the well-known URL is used as the entity identifier',
    plant: async () => {
      const { clock, network, leaf, reportOf } = await planted()
      const pasted = leaf.entityId + entityConfigurationPath
      const authority = await startAuthority({ clock, network }, 'https://authority.example')
      const { status, body } = await authority.administer('POST', '/subordinates', { entity_id: pasted })
      const { cli = '' } = await reportOf({ entity: pasted })
      return { cli, answer: Response.json(body, { status }) }
    },
    reason: /entity configuration/i,
    evidence: [/https:\/\/leaf\.example\/\.well-known\/openid-federation/],
    remedy: /identifier does not contain that path|does not end in \/\.well-known/i,
  },
  {
    title: 'the key of the anchor is not the pinned key',
    plant: async () => {
      const { anchor, reportOf } = await planted()
      const { publicJwk } = await generateSigner({ crypto })
      return reportOf({ anchors: new Map([[anchor.entityId, [publicJwk]]]) })
    },
    reason: /anchor .*(key|pinned)|key/i,
    evidence: [/https:\/\/anchor\.example/],
    remedy: /pin/i,
  },
  {
    title: 'a proxy answers 404 at the well-known URL',
    plant: async () => {
      const { network, leaf, reportOf } = await planted()
      network.connect(leaf.entityId, serves(null, { status: 404 }))
      return reportOf()
    },
    reason: /entity configuration|answer/i,
    evidence: [/404/, leafId],
    remedy: /well-known/i,
  },
  {
    title: 'the member publishes no metadata of the role',
    plant: async () => (await planted()).reportOf({ type: 'openid_credential_issuer' }),
    reason: /type|openid_credential_issuer/i,
    evidence: [/openid_credential_issuer/, leafId],
    remedy: /publish/i,
  },
  {
    title: 'the member publishes none of the required trust marks',
    plant: async () => (await planted()).reportOf({ marks: ['https://anchor.example/marks/public'] }),
    reason: /trust mark/i,
    evidence: [/https:\/\/anchor\.example\/marks\/public/, leafId],
    remedy: /mark/i,
  },
  {
    title: 'the metadata of the member has a value of the wrong type',
    plant: async () => {
      const { network, clock, leaf, reportOf } = await planted()
      const wallet_provider = { nonce_endpoint: 1 }
      connectEntity(network, clock, { ...leaf, metadata: { ...leaf.metadata, wallet_provider } })
      return reportOf()
    },
    reason: /metadata/i,
    evidence: [/wallet_provider\.nonce_endpoint/],
    remedy: /metadata/i,
  },
]
