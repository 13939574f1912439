/** The sandbox's test issuers in an ecosystem in memory: one for each further profile. */
import type { Clock, Crypto, DecisionSink, Fetch, Random } from '../../src/base/index.ts'
import type { App } from '../../src/http/index.ts'
import { generateSigner } from '../../src/jose/index.ts'
import type { FurtherProfileName, ProfileName } from '../../src/profiles/index.ts'
import type { ProfileAnchor } from '../../src/sandbox/pin-profile-anchors.ts'
import type { PinnedAnchors } from '../../src/sandbox/settings.ts'
import { openTestIssuers, testIssuerMember, testIssuerOf } from '../../src/sandbox/test-issuer/open-test-issuers.ts'
import { receiveTestCredential } from '../../src/sandbox/test-issuer/receive-test-credential.ts'
import { testTypesOf } from '../../src/sandbox/test-issuer/test-types.ts'
import type { HeldCredential, Wallet } from '../../src/wallet/index.ts'
import type { Network } from './network.ts'

const origins = { console: 'https://sandbox.example' }

interface TestIssuersContext {
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly fetch: Fetch
  readonly decisions: DecisionSink
}

/** Creates keys for the test issuers of these profiles. */
export async function createTestIssuers(ctx: TestIssuersContext, profiles: readonly FurtherProfileName[]) {
  const keys = await Promise.all(
    profiles.map(async (profile) => ({
      profile,
      federation: await generateSigner(ctx),
      credential: await generateSigner(ctx),
    })),
  )
  return {
    /** Returns the test issuers as subordinates of the Trust Anchor's entity for a profile. */
    members: (profile: ProfileName, trustAnchor: string) =>
      keys.flatMap((one) => (one.profile === profile ? testIssuerMember(one, origins, trustAnchor) : [])),
    /** Serves the test issuers. `console` answers all other requests to their origin. */
    serve: (network: Network, anchors: PinnedAnchors, console: App): void => {
      const onFault = (fault: unknown, surface: string) => {
        throw new Error(`fault at ${surface}`, { cause: fault })
      }
      const app = openTestIssuers({ ...ctx, onFault }, { origins, keys, anchors })(console)
      network.connect(origins.console, app)
    },
  }
}

/** Returns the Trust Anchor's entities for further profiles, for a wallet. */
export const profileAnchorsOf = (anchors: PinnedAnchors): readonly ProfileAnchor[] =>
  [...anchors].flatMap(([profile, anchor]) => (profile === 'seed' ? [] : [{ profile, ...anchor }]))

/** Receives a credential of the first type from the test issuer of this profile. */
export function receiveIn(
  { profileAnchors, network }: { readonly profileAnchors: PinnedAnchors; readonly network: Network },
  wallet: Wallet,
  profile: FurtherProfileName,
): Promise<HeldCredential> {
  const [{ credentialType: type }] = testTypesOf(profile, profileAnchors.get(profile)?.entityId ?? '')
  return receiveTestCredential(wallet, network.fetch, { issuer: testIssuerOf(origins, profile), type })
}
