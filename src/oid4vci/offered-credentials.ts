/**
 * What an issuer offers, as its metadata describe it: in the specification's words (it-wallet §Entity configuration of a
 * PID Provider), and as configurations in those of OpenID4VCI D13 and of the final text (D-24, D-313).
 */
import type { PublicJwk } from '../base/index.ts'
import { coseAlgorithm } from '../cose/index.ts'
import { algorithmRow, isJwsAlgorithm, type JwsAlgorithm } from '../jose/index.ts'
import {
  type CredentialConfiguration,
  type CredentialFormat,
  type CredentialSupport,
  credentialConfigurations,
  formatMdoc,
} from '../oauth/index.ts'
import { pidCredentialSubject } from './credential-types.ts'
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
  readonly support: CredentialSupport
  readonly display: readonly CredentialDisplay[]
  /** Where the claims of an SD-JWT stand; at its top when not said. */
  readonly claimsPath?: readonly string[]
  /** The keys that sign access tokens and credentials, and not the federation's own. Today the first one signs. */
  readonly keys: readonly PublicJwk[]
  /** Those that sign mdocs, with their certificates, the one of today first. */
  readonly documentKeys?: readonly CertifiedJwk[]
}

/** `credentials_supported`. */
export const describeCredentials = (input: OfferedCredentials): Readonly<Record<string, object>> =>
  Object.fromEntries(
    input.support.formats.map((format) => [credentialName(format, input.support), describeCredential(format, input)]),
  )

/** `credential_configurations_supported` in the words of D13. */
export const describeConfigurations = (input: OfferedCredentials): Readonly<Record<string, object>> =>
  Object.fromEntries(
    input.support.formats.map((format) => [credentialName(format, input.support), configureCredential(format, input)]),
  )

/** The further ones of the final text. */
export const describeFinalConfigurations = (input: OfferedCredentials): Readonly<Record<string, object>> =>
  Object.fromEntries(
    credentialConfigurations(input.support)
      .filter(({ scope }) => scope !== undefined)
      .map((configuration) => [configuration.id, configureFinalCredential(configuration, input)]),
  )

/** The key of a credential's entry: the PID type, or the doctype for its mdoc form. */
const credentialName = (format: CredentialFormat, { credentialType, doctype }: CredentialSupport): string =>
  format === formatMdoc ? doctype : credentialType

/** A COSE_Key, to which an mdoc is bound, is none of RSA. */
const bindingAlgorithms = (format: CredentialFormat, { algorithms }: OfferedCredentials): readonly JwsAlgorithm[] =>
  format === formatMdoc ? algorithms.filter((name) => algorithmRow(name).kty !== 'RSA') : algorithms

const describeCredential = (format: CredentialFormat, input: OfferedCredentials) => ({
  format, // PP-02
  cryptographic_binding_methods_supported: ['jwk'], // PP-02
  cryptographic_suites_supported: bindingAlgorithms(format, input), // PP-02
  display: input.display, // PP-36
  ...(format === formatMdoc ? { doctype: input.support.doctype } : {}),
  credential_definition: {
    type: [input.support.credentialType], // PP-02
    credentialSubject: pidCredentialSubject, // PP-37
  },
})

/** What today's key of a format signs with. */
function signingAlgorithms(format: CredentialFormat, { keys, documentKeys = [] }: OfferedCredentials) {
  const [signer] = format === formatMdoc ? documentKeys : keys
  return signer?.alg === undefined ? [] : [signer.alg].filter(isJwsAlgorithm)
}

/**
 * The same in the words of OpenID4VCI D13 §11.2.3, where an mdoc is bound to a COSE_Key, and §A.3.2: `claims` by name. A
 * list of paths, as of draft 15, would make an issuer of another draft out of this one (D-24).
 */
const configureCredential = (format: CredentialFormat, input: OfferedCredentials) => ({
  format,
  ...(format === formatMdoc ? { doctype: input.support.doctype } : { vct: input.support.credentialType }),
  cryptographic_binding_methods_supported: [format === formatMdoc ? 'cose_key' : 'jwk'],
  credential_signing_alg_values_supported: signingAlgorithms(format, input),
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: bindingAlgorithms(format, input) } },
  display: input.display,
  ...(format === formatMdoc ? {} : { claims: pidCredentialSubject }),
})

/** As OpenID4VCI 1.0 §12.2.4, §A.2.2 and §A.3.2 have it, where COSE numbers name what an mdoc is signed with. */
function configureFinalCredential({ format, formatName, scope }: CredentialConfiguration, input: OfferedCredentials) {
  const isMdoc = format === formatMdoc
  const algorithms = signingAlgorithms(format, input)
  return {
    format: formatName,
    scope,
    ...(isMdoc ? { doctype: input.support.doctype } : { vct: input.support.credentialType }),
    cryptographic_binding_methods_supported: [isMdoc ? 'cose_key' : 'jwk'],
    credential_signing_alg_values_supported: isMdoc
      ? algorithms.flatMap((name) => coseAlgorithm(name) ?? [])
      : algorithms,
    proof_types_supported: { jwt: { proof_signing_alg_values_supported: bindingAlgorithms(format, input) } },
    credential_metadata: {
      display: input.display.map(({ logo: { url, ...logo }, ...display }) => ({
        ...display,
        logo: { uri: url, ...logo },
      })),
      ...(isMdoc ? {} : { claims: claimsByPath(input) }),
    },
  }
}

const claimsByPath = ({ claimsPath = [] }: OfferedCredentials) =>
  Object.entries(pidCredentialSubject).map(([name, description]) => ({ path: [...claimsPath, name], ...description }))
