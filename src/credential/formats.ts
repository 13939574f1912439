/** Credential formats and their names on the wire. */

/** `vc+sd-jwt` (OpenID4VCI D13 §A.3). `CredentialFormat` identifies the SD-JWT format by this name. */
export const formatSdJwt = 'vc+sd-jwt'
/** `dc+sd-jwt`: the name of the same format in OpenID4VCI 1.0. On input both names mean this format (D-08). */
export const formatDcSdJwt = 'dc+sd-jwt'
/** The values of `typ` that an SD-JWT credential may have. */
export const sdJwtTypes: readonly string[] = [formatSdJwt, formatDcSdJwt]
/** `mso_mdoc` (OpenID4VCI D13 §A.2). */
export const formatMdoc = 'mso_mdoc'

/** A format in which credentials are issued. */
export type CredentialFormat = typeof formatSdJwt | typeof formatMdoc

/** The name of a format in a credential configuration. The `typ` of an SD-JWT has the same value. */
export type CredentialFormatName = CredentialFormat | typeof formatDcSdJwt

/** Returns the format that has this name. Returns `undefined` for a format that is not issued. */
export function credentialFormat(name: unknown): CredentialFormat | undefined {
  if (name === formatSdJwt || name === formatDcSdJwt) return formatSdJwt
  return name === formatMdoc ? formatMdoc : undefined
}

const aliases: ReadonlyMap<string, string> = new Map([
  [formatSdJwt, formatDcSdJwt], // RP-57
  ['wallet-attestation+jwt', 'jwt'],
])

/**
 * Returns the common name of a format: `dc+sd-jwt` for `vc+sd-jwt` (D-08), and `jwt` for `wallet-attestation+jwt`.
 * Returns any other name unchanged.
 */
export const canonicalFormat = (format: string): string => aliases.get(format) ?? format

/** Returns true if both names mean the same format (`canonicalFormat`). */
export const sameFormat = (a: string, b: string): boolean => canonicalFormat(a) === canonicalFormat(b)

/** The formats in which an issuer issues a type of credential, and the name of the type in each format. */
export interface CredentialSupport {
  readonly formats: readonly CredentialFormat[]
  /** Type of the SD-JWT: `eu.eudiw.pid.it` for the PID. */
  readonly credentialType: string
  /** Type of the mdoc: `eu.europa.ec.eudiw.pid.1` for the PID. */
  readonly doctype: string
}

/** Wire names of a format, and those of a credential type in this format. */
interface FormatNames {
  /** The format's name in OpenID4VCI 1.0. */
  readonly finalName: CredentialFormatName
  /** The beginning of a configuration's id in OpenID4VCI 1.0. */
  readonly configurationPrefix: string
  /** The member that names the type in metadata and requests. */
  readonly typeMember: 'vct' | 'doctype'
  /** Returns the name of the type in this format. */
  readonly typeOf: (names: Pick<CredentialSupport, 'credentialType' | 'doctype'>) => string
  /** Returns the members that a credential request has in addition to `credential_definition`. */
  readonly requestMembers: (names: Pick<CredentialSupport, 'doctype'>) => { readonly doctype?: string }
}

/** The names of each format. */
export const formatNames: Readonly<Record<CredentialFormat, FormatNames>> = {
  [formatSdJwt]: {
    finalName: formatDcSdJwt,
    configurationPrefix: 'dc_sd_jwt_',
    typeMember: 'vct',
    typeOf: ({ credentialType }) => credentialType,
    requestMembers: () => ({}),
  },
  [formatMdoc]: {
    finalName: formatMdoc,
    configurationPrefix: 'mso_mdoc_',
    typeMember: 'doctype',
    typeOf: ({ doctype }) => doctype,
    requestMembers: ({ doctype }) => ({ doctype }),
  },
}
