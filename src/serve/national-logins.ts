/** The national identity providers of a PID Provider in service, each over the protocol that its settings name. */
import type { Clock, CryptoContext, Fetch, Random } from '../base/index.ts'
import type { TrustEvaluator } from '../federation/index.ts'
import type { Decrypter } from '../jose/index.ts'
import { fiscalNumberClaim, type NationalIdentityProvider, type SamlProfileName } from '../pid-provider/index.ts'
import {
  createOidcIdentityProvider,
  createSamlIdentityProvider,
  describeServiceProvider,
  discoveryRegistration,
  documentRegistration,
  federationRegistration,
  type LoadedNationalLoginKey,
  loadServiceProviderKey,
  metadataUrlRegistration,
  type ServiceProviderKey,
} from '../pid-provider-adapters/index.ts'
import type { PidProviderSettings } from './role-settings.ts'
import type { PrivateFiles } from './service.ts'

export interface NationalLogins {
  readonly identityProviders: readonly NationalIdentityProvider[]
  readonly serviceProviderMetadata?: (callbackUrls: readonly string[], profile: SamlProfileName) => string
}

interface LoginParts extends CryptoContext {
  readonly clock: Clock
  readonly random: Random
  readonly fetch: Fetch
  readonly trust: TrustEvaluator
  readonly files: PrivateFiles
  readonly loginKey: LoadedNationalLoginKey
  readonly decrypter: Decrypter | undefined
}

type ProviderSettings = PidProviderSettings['identityProviders'][number]
type OidcSettings = Extract<ProviderSettings, { protocol: 'oidc' }>
type SamlSettings = Extract<ProviderSettings, { protocol: 'saml' }>

const isSaml = ({ protocol }: ProviderSettings): boolean => protocol === 'saml'

/** Connects them. Nothing is sent before a login begins. */
export async function connectNationalLogins(settings: PidProviderSettings, parts: LoginParts): Promise<NationalLogins> {
  const { role, identityProviders } = settings
  const needsSaml = identityProviders.some(isSaml)
  const { organization_name: organizationName } = role.organization
  const { contact, locality } = settings.serviceProvider
  const holder =
    contact && locality !== undefined
      ? { organizationName, entityId: settings.publicUrl, ipaCode: contact.ipaCode, locality }
      : organizationName
  const samlKey = needsSaml
    ? await loadServiceProviderKey(parts, parts.files.at('saml.json'), holder, parts.files.options)
    : undefined
  return {
    identityProviders: await Promise.all(
      identityProviders.map((provider) =>
        provider.protocol === 'oidc'
          ? connectOidc(settings, parts, provider)
          : connectSaml(settings, parts, provider, samlKey as ServiceProviderKey),
      ),
    ),
    ...(samlKey && {
      serviceProviderMetadata: describeServiceProvider(settings.publicUrl, samlKey, describe(settings)),
    }),
  }
}

/** A sentence of each thing that its operator may have left out. */
export const loginNotes = ({ identityProviders, serviceProvider }: PidProviderSettings): readonly string[] =>
  serviceProvider.contact && serviceProvider.locality === undefined && identityProviders.some(isSaml)
    ? [
        'serviceProvider has a contact and no locality: a certificate that is made for the SAML login names no public body',
      ]
    : []

function connectOidc(
  { publicUrl, network, personSource }: PidProviderSettings,
  parts: LoginParts,
  { id, displayName, issuer, registration }: OidcSettings,
): NationalIdentityProvider {
  const urls = { loopbackHttp: network.loopbackHttp }
  return createOidcIdentityProvider(parts, {
    id,
    displayName,
    clientId: publicUrl,
    key: parts.loginKey.key,
    decrypter: parts.decrypter,
    registration:
      registration === 'federation'
        ? federationRegistration(parts, issuer, urls)
        : discoveryRegistration(parts, issuer, urls),
    // An authentic source says the rest (D-396).
    ...(personSource.kind === 'http' && { requestedClaims: [fiscalNumberClaim] }),
    ...urls,
  })
}

async function connectSaml(
  { publicUrl, network, resolve }: PidProviderSettings,
  parts: LoginParts,
  { id, displayName, profile, entityId, metadataFile, metadataUrl = entityId }: SamlSettings,
  key: ServiceProviderKey,
): Promise<NationalIdentityProvider> {
  const urls = { loopbackHttp: network.loopbackHttp }
  const registration =
    metadataFile === undefined
      ? metadataUrlRegistration(parts, { url: metadataUrl, entityId }, urls)
      : await documentRegistration(resolve(metadataFile), entityId, urls)
  return createSamlIdentityProvider(parts, { id, displayName, profile, clientId: publicUrl, key, registration })
}

function describe({ role, serviceProvider }: PidProviderSettings) {
  const { organization_name: name, homepage_uri: url } = role.organization
  const { serviceName, singleLogoutUrl, contact } = serviceProvider
  return {
    serviceName,
    organization: serviceProvider.organization ?? { name: { it: name, en: name }, url: { it: url, en: url } },
    ...(singleLogoutUrl !== undefined && { singleLogoutUrl }),
    ...(contact && { contact }),
  }
}
