/** Refuses clients that can never log anybody in. The library finds their faults only when a request names them. */
import type { errors, Provider } from 'oidc-provider'
import { ConfigError } from '../base/index.ts'

/** Metadata of a client as the library reads it (OpenID Connect Dynamic Client Registration 1.0 §2). */
export type ClientMetadata = Readonly<Record<string, unknown>>

/**
 * Throws `ConfigError` with each client whose metadata or keys the library refuses, or of whose keys none fits one of
 * `algorithms`.
 */
export function requireUsableClients(
  provider: Provider,
  clients: readonly ClientMetadata[],
  algorithms: readonly string[],
): void {
  const reasons = clients.map((metadata) => reasonAgainst(provider, metadata, algorithms))
  const faults = reasons.flatMap((reason, index) => (reason ? [`openid.clients.${index}: ${reason}`] : []))
  if (faults.length > 0) throw new ConfigError(faults)
}

function reasonAgainst(
  provider: Provider,
  metadata: ClientMetadata,
  algorithms: readonly string[],
): string | undefined {
  try {
    const { asymmetricKeyStore } = new provider.Client(metadata)
    const hasKey = algorithms.some((alg) => asymmetricKeyStore.selectForVerify({ alg }).length > 0)
    if (metadata.token_endpoint_auth_method !== 'private_key_jwt' || hasKey) return undefined
    return `no key of its JWK set fits ${algorithms.join(', ')}`
  } catch (thrown) {
    const { error_description: description, cause } = thrown as errors.InvalidClientMetadata
    if (description === undefined) throw thrown
    return cause instanceof Error ? `${description}: ${cause.message}` : description
  }
}
