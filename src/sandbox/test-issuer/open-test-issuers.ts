/**
 * The test issuers of a sandbox: one for each additional profile. Each has a URL below the console's URL, and is a
 * subordinate of the Trust Anchor's entity for its profile.
 */
import type { Clock, CryptoContext, DecisionSink, Fetch, Random } from '../../base/index.ts'
import type { TrustAnchors } from '../../federation/index.ts'
import { type App, asApp } from '../../http/index.ts'
import type { Signer } from '../../jose/index.ts'
import { memberCertificateSettings } from '../../member/index.ts'
import { loadKeys } from '../../node/index.ts'
import { type FurtherProfileName, trustAnchorWire } from '../../profiles/index.ts'
import { profilePaths } from '../../serve/index.ts'
import type { ConfiguredSubordinate } from '../../trust-anchor/index.ts'
import type { DataPaths } from '../data-directory.ts'
import { skewSeconds } from '../organizations.ts'
import type { SandboxOrigins } from '../origins.ts'
import { type PinnedAnchors, toSubordinate } from '../settings.ts'
import { createTestIssuer } from './create-test-issuer.ts'
import { testIssuerName } from './test-issuer-metadata.ts'
import { testTypesOf } from './test-types.ts'

/** Path below the console. */
const testIssuerPath = '/test-issuer'

/** Returns the entity identifier of the test issuer of a profile. */
export const testIssuerOf = ({ console }: Pick<SandboxOrigins, 'console'>, profile: FurtherProfileName): string =>
  console + testIssuerPath + profilePaths[profile]

/** Keys of the test issuer of one profile. */
export interface TestIssuerKeys {
  readonly profile: FurtherProfileName
  readonly federation: Signer
  readonly credential: Signer
}

/** Loads the keys of each profile, or creates them. */
export const loadTestIssuerKeys = (
  ctx: CryptoContext,
  data: DataPaths,
  profiles: readonly FurtherProfileName[],
): Promise<readonly TestIssuerKeys[]> =>
  Promise.all(
    profiles.map(async (profile) => {
      const plan = { federation: { use: 'sig', alg: 'ES256' }, credential: { use: 'sig', alg: 'ES256' } } as const
      const { signers } = await loadKeys(ctx, data.path(`keys/test-issuer-${profile}.json`), plan)
      return { profile, federation: signers.federation[0], credential: signers.credential[0] }
    }),
  )

/** Returns the test issuer of a profile as a subordinate of the Trust Anchor's entity `trustAnchor`. */
export const testIssuerMember = (
  { profile, federation }: TestIssuerKeys,
  origins: Pick<SandboxOrigins, 'console'>,
  trustAnchor: string,
): ConfiguredSubordinate => ({
  ...toSubordinate(testIssuerOf(origins, profile), federation, 'openid_credential_issuer'),
  credentialTypes: testTypesOf(profile, trustAnchor).map(({ credentialType }) => credentialType),
})

interface TestIssuersContext extends CryptoContext {
  readonly clock: Clock
  readonly random: Random
  readonly fetch: Fetch
  readonly decisions: DecisionSink
  readonly onFault: (fault: unknown, surface: string) => void
}

interface ServedTestIssuers {
  readonly origins: Pick<SandboxOrigins, 'console'>
  readonly keys: readonly TestIssuerKeys[]
  readonly anchors: PinnedAnchors
}

/**
 * Returns a function that wraps the console's app, and passes requests below a test issuer's path to the test issuer. A
 * profile without an anchor has no test issuer.
 */
export function openTestIssuers(
  ctx: TestIssuersContext,
  { origins, keys, anchors }: ServedTestIssuers,
): (console: App) => App {
  const issuers = keys.flatMap(({ profile, federation, credential }) => {
    const anchor = anchors.get(profile)
    if (anchor === undefined) return []
    const entityId = testIssuerOf(origins, profile)
    const pinned: TrustAnchors = new Map([[anchor.entityId, anchor.keys]])
    const { app } = createTestIssuer({
      ...ctx,
      anchors: pinned,
      federationSigner: federation,
      credentialSigner: credential,
      types: testTypesOf(profile, anchor.entityId),
      config: {
        entityId,
        authorityHints: [anchor.entityId],
        entityConfigurationLifetimeSeconds: 3600,
        clockSkewSeconds: skewSeconds,
        loopbackHttp: entityId.startsWith('http:'),
      },
      ...(trustAnchorWire[profile].certifies && {
        certification: { settings: memberCertificateSettings.parse({ test: true }), organizationName: testIssuerName },
      }),
    })
    return [{ prefix: `${testIssuerPath}${profilePaths[profile]}/`, app }]
  })
  return (console) => {
    const surfaces = [console, ...issuers.map(({ app }) => app)].flatMap((app) => app.surfaces)
    return asApp(
      (request) => (issuers.find(({ prefix }) => request.target.startsWith(prefix))?.app ?? console).answer(request),
      surfaces,
      console.refuseUnread,
    )
  }
}
