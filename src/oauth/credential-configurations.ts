/**
 * Credential configurations (OpenID4VCI 1.0 §12.2.4): names under which the issuer's metadata offer the PID, and by
 * which clients of the final text request it. Configurations of the final text have a `scope` (D-313). Configurations
 * of OpenID4VCI D13 are also included.
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

/** Returns the configurations in the order of the formats, D13 first. */
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
