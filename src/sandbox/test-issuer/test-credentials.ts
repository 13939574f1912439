/** The credentials of the sandbox's test issuers, from which a user can choose. */
import { profileTitles } from '../../profiles/index.ts'
import type { SandboxOrigins } from '../origins.ts'
import type { ProfileAnchor } from '../pin-profile-anchors.ts'
import { testIssuerOf } from './open-test-issuers.ts'
import { testIssuerName } from './test-issuer-metadata.ts'
import { testTypesOf } from './test-types.ts'

/** A credential that a test issuer issues without a login. */
export interface TestCredential {
  readonly issuer: string
  readonly type: string
  /** Name of issuer, type and version. The name states that this is a test. */
  readonly name: string
}

/** Returns the credentials of each profile. */
export const testCredentialsOf = (
  anchors: readonly Pick<ProfileAnchor, 'profile' | 'entityId'>[],
  origins: Pick<SandboxOrigins, 'console'>,
): readonly TestCredential[] =>
  anchors.flatMap(({ profile, entityId }) =>
    testTypesOf(profile, entityId).map(({ credentialType: type, display }) => ({
      ...{ issuer: testIssuerOf(origins, profile), type },
      name: `${testIssuerName}: ${display.name}, ${profileTitles[profile]}`,
    })),
  )
