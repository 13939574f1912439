/** The sandbox's test issuer as a member of a federation in memory. */
import { type CredentialType, itWalletTypes, pid } from '../../src/credential/index.ts'
import { generateSigner } from '../../src/jose/index.ts'
import {
  createTestIssuer,
  type TestIssuer,
  type TestIssuerParts,
} from '../../src/sandbox/test-issuer/create-test-issuer.ts'
import { recordingSink } from './decisions.ts'
import { crypto } from './federation.ts'
import { seededRandom } from './seeded-random.ts'
import { anchorId, type WalletProviderFixture } from './wallet-provider-fixture.ts'

export const testIssuerId = 'https://sandbox.example/test-issuer/1.4'

/** Credential types that the wallets of these tests support. */
export const knownTypes: readonly [CredentialType, ...CredentialType[]] = [pid, ...itWalletTypes(anchorId)]

/** Admits a test issuer and serves it. */
export async function connectTestIssuer(
  { clock, network, anchors, admit }: WalletProviderFixture,
  more: Partial<TestIssuerParts> = {},
  entityId = testIssuerId,
): Promise<TestIssuer> {
  const [federationSigner, credentialSigner] = [await generateSigner({ crypto }), await generateSigner({ crypto })]
  const issuer = createTestIssuer({
    ...{ clock, crypto, fetch: network.fetch, anchors, federationSigner, credentialSigner },
    random: seededRandom('test-issuer'),
    decisions: recordingSink(),
    types: itWalletTypes(anchorId),
    config: {
      entityId,
      authorityHints: [anchorId],
      entityConfigurationLifetimeSeconds: 3600,
      clockSkewSeconds: 30,
      loopbackHttp: false,
    },
    onFault: (fault) => {
      throw fault
    },
    ...more,
  })
  admit({ entityId, signer: federationSigner, metadata: {}, hints: [anchorId], types: ['openid_credential_issuer'] })
  network.connect(new URL(entityId).origin, async (request) => issuer.app(request))
  return issuer
}
