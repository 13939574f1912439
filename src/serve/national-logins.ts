/** Connects the national identity providers of a PID Provider, each over the protocol that its settings name. */
import type { Clock, CryptoContext, Fetch, Random } from '../base/index.ts'
import type { TrustEvaluator } from '../federation/index.ts'
import type { Decrypter } from '../jose/index.ts'
import {
  fiscalNumberClaim,
  type NationalIdentityProvider,
  type NationalLoginKeys,
  type SamlProfileName,
} from '../pid-provider/index.ts'
import {
  createMetadataFactory,
  createOidcIdentityProvider,
  createSamlIdentityProvider,
  discoveryRegistration,
  documentRegistration,
  federationRegistration,
  type LoadedNationalLoginKey,
  loadNationalLoginKey,
  loadServiceProviderKey,
  loadUserinfoDecrypter,
  metadataUrlRegistration,
  type ServiceProviderKey,
} from '../pid-provider-adapters/index.ts'
import { providerLogoUrl } from './own-pages.ts'
import type { PrivateFiles } from './private-files.ts'
import type { PidProviderSettings } from './role-settings.ts'

/** Connected national identity providers of a PID Provider. */
export interface NationalLogins {
  readonly nationalLoginKeys: NationalLoginKeys
  readonly identityProviders: readonly NationalIdentityProvider[]
  readonly serviceProviderMetadata?: (callbackUrls: readonly string[], profile: SamlProfileName) => string
}

/** Private keys of a PID Provider for national identity providers. */
export interface NationalLoginSecrets {
  readonly loginKey: LoadedNationalLoginKey
  /** Decrypts userinfo. Absent if its key file was never created. */
  readonly decrypter: Decrypter | undefined
  /** Absent if no provider uses SAML. */
  readonly samlKey: ServiceProviderKey | undefined
}

/**
 * Opens the login keys in the directory of the key file. Creates missing keys unless the files are read-only. Rejects
 * with `PrivateFileError` for a file that cannot be used.
 */
export async function openLoginSecrets(
  settings: PidProviderSettings,
  ctx: CryptoContext & { readonly clock: Clock },
  { at, options }: Pick<PrivateFiles, 'at' | 'options'>,
): Promise<NationalLoginSecrets> {
  const [loginKey, decrypter, samlKey] = await Promise.all([
    loadNationalLoginKey(ctx, at('login.json'), options),
    loadUserinfoDecrypter(ctx, at('login-encryption.json'), options),
    settings.identityProviders.some(isSaml)
      ? loadServiceProviderKey(ctx, at('saml.json'), samlHolderOf(settings), options)
      : undefined,
  ])
  return { loginKey, decrypter, samlKey }
}

/**
 * Returns the holder for the certificate of the SAML key: the public body if the settings have a contact and a
 * locality, otherwise only the organization's name.
 */
function samlHolderOf({ publicUrl: entityId, role, serviceProvider }: PidProviderSettings) {
  const { organization_name: organizationName } = role.organization
  const { contact, locality } = serviceProvider
  if (!contact || locality === undefined) return organizationName
  return { organizationName, entityId, ipaCode: contact.ipaCode, locality }
}

interface LoginParts extends CryptoContext, NationalLoginSecrets {
  readonly clock: Clock
  readonly random: Random
  readonly fetch: Fetch
  readonly trust: TrustEvaluator
}

type ProviderSettings = PidProviderSettings['identityProviders'][number]
type OidcSettings = Extract<ProviderSettings, { protocol: 'oidc' }>
type SamlSettings = Extract<ProviderSettings, { protocol: 'saml' }>

const isSaml = ({ protocol }: ProviderSettings): boolean => protocol === 'saml'

/**
 * Connects the national identity providers. Sends no request before a login begins. Rejects with `ConfigError` for a
 * metadata file that cannot be used.
 */
export async function connectNationalLogins(settings: PidProviderSettings, parts: LoginParts): Promise<NationalLogins> {
  const { loginKey, decrypter, samlKey } = parts
  const identityProviders = settings.identityProviders.map(async (provider) => {
    const connected =
      provider.protocol === 'oidc'
        ? connectOidc(settings, parts, provider)
        : await connectSaml(settings, parts, provider, samlKey as ServiceProviderKey)
    const logoUrl = providerLogoUrl(settings.publicUrl, provider)
    return logoUrl === undefined ? connected : { ...connected, logoUrl }
  })
  return {
    nationalLoginKeys: { keys: [loginKey.publicJwk], algorithm: loginKey.key.alg, decrypter },
    identityProviders: await Promise.all(identityProviders),
    ...(samlKey && {
      serviceProviderMetadata: createMetadataFactory(settings.publicUrl, samlKey, describeServiceProvider(settings)),
    }),
  }
}

/**
 * Returns one note if a SAML login exists and the service provider has a contact but no locality, otherwise none.
 * Without a locality, a new certificate does not name the public body.
 */
export const loginNotes = ({ identityProviders, serviceProvider }: PidProviderSettings): readonly string[] =>
  serviceProvider.contact && serviceProvider.locality === undefined && identityProviders.some(isSaml)
    ? ['serviceProvider has a contact but no locality: a new certificate for the SAML login names no public body']
    : []

/** Returns the limits of each login in seconds: the duration of the session, and the permitted difference of clocks. */
const timeLimitsOf = ({ role }: PidProviderSettings) => ({
  loginLifetimeSeconds: role.authorizationLifetimeSeconds,
  skewSeconds: role.clockSkewSeconds,
}) // PP-64, PP-65

function connectOidc(
  settings: PidProviderSettings,
  parts: LoginParts,
  { id, displayName, scheme, issuer, registration }: OidcSettings,
): NationalIdentityProvider {
  const { publicUrl, network, personSource } = settings
  const urls = { loopbackHttp: network.loopbackHttp }
  return createOidcIdentityProvider(parts, {
    ...timeLimitsOf(settings),
    id,
    displayName,
    ...(scheme && { scheme }),
    clientId: publicUrl,
    key: parts.loginKey.key,
    decrypter: parts.decrypter,
    registration:
      registration === 'federation'
        ? federationRegistration(parts, issuer, urls)
        : discoveryRegistration(parts, issuer, urls),
    // Requests only the fiscal number, because an authentic source provides the other claims (D-396).
    ...(personSource.kind === 'http' && { requestedClaims: [fiscalNumberClaim] }),
    ...urls,
  })
}

async function connectSaml(
  settings: PidProviderSettings,
  parts: LoginParts,
  { id, displayName, profile, entityId, metadataFile, metadataUrl = entityId }: SamlSettings,
  key: ServiceProviderKey,
): Promise<NationalIdentityProvider> {
  const { publicUrl, network, resolve } = settings
  const urls = { loopbackHttp: network.loopbackHttp }
  const registration =
    metadataFile === undefined
      ? metadataUrlRegistration(parts, { url: metadataUrl, entityId }, urls)
      : await documentRegistration(resolve(metadataFile), entityId, urls)
  return createSamlIdentityProvider(parts, {
    ...timeLimitsOf(settings),
    id,
    displayName,
    profile,
    clientId: publicUrl,
    key,
    registration,
  })
}

function describeServiceProvider({ role, serviceProvider }: PidProviderSettings) {
  const { organization_name: name, homepage_uri: url } = role.organization
  const { serviceName, singleLogoutUrl, contact } = serviceProvider
  return {
    serviceName,
    organization: serviceProvider.organization ?? { name: { it: name, en: name }, url: { it: url, en: url } },
    ...(singleLogoutUrl !== undefined && { singleLogoutUrl }),
    ...(contact && { contact }),
  }
}
