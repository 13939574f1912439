/**
 * Metadata of the Relying Party (it-wallet §Entity configuration of a Relying Party), and the URLs of its endpoints.
 * Wallets compare every message with the lists of URIs.
 */
import { failed, joinUrl, type PublicJwk } from '../base/index.ts'
import { type EntityConfigurationInput, federationEntityOf } from '../federation/index.ts'
import type { Decrypter } from '../jose/index.ts'
import { createRelyingPartyMetadata } from '../oid4vp/index.ts'
import type { RelyingPartyConfig } from './config.ts'
import { paths } from './paths.ts'
import { statesEncryption } from './request/response-protections.ts'

export const urlOf = ({ entityId }: Pick<RelyingPartyConfig, 'entityId'>, path: keyof typeof paths): string =>
  joinUrl(entityId, paths[path])

/**
 * Creates the metadata. Throws a TypeError for a configuration that no wallet could answer, so that the service does
 * not start (RP-22, RP-24).
 */
export function relyingPartyMetadata(
  config: RelyingPartyConfig,
  requestKeys: readonly PublicJwk[],
  responseKeys: readonly Decrypter[],
): EntityConfigurationInput['metadata'] {
  const [decrypter] = responseKeys
  if (!responseKeys.every(({ enc }) => enc.includes(config.encryptedResponseEnc)) || decrypter === undefined)
    throw new TypeError('no decrypter for encryptedResponseEnc')
  const takesEncrypted = statesEncryption(config)
  const metadata = createRelyingPartyMetadata(
    {
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
  return { federation_entity: federationEntityOf(config.organization), ...metadata } // RP-01
}
