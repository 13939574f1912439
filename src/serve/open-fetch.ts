/** Creates the client for outgoing HTTP from the settings of a service. */
import { authorityFault, ConfigError, createGuardedFetch, type GuardedFetch } from '../node/index.ts'
import type { PidProviderSettings, ServiceSettings, WalletProviderSettings } from './role-settings.ts'
import { readText } from './service.ts'

/**
 * Creates the guarded client of a service. Throws `ConfigError` for a file in `certificateAuthorityFiles` that cannot
 * be read or used: the files may have changed after the validation of the settings.
 */
export const openFetch = (settings: ServiceSettings): GuardedFetch => {
  const { network, resolve } = settings
  return createGuardedFetch({
    loopbackHttp: network.loopbackHttp,
    trustedHosts: network.trustedHosts,
    knownHosts: knownHostsOf(settings),
    timeoutMilliseconds: network.timeoutMilliseconds,
    certificateAuthorities: network.certificateAuthorityFiles.map((file, index) => {
      const authority = readText(resolve(file))
      const fault = authorityFault(authority)
      if (fault !== undefined) throw new ConfigError([`network.certificateAuthorityFiles.${index}: ${fault}`])
      return authority
    }),
  })
}

/**
 * Returns hosts that the settings name, with their ports: those of each entity's anchors, superiors and trust mark
 * issuers. Also returns those of the national identity providers, the person source and the device vendors' services.
 * The client reserves slots for requests to these hosts, so that requests that unknown parties caused cannot block
 * them.
 */
export const knownHostsOf = (settings: ServiceSettings): readonly string[] => {
  const urls = [
    ...[settings, ...settings.profileEntities].flatMap(federationUrlsOf),
    ...('identityProviders' in settings ? loginUrlsOf(settings) : []),
    ...('devices' in settings ? vendorUrlsOf(settings) : []),
  ]
  return [...new Set(urls.flatMap((url) => URL.parse(url)?.host || []))]
}

/** Returns the anchors, superiors and issuers of trust marks of one entity. */
const federationUrlsOf = (entity: Pick<ServiceSettings, 'anchors' | 'role'> | ServiceSettings): readonly string[] => [
  ...entity.anchors.map(({ entityId }) => entityId),
  ...entity.role.authorityHints,
  ...('federation' in entity ? entity.federation.trustMarks.flatMap(({ issuer }) => issuer ?? []) : []),
]

const loginUrlsOf = ({ identityProviders, personSource }: PidProviderSettings): readonly string[] => [
  ...identityProviders.flatMap((provider) =>
    provider.protocol === 'oidc' ? [provider.issuer] : [provider.entityId, provider.metadataUrl ?? []].flat(),
  ),
  ...(personSource.kind === 'http' ? [personSource.url] : []),
]

const vendorUrlsOf = ({ devices: { android } }: WalletProviderSettings): readonly string[] =>
  android === undefined
    ? []
    : [android.statusList.url, ...(android.play.decoder.kind === 'google' ? [android.play.decoder.url] : [])]
