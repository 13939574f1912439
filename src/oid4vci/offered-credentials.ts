/**
 * Describes the offered credentials in an issuer's metadata, in three forms: the specification's (it-wallet §Entity
 * configuration of a PID Provider), and the configurations of OpenID4VCI D13 and of 1.0 (D-24, D-313).
 */
import type { PublicJwk } from '../base/index.ts'
import { coseAlgorithm } from '../cose/index.ts'
import { type ClaimDescription, type CredentialType, describeClaims } from '../credential/index.ts'
import { algorithmRow, isJwsAlgorithm, type JwsAlgorithm } from '../jose/index.ts'
import {
  type CredentialConfiguration,
  type CredentialFormat,
  credentialConfigurations,
  formatMdoc,
  formatNames,
  formatSdJwt,
} from '../oauth/index.ts'
import type { CertifiedJwk } from './mdoc-issuer.ts'

/** Display of a credential in a wallet, in one language (OpenID4VCI D13 §11.2.3). Colours as in CSS. */
export interface CredentialDisplay {
  readonly name: string
  readonly locale: string
  readonly logo: { readonly url: string; readonly alt_text: string }
  readonly background_color: string
  readonly text_color: string
}

/** Credentials, algorithms and keys for an issuer's metadata. */
export interface OfferedCredentials {
  /**
   * Accepted algorithms for the signatures of wallets and Wallet Providers. The algorithms of credentials come from
   * `keys` and `documentKeys`.
   */
  readonly algorithms: readonly JwsAlgorithm[]
  readonly type: CredentialType
  readonly display: readonly CredentialDisplay[]
  /** Path to the claims of an SD-JWT. Defaults to the top level. */
  readonly claimsPath?: readonly string[]
  /** Keys that sign access tokens and credentials, separate from the federation keys. The first one is in use. */
  readonly keys: readonly PublicJwk[]
  /** Keys that sign mdocs, with their certificates. The first one is in use. Defaults to none. */
  readonly documentKeys?: readonly CertifiedJwk[]
}

/** Values that describe a format in credential configurations. */
const descriptions = {
  [formatSdJwt]: {
    bindingMethod: 'jwk',
    canBind: () => true,
    signingKey: ({ keys: [key] }: OfferedCredentials) => key,
    finalAlgorithm: (name: JwsAlgorithm) => name,
    claims: describeClaims,
  },
  [formatMdoc]: {
    bindingMethod: 'cose_key',
    canBind: (name: JwsAlgorithm) => algorithmRow(name).kty !== 'RSA',
    signingKey: ({ documentKeys: [key] = [] }: OfferedCredentials) => key,
    finalAlgorithm: coseAlgorithm,
    claims: () => undefined, // Configurations do not describe the elements of an mdoc.
  },
}

type Describe = (format: CredentialFormat, input: OfferedCredentials) => object

const describeEach =
  (describe: Describe) =>
  (input: OfferedCredentials): Readonly<Record<string, object>> =>
    Object.fromEntries(
      input.type.formats.map((format) => [formatNames[format].typeOf(input.type), describe(format, input)]),
    )

/** Describes the additional configurations in the format of OpenID4VCI 1.0. */
export const describeFinalConfigurations = (input: OfferedCredentials): Readonly<Record<string, object>> =>
  Object.fromEntries(
    credentialConfigurations(input.type)
      .filter(({ scope }) => scope !== undefined)
      .map((configuration) => [configuration.id, describeFinalConfiguration(configuration, input)]),
  )

const bindingAlgorithms = (format: CredentialFormat, { algorithms }: OfferedCredentials): readonly JwsAlgorithm[] =>
  algorithms.filter(descriptions[format].canBind)

/** Describes `credentials_supported`. */
export const describeCredentials = describeEach((format, input) => ({
  format, // PP-02
  cryptographic_binding_methods_supported: ['jwk'], // PP-02
  cryptographic_suites_supported: bindingAlgorithms(format, input), // PP-02
  display: input.display, // PP-36
  ...formatNames[format].requestMembers(input.type),
  credential_definition: {
    type: [input.type.credentialType], // PP-02
    credentialSubject: describeClaims(input.type), // PP-37
  },
}))

/**
 * Describes `credential_configurations_supported` in the format of OpenID4VCI D13: an mdoc is bound to a COSE_Key
 * (§11.2.3), and `claims` is an object with one member for each claim (§A.3.2). Libraries would treat an array of paths
 * as the format of draft 15 (D-24). A logo has its address as `uri` (§11.2.3). It also has `url`, as in
 * `credentials_supported`.
 */
export const describeConfigurations = describeEach(describeConfiguration)

function describeConfiguration(format: CredentialFormat, input: OfferedCredentials) {
  const claims = descriptions[format].claims(input.type)
  return {
    format,
    ...commonMembers(format, input, (name) => name),
    display: input.display.map((entry) => ({ ...entry, logo: { uri: entry.logo.url, ...entry.logo } })), // PP-208
    ...(claims && { claims }),
  }
}

/**
 * Describes the configurations of D13 for metadata that also have those of OpenID4VCI 1.0. The configuration of an mdoc
 * has no `credential_signing_alg_values_supported`: readers of 1.0 accept only COSE numbers there (§A.2.2), and refuse
 * the whole metadata otherwise. D13 §11.2.3 does not require the member.
 */
export const describeDiscoveredConfigurations = describeEach((format, input) => {
  const { credential_signing_alg_values_supported: algorithms, ...members } = describeConfiguration(format, input)
  return format === formatMdoc ? members : { ...members, credential_signing_alg_values_supported: algorithms } // PP-121
})

/**
 * Returns the members that configurations of all drafts have. `algorithmName` returns the wire name of a signature
 * algorithm, or `undefined` to omit it.
 */
const commonMembers = (
  format: CredentialFormat,
  input: OfferedCredentials,
  algorithmName: (name: JwsAlgorithm) => string | number | undefined,
) => ({
  [formatNames[format].typeMember]: formatNames[format].typeOf(input.type),
  cryptographic_binding_methods_supported: [descriptions[format].bindingMethod],
  credential_signing_alg_values_supported: [descriptions[format].signingKey(input)?.alg ?? '']
    .filter(isJwsAlgorithm)
    .flatMap((name) => algorithmName(name) ?? []),
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: bindingAlgorithms(format, input) } },
})

/**
 * Describes a configuration in the format of OpenID4VCI 1.0 (§12.2.4, §A.2.2, §A.3.2). For an mdoc, the signature
 * algorithm is a COSE number.
 */
function describeFinalConfiguration({ format, formatName, scope }: CredentialConfiguration, input: OfferedCredentials) {
  const { finalAlgorithm, claims: describe } = descriptions[format]
  const claims = describe(input.type)
  return {
    format: formatName,
    scope,
    ...commonMembers(format, input, finalAlgorithm),
    credential_metadata: {
      display: input.display.map(({ logo: { url, ...logo }, ...display }) => ({
        ...display,
        logo: { uri: url, ...logo },
      })),
      ...(claims && { claims: claimsByPath(claims, input) }),
    },
  }
}

const claimsByPath = (claims: Readonly<Record<string, ClaimDescription>>, { claimsPath = [] }: OfferedCredentials) =>
  Object.entries(claims).map(([name, description]) => ({ path: [...claimsPath, name], ...description }))
