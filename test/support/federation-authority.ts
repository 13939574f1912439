/** Trust Anchors and intermediates as the role serves them, on the in-memory internet, with their operator. */
import type { DecisionSink } from '../../src/base/index.ts'
import {
  configuredActor,
  createMemoryKeyRingStore,
  createMemoryKeyVault,
  type EntityConfigurationPublisher,
  type TrustAnchors,
} from '../../src/federation/index.ts'
import { generateSigner, type Signer } from '../../src/jose/index.ts'
import type { TrustAnchorStores } from '../../src/stores/index.ts'
import { openSqliteStores } from '../../src/stores/sqlite/open-stores.ts'
import {
  addConfiguredSubordinates,
  type ConfiguredSubordinate,
  createTrustAnchor,
  type TrustAnchorContext,
  trustAnchorConfig,
} from '../../src/trust-anchor/index.ts'
import { recordingSink } from './decisions.ts'
import { connectEntity, crypto, organization, type Surroundings, type TestEntity, testEntity } from './federation.ts'
import { fixedClock } from './fixed-clock.ts'
import { createNetwork } from './network.ts'
import { seededRandom } from './seeded-random.ts'

export const adminToken = 'operator-token-of-at-least-32-characters'

export interface Authority {
  readonly entityId: string
  readonly signer: Signer
  readonly context: TrustAnchorContext
  readonly publisher: EntityConfigurationPublisher
  /** Sends a request to one of its endpoints. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Sends a request to its administration, with the token. */
  administer(method: string, path: string, body?: unknown): Promise<{ status: number; body: never }>
}

export interface AuthorityOptions {
  readonly subordinates?: readonly ConfiguredSubordinate[]
  readonly anchors?: TrustAnchors
  readonly decisions?: DecisionSink
  /** Defaults to a signer with a new key. */
  readonly signer?: Signer
  readonly config?: Partial<Parameters<typeof trustAnchorConfig.parse>[0] & object>
  readonly further?: Partial<TrustAnchorContext>
}

/** Constraints of an intermediate, whose members may be any hosts and roles of the tests. */
export const intermediateConstraints = {
  naming_constraints: { permitted: ['.example', 'localhost', '127.0.0.1'] },
  allowed_entity_types: [
    'wallet_provider',
    'openid_credential_issuer',
    'oauth_authorization_server',
    'openid_relying_party',
    'wallet_relying_party',
    'openid_credential_verifier',
  ],
}

/** Returns the body of the request that admits an intermediate. */
export const intermediateOf = (entity_id: string) => ({
  entity_id,
  intermediate: true,
  constraints: intermediateConstraints,
})

export const entryOf = (
  { entityId, signer }: Pick<TestEntity, 'entityId' | 'signer'>,
  entityTypes: string[],
  further: Partial<ConfiguredSubordinate> = {},
): ConfiguredSubordinate => ({ entityId, jwks: { keys: [signer.publicJwk] }, entityTypes, ...further })

/** Returns stores in memory for an anchor with these initial members. */
export async function anchorStores(
  config: Parameters<typeof addConfiguredSubordinates>[2],
  members: readonly ConfiguredSubordinate[] = [],
): Promise<Omit<TrustAnchorStores, 'federationKeys'>> {
  const { federationKeys: _, ...stores } = openSqliteStores('trust-anchor', ':memory:').stores.ofProfile('seed')
  await addConfiguredSubordinates(stores.subordinates, members, config, { at: 0, actor: configuredActor })
  return stores
}

/** Starts an authority on the network, with a fresh key in a ring. */
export async function startAuthority(
  { clock, network }: Surroundings,
  entityId: string,
  {
    subordinates = [],
    anchors,
    decisions = recordingSink(),
    config: settings = {},
    further,
    ...own
  }: AuthorityOptions = {},
): Promise<Authority> {
  const signer = own.signer ?? (await generateSigner({ crypto }))
  const config = trustAnchorConfig.parse({
    entityId,
    organization,
    entityConfigurationLifetimeSeconds: 3600,
    subordinateStatementLifetimeSeconds: 3600,
    ...settings,
  })
  const context: TrustAnchorContext = {
    config,
    clock,
    crypto,
    random: seededRandom(entityId),
    fetch: network.fetch,
    signer,
    keyRing: {
      store: createMemoryKeyRingStore([signer], clock.now()),
      vault: createMemoryKeyVault([signer], () => generateSigner({ crypto })),
    },
    ...(await anchorStores(config, subordinates)),
    ...(anchors && { anchors }),
    administrators: [{ name: 'operator', token: adminToken }],
    decisions,
    onFault: (fault) => {
      throw fault
    },
    ...further,
  }
  const { app, publisher } = createTrustAnchor(context)
  network.connect(entityId, app)
  const ask = (path: string, init: RequestInit = {}) => network.fetch(new Request(entityId + path, init))
  return {
    entityId,
    signer,
    context,
    publisher,
    ask,
    administer: async (method, path, body) => {
      const response = await ask(`/admin${path}`, {
        method,
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as never }
    },
  }
}

export const anchorId = 'https://anchor.example'
export const markType = 'https://anchor.example/marks/public'

/** Starts a Trust Anchor with an operator, and an entity that the operator can admit. */
export async function administeredAnchor(
  further: AuthorityOptions['config'] = {},
  parts: AuthorityOptions['further'] = {},
) {
  const clock = fixedClock()
  const network = createNetwork()
  const sink = recordingSink()
  const anchor = await startAuthority({ clock, network }, anchorId, {
    decisions: sink,
    config: { trustMarks: [{ type: markType }], keyPublicationSeconds: 600, ...further },
    further: parts,
  })
  const wallet_provider = { token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256'] }
  const candidate = await testEntity('https://candidate.example', { hints: [anchorId], metadata: { wallet_provider } })
  connectEntity(network, clock, candidate)
  /** Returns the requirement and the code of the last refusal. */
  const lastRule = () => {
    const check = sink.lastRefusal()?.checks.at(-1)
    return `${check?.requirement} ${check?.code}`
  }
  return { clock, network, sink, anchor, candidate, lastRule }
}
