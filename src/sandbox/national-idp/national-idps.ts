/** Starts both national identity providers of the sandbox in one worker thread. */
import { endpointsOf, paths } from '../../pid-provider/index.ts'
import type { RoleServices } from '../../serve/index.ts'
import { portOffsets } from '../origins.ts'
import { nationalIdpClient } from './client.ts'
import type { FederationMembership } from './federation-membership.ts'
import { isSamlifyInstalled } from './saml/samlify-installed.ts'
import { type ObservedMessage, startInWorker } from './start-in-worker.ts'

export interface NationalIdpsOptions {
  /** First port of the sandbox. */
  readonly port: number
  /** Name or address in the providers' identifiers. Defaults to `localhost`. */
  readonly host?: string
  readonly tls: { readonly key: string; readonly cert: string } | undefined
  /** Entity identifier of the PID Provider. */
  readonly entityId: string
  /** The PID Provider's keys and metadata for national logins. Both providers use them to register the PID Provider. */
  readonly logins: RoleServices['pid-provider']['nationalLogins']
  /**
   * Membership of the OpenID Provider. The SAML identity provider looks up service providers in the same federation.
   */
  readonly membership: FederationMembership
  /** Called with each exchange of a provider with a browser or another client outside the sandbox. */
  readonly onExchange: (message: ObservedMessage) => void
}

/**
 * Starts both providers in one worker thread. Without `samlify`, starts only the OpenID Provider. Resolves to the
 * function that stops them. Rejects with `PortUnavailable`, or with the error that ended the thread.
 */
export async function startNationalIdps({
  port,
  host,
  tls,
  entityId,
  logins,
  membership,
  onExchange,
}: NationalIdpsOptions): Promise<() => Promise<void>> {
  const hostOptions = { ...(host !== undefined && { host }), ...(tls && { tls: { key: tls.key, cert: tls.cert } }) }
  const callbackUrls = [endpointsOf({ entityId }).loginCallback('spid')]
  const serviceProvider = logins.serviceProviderMetadata?.(callbackUrls, 'spid')
  const idps = {
    openId: {
      port: port + portOffsets.nationalIdp,
      clients: [nationalIdpClient(entityId, logins.nationalLoginKeys)],
      membership,
      ...hostOptions,
    },
    ...(isSamlifyInstalled && {
      saml: {
        port: port + portOffsets.nationalSamlIdp,
        serviceProviders: serviceProvider === undefined ? [] : [serviceProvider],
        federation: { ...membership, metadataPath: paths.serviceProvider },
        ...hostOptions,
      },
    }),
  }
  const { stop } = await startInWorker(idps, undefined, { onExchange })
  return stop
}
