/** Parts of a sandbox that the screen "Connect yours" uses. */
import type { Clock, PublicJwk } from '../../base/index.ts'
import type { TrustExplanation } from '../../federation/index.ts'
import type { Administer } from '../administration.ts'
import type { ConsoleRole } from '../observe-roles.ts'

/** Addresses and keys of a sandbox, and functions that register and check a foreign party. */
export interface ConnectParts {
  readonly clock: Clock
  readonly publicUrl: string
  /** The roles of the sandbox. One is `trust-anchor`. */
  readonly roles: readonly ConsoleRole[]
  /** Further members of the sandbox: the national identity providers. */
  readonly logins: readonly ConsoleRole[]
  readonly administer: Administer
  /** Returns the keys that a party pins for the Trust Anchor. */
  readonly anchorKeys: () => Promise<readonly PublicJwk[]>
  /** Explains whether the parties of the sandbox trust an entity, and why. */
  readonly explain: (entityId: string) => Promise<TrustExplanation>
  /** Returns the remedy for a failed step of a chain. Empty for an unknown code. */
  readonly advise: (step: FailedStep) => string
  /** PEM certificate of the sandbox's own authority. Absent without https. */
  readonly certificateAuthority?: string | undefined
  /** Name by which other machines reach the sandbox. Absent on loopback. */
  readonly host?: string | undefined
  /** Credential types of the sandbox's own issuer. */
  readonly credentialTypes: readonly string[]
  /** URL that opens the wallet in the same-device flow. */
  readonly walletAuthorizationEndpoint: string
}

/** A step of a chain that fails. */
export interface FailedStep {
  readonly code: string
  readonly at: string
}
