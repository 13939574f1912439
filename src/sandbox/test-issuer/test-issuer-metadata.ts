/** Metadata of the test issuer. They state that the issuer is for tests. */
import { createHash } from 'node:crypto'
import type { JsonObject, PublicJwk } from '../../base/index.ts'
import { type CredentialType, formatDcSdJwt } from '../../credential/index.ts'
import { type EntityConfigurationInput, federationEntityOf } from '../../federation/index.ts'

/** Name of the organization in metadata and certificates. */
export const testIssuerName = 'Emittente di prova (TEST, sandbox)'

/** Client id that every wallet uses in key proofs for the test issuer. */
export const testIssuerClient = 'sandbox-wallet'

/** Paths below the entity identifier. */
export const testIssuerPaths = {
  nonce: '/nonce',
  credential: '/credential',
  statusList: '/statuslists/0',
  typeMetadata: '/.well-known/type-metadata',
} as const

/** Returns the metadata for the Entity Configuration. */
export function testIssuerMetadata(
  entityId: string,
  types: readonly CredentialType[],
  keys: readonly PublicJwk[],
): EntityConfigurationInput['metadata'] {
  return {
    federation_entity: federationEntityOf({
      organization_name: testIssuerName,
      homepage_uri: `${entityId}/`,
      policy_uri: `${entityId}/privacy`,
      tos_uri: `${entityId}/terms`,
      logo_uri: `${entityId}/logo.svg`,
      contacts: ['sandbox@example.org'],
    }),
    openid_credential_issuer: {
      credential_issuer: entityId,
      credential_endpoint: entityId + testIssuerPaths.credential,
      nonce_endpoint: entityId + testIssuerPaths.nonce,
      display: [{ name: testIssuerName, locale: 'it-IT' }],
      trust_frameworks_supported: ['it_cie'],
      credential_configurations_supported: Object.fromEntries(types.map(describeConfiguration)),
      jwks: { keys: keys as unknown as JsonObject[] },
    },
  }
}

function describeConfiguration({ credentialType, display, claims }: CredentialType): readonly [string, JsonObject] {
  const name = credentialType.split(/[:/]/).findLast((part) => !/^\d*$/.test(part)) ?? credentialType
  const shown = Object.entries(claims).map(([claim, { display: names }]) => ({
    path: [claim],
    display: Object.entries(names).map(([locale, text]) => ({ name: text, locale })),
  }))
  const configuration = {
    format: formatDcSdJwt,
    vct: credentialType,
    scope: name,
    cryptographic_binding_methods_supported: ['jwk'],
    credential_signing_alg_values_supported: ['ES256'],
    proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
    credential_metadata: { display: [{ ...display }], claims: shown },
  }
  return [`dc_sd_jwt_${name}`, configuration]
}

/**
 * Returns the type metadata document of a type as text. `vct#integrity` is the hash of these bytes. Draft 12 of SD-JWT
 * VC renamed `lang` to `locale`. The document has both members, for readers of either draft.
 */
export function typeMetadataOf({ credentialType, display, claims }: CredentialType): string {
  const { name, locale } = display
  const texts = { name, description: `${name} (TEST)` }
  return JSON.stringify({
    ...{ vct: credentialType, ...texts },
    display: [{ lang: locale, locale, ...texts }],
    claims: Object.keys(claims).map((claim) => ({ path: [claim], sd: 'always' })),
  })
}

/** Returns the integrity metadata of a text (W3C SRI §3). */
export const integrityOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
