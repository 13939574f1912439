/**
 * Metadata of the Relying Party (it-wallet §Entity configuration of a Relying Party), and the URLs of its endpoints.
 * Wallets refuse a message whose URIs are not in the lists of the metadata.
 */
import { failed, joinUrl, type PublicJwk } from '../base/index.ts'
import { type EntityConfigurationInput, leafEntityOf } from '../federation/index.ts'
import type { Decrypter } from '../jose/index.ts'
import { createRelyingPartyMetadata, type RelyingPartyTypes } from '../oid4vp/index.ts'
import { relyingPartyWire } from '../profiles/index.ts'
import type { RelyingPartyConfig } from './config.ts'
import { paths } from './paths.ts'
import { acceptedEncryptions, statesEncryption } from './request/response-protections.ts'
import type { RelyingPartyStores } from './stores.ts'

/** Returns the client identifier with the prefix of the profile. */
export const clientIdOf = ({ entityId, profile }: Pick<RelyingPartyConfig, 'entityId' | 'profile'>): string =>
  relyingPartyWire[profile].clientIdPrefix + entityId

/**
 * Returns the accepted audiences of a Key Binding JWT: the client identifier, and in some profiles also the identifier
 * without its prefix.
 */
export const audiencesOf = (config: Pick<RelyingPartyConfig, 'entityId' | 'profile'>): readonly string[] =>
  relyingPartyWire[config.profile].bareAudience ? [clientIdOf(config), config.entityId] : [clientIdOf(config)]

/** Returns the URL of an endpoint. */
export const urlOf = ({ entityId }: Pick<RelyingPartyConfig, 'entityId'>, path: keyof typeof paths): string =>
  joinUrl(entityId, paths[path])

/** Returns true if this entity offers the deletion of presented claims (RP-140). */
export const offersErasure = ({
  config,
  stores,
}: {
  readonly config: Pick<RelyingPartyConfig, 'profile'>
  readonly stores: RelyingPartyStores
}): boolean => relyingPartyWire[config.profile].erasure && stores.erasures !== undefined

/**
 * Creates the metadata. Throws a TypeError if `createRelyingPartyMetadata` refuses the settings, for example a redirect
 * URI that is not a URL. Throws a TypeError if `responseKeys` is empty, or if one of them does not support all accepted
 * content encryptions or is not on the curve of the profile. The service then does not start (RP-22, RP-24, RP-131).
 */
export function relyingPartyMetadata(
  config: RelyingPartyConfig,
  requestKeys: readonly PublicJwk[],
  responseKeys: readonly Decrypter[],
  hasErasure: boolean,
): EntityConfigurationInput['metadata'] & RelyingPartyTypes {
  const [decrypter] = responseKeys
  const encryptions = acceptedEncryptions(config)
  const supportsAll = ({ enc }: Decrypter): boolean => encryptions.every((name) => enc.includes(name))
  if (!responseKeys.every(supportsAll) || decrypter === undefined)
    throw new TypeError(`no response key, or one that does not support ${encryptions.join(' and ')}`)
  const { responseKeyCurve: curve } = relyingPartyWire[config.profile]
  if (curve !== 'any' && !responseKeys.every(({ publicJwk }) => publicJwk.crv === curve))
    throw new TypeError(`an entity of ${config.profile} publishes only response keys on ${curve}`) // RP-131
  const takesEncrypted = statesEncryption(config)
  const metadata = createRelyingPartyMetadata(
    {
      profile: config.profile,
      responseEncryptions: encryptions,
      keyBindingAlgorithms: config.algorithms,
      logoUri: config.organization.logo_uri,
      ...(hasErasure && { erasureEndpoint: urlOf(config, 'erasure') }),
      clientId: config.entityId,
      clientName: config.clientName,
      requestUris: [urlOf(config, 'request')], // RP-22
      responseUris: [urlOf(config, 'response')], // RP-23
      redirectUris: [urlOf(config, 'result')], // RP-23
      signedResponseAlg: config.signedResponseAlg,
      responseEncryption: takesEncrypted ? { alg: decrypter.alg, enc: config.encryptedResponseEnc } : undefined,
      sdJwtAlgorithms: config.sdJwtAlgorithms,
      mdocAlgorithms: config.mdocAlgorithms,
      presentationDefinitions: config.presentationDefinitions,
      keys: [...requestKeys, ...(takesEncrypted ? responseKeys : []).map(({ publicJwk }) => publicJwk)], // RP-31
      ...(config.contacts && { contacts: config.contacts }),
    },
    { loopbackHttp: config.loopbackHttp },
  )
  if (failed(metadata)) throw new TypeError(`relying party configuration: ${metadata.code} at ${metadata.at}`)
  return { federation_entity: leafEntityOf(config), ...metadata } // RP-01
}
