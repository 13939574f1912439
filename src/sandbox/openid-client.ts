/**
 * Settings of the OpenID Provider of the sandbox's Relying Party. It has one client: the application of a developer.
 */
import { encodeBase64url, type Random } from '../base/index.ts'
import { readPrivateText, writePrivateContent } from '../node/index.ts'
import type { DataPaths } from './data-directory.ts'
import type { RoleOrigins } from './origins.ts'
import { SandboxFault } from './sandbox-fault.ts'

const clientId = 'demo'

const secretFile = 'openid-client.secret'

/** Values that a developer enters in the application. */
export interface OpenIdClientValues {
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string
}

/**
 * Returns the settings of the OpenID Provider for an application with this redirect URI. Creates a missing secret.
 * Throws `SandboxFault` for a redirect URI that is not an absolute URL or cannot have a path, such as `mailto:`, and
 * `PrivateFileError` for an unusable file of the secret. Does not check the scheme.
 */
export function openIdProviderSettings(
  { random }: { readonly random: Random },
  data: DataPaths,
  redirectUri: string,
): object {
  const home = URL.parse('/', redirectUri)
  if (home === null) throw new SandboxFault('--openid takes the redirect URI of an application.')
  const path = data.path(secretFile)
  if (readPrivateText(path, { sharedReading: false }) === undefined)
    writePrivateContent(path, `${encodeBase64url(random.bytes(32))}\n`, { mode: 'create' })
  return {
    clients: [
      {
        clientId,
        displayName: 'Demo application',
        redirectUris: [redirectUri],
        postLogoutRedirectUris: [home.href],
        authentication: { method: 'client_secret_basic', secretFile },
      },
    ],
  }
}

/**
 * Returns the values of the client. The secret is empty before `openIdProviderSettings` has created it. Throws
 * `PrivateFileError` for an unusable file of the secret.
 */
export const openIdClientValues = (data: DataPaths, { relyingParty }: RoleOrigins): OpenIdClientValues => ({
  issuer: `${relyingParty}/openid`,
  client_id: clientId,
  client_secret: readPrivateText(data.path(secretFile), { sharedReading: false })?.trim() ?? '',
})
