/** A wallet that answers a Relying Party in each profile, and the service with an entity for each of them. */
import { generateDecrypter, generateSigner } from '../../src/jose/index.ts'
import { furtherProfileNames, type ProfileName, relyingPartyWire } from '../../src/profiles/index.ts'
import { createRelyingParty, relyingPartyConfig } from '../../src/relying-party/index.ts'
import { inheritLinks } from '../../src/serve/profile-entities.ts'
import {
  type Bendable,
  certification,
  entityIds,
  type FixtureOptions,
  type RelyingPartyFixture,
  type RequestObject,
  relyingPartyFixture,
} from './relying-party-service.ts'
import type { Bend } from './relying-party-wallet.ts'

/** Starts a Relying Party that implements this profile at its own identifier. */
export const profileFixture = (profile: ProfileName, options: FixtureOptions = {}): Promise<RelyingPartyFixture> =>
  relyingPartyFixture({ ...options, config: { profile, ...options.config } })

const pidTypes: Readonly<Record<ProfileName, string>> = {
  seed: 'eu.eudiw.pid.it',
  'it-wallet-1.0': 'https://anchor.example/vct/v1.0.0/personidentificationdata',
  'it-wallet-1.4': 'urn:it-wallet:eid:1',
}

/** Returns the steps of a valid answer in this profile. `change` is applied after each step. */
export function answerIn(profile: ProfileName, request: Pick<RequestObject, 'payload'>, change: Bend = {}): Bend {
  if (profile === 'seed') return change
  const { pidIdentifiers, listedPresentations } = relyingPartyWire[profile]
  const [identifier = ''] = pidIdentifiers
  const ownKey = request.payload.client_metadata?.jwks.keys[0]
  return {
    ...change,
    disclose: change.disclose ?? ['given_name', 'family_name', identifier],
    credential: async (content) => {
      content.plain.vct = pidTypes[profile]
      content.disclosable[identifier] = 'TINIT-RSSDAA80A50H501X'
      await change.credential?.(content)
    },
    binding: async (binding) => {
      binding.aud = request.payload.client_id
      await change.binding?.(binding)
    },
    members: async (members) => {
      const { pid } = members.vp_token
      members.vp_token = { pid: listedPresentations ? [pid] : pid }
      await change.members?.(members)
    },
    recipient: (recipient: Bendable) => {
      if (ownKey) recipient.recipient = ownKey
      change.recipient?.(recipient)
    },
  }
}

/** A service with an entity for each profile, over one store. */
export interface ProfileService {
  readonly fixture: RelyingPartyFixture
  /** The entities as fixtures, each at its own identifier, for the wallet and the browser of the tests. */
  readonly at: Readonly<Record<ProfileName, RelyingPartyFixture>>
}

/** Starts the service. Requests reach an entity by their path. */
export async function profileService(
  options: FixtureOptions = {},
  ownSettings: Readonly<Partial<Record<ProfileName, object>>> = {},
): Promise<ProfileService> {
  const fixture = await relyingPartyFixture(options)
  const { context, crypto, network, profileEntities } = fixture
  const parts = await Promise.all(
    furtherProfileNames.map(async (profile, index) => {
      const config = relyingPartyConfig.parse({
        ...{ clientName: 'Comune di Prova', organization: context.config.organization, demonstration: true },
        ...{ authorityHints: context.config.authorityHints, applications: context.config.applications },
        ...{ profile, entityId: entityIds[profile], requiredWalletLevels: context.config.requiredWalletLevels },
        walletLinks: inheritLinks(context.config.walletLinks, context.config.profile),
        ...ownSettings[profile],
      })
      const keys = { requestSigner: await generateSigner({ crypto }), decrypter: await generateDecrypter({ crypto }) }
      const { signer: federationSigner = context.federationSigner } = profileEntities[index] ?? {}
      const certified = { certification, hasApplicationApi: false }
      return {
        profile,
        config,
        ...keys,
        party: createRelyingParty({ ...context, ...keys, ...certified, federationSigner, config }),
      }
    }),
  )
  const furtherEntities = new Map(parts.map(({ profile, party }) => [profile, party.services]))
  const own = createRelyingParty({ ...context, furtherEntities })
  const send = (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const found = parts.find(({ config }) => pathname.startsWith(`${new URL(config.entityId).pathname}/`))
    return (found?.party ?? own).app(request)
  }
  network.connect(new URL(entityIds.seed).origin, send)
  const base = { ...fixture, send }
  const entries = parts.map(({ profile, ...part }) => [profile, { ...base, ...part, rp: part.party }] as const)
  const at = { seed: { ...base, rp: own }, ...Object.fromEntries(entries) } as ProfileService['at']
  return { fixture: base, at }
}
