/** State of a running sandbox, which other commands and tests read from `sandbox.json`. */
import type { FurtherProfileName } from '../profiles/index.ts'
import { profilePaths } from '../serve/index.ts'
import type { StartSecrets } from './assemble-ecosystem.ts'
import { sandboxUsers } from './national-idp/accounts.ts'
import { isSamlifyInstalled } from './national-idp/saml/samlify-installed.ts'
import type { SandboxOrigins } from './origins.ts'
import type { SandboxParts } from './sandbox-parts.ts'
import { testIssuerOf } from './test-issuer/open-test-issuers.ts'

/** Returns the entities, users and secrets of a sandbox. */
export const stateOf = (
  origins: SandboxOrigins,
  { adminToken, applicationKey }: StartSecrets,
): NonNullable<SandboxParts['state']> => ({
  trust_anchor: origins.trustAnchor,
  wallet_provider: origins.walletProvider,
  pid_provider: origins.pidProvider,
  relying_party: origins.relyingParty,
  national_idp: { oidc: origins.nationalIdp, ...(isSamlifyInstalled && { saml: origins.nationalSamlIdp }) },
  users: [...sandboxUsers],
  admin_token: adminToken,
  application_key: applicationKey,
})

/** Returns the identifiers of the additional entities, by profile. */
export const entitiesOf = (origins: SandboxOrigins, profiles: readonly FurtherProfileName[]) =>
  Object.fromEntries(
    profiles.map((profile) => {
      const path = profilePaths[profile]
      const { trustAnchor, walletProvider, pidProvider, relyingParty } = origins
      return [
        profile,
        {
          trust_anchor: trustAnchor + path,
          wallet_provider: walletProvider + path,
          pid_provider: pidProvider + path,
          relying_party: relyingParty + path,
          test_issuer: testIssuerOf(origins, profile),
        },
      ]
    }),
  )
