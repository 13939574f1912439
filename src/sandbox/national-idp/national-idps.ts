/**
 * Both national identity providers of the sandbox: how the PID Provider reaches them, and how they are started. The one
 * over OpenID Connect comes first, so it is the one that the choice page offers.
 */
import type { Clock, CryptoContext, Random } from '../../base/index.ts'
import type { Decrypter } from '../../jose/index.ts'
import type { GuardedFetch } from '../../node/index.ts'
import { endpointsOf, type NationalIdentityProvider, type NationalLoginKeys, paths } from '../../pid-provider/index.ts'
import {
  createOidcIdentityProvider,
  createSamlIdentityProvider,
  discoveryRegistration,
  metadataUrlRegistration,
  type NationalLoginKey,
  type ServiceProviderKey,
} from '../../pid-provider-adapters/index.ts'
import { portOffsets, type SandboxOrigins } from '../origins.ts'
import { nationalIdpClient, oidcProviderId } from './client.ts'
import type { FederationMembership } from './federation-membership.ts'
import { isSamlifyInstalled } from './saml/samlify-installed.ts'
import { describeServiceProvider, samlProviderId } from './saml/service-provider.ts'
import { startInWorker } from './start-in-worker.ts'

export interface PidProviderLoginKeys {
  /** Towards the OpenID Provider, both sides. */
  readonly loginKey: NationalLoginKey
  readonly decrypter: Decrypter | undefined
  readonly login: NationalLoginKeys
  /** Towards the SAML identity provider. */
  readonly serviceProviderKey: ServiceProviderKey
}

interface ConnectionParts {
  readonly fetch: GuardedFetch
  readonly origins: SandboxOrigins
  readonly keys: PidProviderLoginKeys
}

export interface NationalLogins {
  readonly identityProviders: readonly NationalIdentityProvider[]
  readonly serviceProviderMetadata: (callbackUrls: readonly string[]) => string
}

/** The PID Provider's side, without SAML where `samlify` is missing. Sends nothing before a login begins. */
export function connectNationalIdps(
  ctx: CryptoContext & { readonly random: Random; readonly clock: Clock },
  { fetch, origins, keys }: ConnectionParts,
): NationalLogins {
  const { pidProvider: clientId, nationalIdp, nationalSamlIdp } = origins
  const urls = { loopbackHttp: true }
  const metadata = { url: `${nationalSamlIdp}/metadata`, entityId: nationalSamlIdp }
  const createSamlProvider = () =>
    createSamlIdentityProvider(ctx, {
      id: samlProviderId,
      displayName: {
        it: 'Identità nazionale con SAML (sandbox)',
        en: 'National identity over SAML (sandbox)',
      },
      clientId,
      key: keys.serviceProviderKey,
      registration: metadataUrlRegistration({ fetch }, metadata, urls),
    })
  return {
    identityProviders: [
      createOidcIdentityProvider(
        { ...ctx, fetch },
        {
          id: oidcProviderId,
          displayName: {
            it: 'Identità nazionale con OpenID Connect (sandbox)',
            en: 'National identity over OpenID Connect (sandbox)',
          },
          clientId,
          key: keys.loginKey,
          decrypter: keys.decrypter,
          registration: discoveryRegistration({ fetch }, nationalIdp, urls),
          loopbackHttp: nationalIdp.startsWith('http:'),
        },
      ),
      ...(isSamlifyInstalled ? [createSamlProvider()] : []),
    ],
    serviceProviderMetadata: describeServiceProvider(clientId, keys.serviceProviderKey),
  }
}

export interface NationalIdpsOptions {
  /** First port of the sandbox. */
  readonly port: number
  readonly host?: string
  readonly tls: { readonly key: string; readonly cert: string } | undefined
  /** The PID Provider. */
  readonly entityId: string
  readonly keys: PidProviderLoginKeys
  /** Of the one over OpenID Connect; the other judges by the same federation. */
  readonly membership: FederationMembership
}

/**
 * Starts both in one worker and resolves to how they are stopped. Without `samlify` it starts the OpenID Provider alone.
 * Rejects with `PortUnavailable`, or with their fault.
 */
export async function startNationalIdps({
  port,
  host,
  tls,
  entityId,
  keys,
  membership,
}: NationalIdpsOptions): Promise<() => Promise<void>> {
  const naming = { ...(host !== undefined && { host }), ...(tls && { tls: { key: tls.key, cert: tls.cert } }) }
  const callbackUrls = [endpointsOf({ entityId }).loginCallback(samlProviderId)]
  const { stop } = await startInWorker({
    openId: {
      port: port + portOffsets.nationalIdp,
      clients: [nationalIdpClient(entityId, keys.login)],
      membership,
      ...naming,
    },
    ...(isSamlifyInstalled && {
      saml: {
        port: port + portOffsets.nationalSamlIdp,
        serviceProviders: [describeServiceProvider(entityId, keys.serviceProviderKey)(callbackUrls)],
        federation: { ...membership, metadataPath: paths.serviceProvider },
        ...naming,
      },
    }),
  })
  return stop
}
