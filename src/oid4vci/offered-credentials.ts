/**
 * What an issuer offers, as its metadata describe it: in the specification's words (it-wallet §Entity configuration of a
 * PID Provider), and as configurations in those of OpenID4VCI D13 and of the final text (D-24, D-313).
 */
import type { PublicJwk } from '../base/index.ts'
import { coseAlgorithm } from '../cose/index.ts'
import { type CredentialType, describeClaims } from '../credential/index.ts'
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

/** How a wallet shows a credential, in one language (OpenID4VCI D13 §11.2.3); colours as in CSS. */
export interface CredentialDisplay {
  readonly name: string
  readonly locale: string
  readonly logo: { readonly url: string; readonly alt_text: string }
  readonly background_color: string
  readonly text_color: string
}

/** Of what an issuer's metadata are made. */
export interface OfferedCredentials {
  /** That sign credentials: `credential_signing_alg_values_supported`. */
  readonly algorithms: readonly JwsAlgorithm[]
  readonly type: CredentialType
  readonly display: readonly CredentialDisplay[]
  /** Where the claims of an SD-JWT stand; at its top when not said. */
  readonly claimsPath?: readonly string[]
  /** The keys that sign access tokens and credentials, and not the federation's own. Today the first one signs. */
  readonly keys: readonly PublicJwk[]
  /** Those that sign mdocs, with their certificates, the one of today first. */
  readonly documentKeys?: readonly CertifiedJwk[]
}

/** The description of a format in metadata. */
interface FormatDescription {
  readonly bindingMethod: 'jwk' | 'cose_key'
  /** Whether a credential can be bound to a key of this algorithm. */
  readonly canBind: (algorithm: JwsAlgorithm) => boolean
  readonly signingKeys: (input: OfferedCredentials) => readonly PublicJwk[]
  /** Names of a signature algorithm in OpenID4VCI 1.0. */
  readonly finalAlgorithm: (algorithm: JwsAlgorithm) => string | number | undefined
  readonly listsClaims: boolean
}

const descriptions: Readonly<Record<CredentialFormat, FormatDescription>> = {
  [formatSdJwt]: {
    bindingMethod: 'jwk',
    canBind: () => true,
    signingKeys: ({ keys }) => keys,
    finalAlgorithm: (algorithm) => algorithm,
    listsClaims: true,
  },
  [formatMdoc]: {
    bindingMethod: 'cose_key',
    canBind: (algorithm) => algorithmRow(algorithm).kty !== 'RSA',
    signingKeys: ({ documentKeys = [] }) => documentKeys,
    finalAlgorithm: coseAlgorithm,
    listsClaims: false,
  },
}

/** `credentials_supported`. */
export const describeCredentials = (input: OfferedCredentials): Readonly<Record<string, object>> =>
  describeEach(input, describeCredential)

/** `credential_configurations_supported` in the words of D13. */
export const describeConfigurations = (input: OfferedCredentials): Readonly<Record<string, object>> =>
  describeEach(input, configureCredential)

const describeEach = (
  input: OfferedCredentials,
  describe: (format: CredentialFormat, input: OfferedCredentials) => object,
): Readonly<Record<string, object>> =>
  Object.fromEntries(
    input.type.formats.map((format) => [formatNames[format].typeOf(input.type), describe(format, input)]),
  )

/** The further configurations of the final text. */
export const describeFinalConfigurations = (input: OfferedCredentials): Readonly<Record<string, object>> =>
  Object.fromEntries(
    credentialConfigurations(input.type)
      .filter(({ scope }) => scope !== undefined)
      .map((configuration) => [configuration.id, configureFinalCredential(configuration, input)]),
  )

const bindingAlgorithms = (format: CredentialFormat, { algorithms }: OfferedCredentials): readonly JwsAlgorithm[] =>
  algorithms.filter(descriptions[format].canBind)

/** Returns the algorithm of today's key of a format. */
function signingAlgorithms(format: CredentialFormat, input: OfferedCredentials): readonly JwsAlgorithm[] {
  const [signer] = descriptions[format].signingKeys(input)
  return signer?.alg === undefined ? [] : [signer.alg].filter(isJwsAlgorithm)
}

const describeCredential = (format: CredentialFormat, input: OfferedCredentials) => ({
  format, // PP-02
  cryptographic_binding_methods_supported: ['jwk'], // PP-02
  cryptographic_suites_supported: bindingAlgorithms(format, input), // PP-02
  display: input.display, // PP-36
  ...formatNames[format].requestMembers(input.type),
  credential_definition: {
    type: [input.type.credentialType], // PP-02
    credentialSubject: describeClaims(input.type), // PP-37
  },
})

/**
 * The same in the words of OpenID4VCI D13 §11.2.3, where an mdoc is bound to a COSE_Key, and §A.3.2: `claims` by name. A
 * list of paths, as of draft 15, would make an issuer of another draft out of this one (D-24).
 */
const configureCredential = (format: CredentialFormat, input: OfferedCredentials) => ({
  format,
  ...boundCredential(format, input),
  credential_signing_alg_values_supported: signingAlgorithms(format, input),
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: bindingAlgorithms(format, input) } },
  display: input.display,
  ...(descriptions[format].listsClaims && { claims: describeClaims(input.type) }),
})

const boundCredential = (format: CredentialFormat, { type }: OfferedCredentials) => ({
  [formatNames[format].typeMember]: formatNames[format].typeOf(type),
  cryptographic_binding_methods_supported: [descriptions[format].bindingMethod],
})

/** A configuration by OpenID4VCI 1.0 §12.2.4, §A.2.2 and §A.3.2, where COSE numbers name what an mdoc is signed with. */
const configureFinalCredential = (
  { format, formatName, scope }: CredentialConfiguration,
  input: OfferedCredentials,
) => ({
  format: formatName,
  scope,
  ...boundCredential(format, input),
  credential_signing_alg_values_supported: signingAlgorithms(format, input).flatMap(
    (name) => descriptions[format].finalAlgorithm(name) ?? [],
  ),
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: bindingAlgorithms(format, input) } },
  credential_metadata: {
    display: input.display.map(({ logo: { url, ...logo }, ...display }) => ({
      ...display,
      logo: { uri: url, ...logo },
    })),
    ...(descriptions[format].listsClaims && { claims: claimsByPath(input) }),
  },
})

const claimsByPath = ({ claimsPath = [], type }: OfferedCredentials) =>
  Object.entries(describeClaims(type)).map(([name, description]) => ({ path: [...claimsPath, name], ...description }))
