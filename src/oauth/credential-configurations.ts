/**
 * Credential configurations (OpenID4VCI 1.0 §12.2.4). The issuer's metadata offer the PID under the id of each. Clients
 * of OpenID4VCI 1.0 request the PID by that id. The configurations of OpenID4VCI 1.0 have a `scope` (D-313). The
 * configurations of OpenID4VCI D13 are listed too.
 */
import {
  type CredentialFormat,
  type CredentialFormatName,
  type CredentialSupport,
  formatNames,
} from '../credential/formats.ts'

/** A named credential that an issuer offers. */
export interface CredentialConfiguration {
  readonly id: string
  /** Canonical format. */
  readonly format: CredentialFormat
  readonly formatName: CredentialFormatName
  /** Equals `id`. Absent in a D13 configuration. */
  readonly scope?: string
}

/** Returns the configurations of D13 and then those of OpenID4VCI 1.0, each in the order of the formats. */
export const credentialConfigurations = (support: CredentialSupport): readonly CredentialConfiguration[] => [
  ...support.formats.map((format) => draft13Configuration(format, support)),
  ...support.formats.map((format) => finalConfiguration(format, support)),
]

const draft13Configuration = (format: CredentialFormat, support: CredentialSupport): CredentialConfiguration => ({
  id: formatNames[format].typeOf(support), // PP-39
  format,
  formatName: format,
})

function finalConfiguration(format: CredentialFormat, support: CredentialSupport): CredentialConfiguration {
  const { configurationPrefix, typeOf, finalName } = formatNames[format]
  const id = `${configurationPrefix}${typeOf(support)}`
  return { id, scope: id, format, formatName: finalName } // PP-121
}

/** Returns the offered configuration with this `credential_configuration_id`. */
export const findConfiguration = (support: CredentialSupport, id: unknown): CredentialConfiguration | undefined =>
  credentialConfigurations(support).find((configuration) => configuration.id === id)
