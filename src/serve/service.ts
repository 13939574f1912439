/**
 * Types of a composed role: what it receives from the process that serves it, and its functions for that process. Also
 * contains the steps of composition that several roles share.
 */
import { readFileSync } from 'node:fs'
import { describeReadFault, failed, type NumericDate, type PublicJwk } from '../base/index.ts'
import {
  type CurrentClientNetwork,
  createFederationTrustEvaluator,
  type FederationTrustContext,
  parseFederationKeySet,
  type TrustAnchors,
  type TrustEvaluator,
  type TrustMarkSource,
} from '../federation/index.ts'
import type { Signer } from '../jose/index.ts'
import { type Administrator, administrationTokenFault, type Member, type MemberContext } from '../member/index.ts'
import { ConfigError, type Environment } from '../node/index.ts'
import type { RoleStores } from '../stores/index.ts'
import type { DeviceVendors } from '../wallet-provider-adapters/index.ts'
import { consoleName } from './administration-settings.ts'
import type { ServedRole } from './role-names.ts'
import type { PidProviderSettings, RelyingPartySettings } from './role-settings.ts'
import type { CommonSettings } from './settings.ts'

/** Everything that a service receives from its process. */
export interface ServiceParts<R extends ServedRole> extends Omit<MemberContext, 'trustMarks'> {
  readonly stores: RoleStores[R]
  /** Environment variables with the passphrase of the device vendors' files. */
  readonly environment?: Environment
  /** Device vendors of a Wallet Provider. Defaults to those of the settings. */
  readonly vendors?: DeviceVendors
  /** Called with a problem in the background that does not stop the service. */
  readonly onTrouble?: (what: string) => void
  /** Called when an entity stays trusted although its superiors do not answer (FED-42). */
  readonly onStaleTrust?: (entityId: string) => void
  /** Returns the network of the client whose request is being served (FED-49). */
  readonly clientNetwork?: CurrentClientNetwork
}

/** A metric of the role, read when metrics are requested. With several workers, the highest value is reported. */
export interface ServiceGauge {
  readonly name: string
  readonly help: string
  read(): number
}

/** A further entity, with the parts that the process needs to check it. */
export interface WatchedEntity extends Pick<Member, 'publisher'> {
  readonly publicUrl: string
  /** Number of anchors that its settings pin. */
  readonly anchors: number
  /** Paths that must answer, for the self-check (`checkAdvertised`). */
  readonly advertised: readonly string[]
}

/** A composed role, with functions for the process that serves it. */
export interface Service extends Member {
  readonly role: ServedRole
  /** Paths that must answer, for the self-check (`checkAdvertised`). */
  readonly advertised: readonly string[]
  /** Returns problems that do not make the service unready. */
  notes(): readonly string[]
  readonly gauges?: readonly ServiceGauge[]
  /** Entities of further profiles. Absent if there are none. */
  readonly furtherEntities?: readonly WatchedEntity[]
  /** One sentence for each check that the settings relax, shown at start (WP-79). */
  readonly relaxations: readonly string[]
  /** Starts work in the background, which runs until `stop`. */
  start(): void
  stop(): void
  /** Releases the keys. */
  close(): void
  /**
   * Runs the role's own upkeep and deletes what has expired by `now`. Called each minute. Begins no further step after
   * `end` aborts. Rejects as `runTogether` does.
   */
  runUpkeep(now: NumericDate, end?: AbortSignal): Promise<void>
}

/** Settings with a function that resolves their paths. */
export type Located = CommonSettings & { readonly resolve: (path: string) => string }

/** Returns the pinned anchors of the settings. Throws `ConfigError` for a file that cannot be read or has no keys. */
export function anchorsOf({ anchors, resolve }: Located): TrustAnchors {
  return new Map(
    anchors.map(({ entityId, jwks, jwksFile }) => [
      entityId,
      jwks?.keys ?? readKeys(resolve(jwksFile ?? ''), entityId),
    ]),
  )
}

/** Creates the trust evaluator with which a service evaluates other entities. */
export const createTrust = (
  settings: PidProviderSettings | RelyingPartySettings,
  parts: FederationTrustContext & Pick<MemberContext, 'testSwitches'>,
  anchors: TrustAnchors,
): TrustEvaluator =>
  createFederationTrustEvaluator(parts, {
    ...settings.federation,
    anchors,
    urls: { loopbackHttp: settings.network.loopbackHttp },
    skewSeconds: settings.role.clockSkewSeconds,
    toleratesEmptyHints: parts.testSwitches?.toleratesEmptyHints,
  })

/**
 * Returns the parts of a Leaf Entity that come from its settings, its federation keys and its trust marks. Throws
 * `ConfigError` as `anchorsOf` does.
 */
export function leafPartsOf(
  settings: Located &
    Pick<PidProviderSettings, 'federation'> & { readonly role: Pick<PidProviderSettings['role'], 'organization'> },
  keys: Signers,
  trustMarks: TrustMarkSource,
) {
  const { algorithms } = settings.federation
  const { memberCertificates, role } = settings
  const { organization_name: organizationName } = role.organization
  return {
    anchors: anchorsOf(settings),
    federationSigner: keys[0],
    furtherFederationKeys: furtherKeys(keys),
    furtherFederationSigners: keys.slice(1),
    trustMarks: trustMarks.current,
    ...(algorithms && { federationAlgorithms: algorithms }),
    ...(memberCertificates && { certification: { settings: memberCertificates, organizationName } }),
  }
}

function readKeys(path: string, entityId: string) {
  const keys = parseFederationKeySet(readText(path))
  if (failed(keys))
    throw new ConfigError([
      `anchors: the file ${path} contains no JWK set with the keys of ${entityId}, each with a kid of its own`,
    ])
  return keys
}

/**
 * Returns the text of a file that the settings name, without a byte order mark. Throws `ConfigError` if it cannot be
 * read.
 */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch (thrown) {
    throw new ConfigError([`${path} cannot be read ${describeReadFault(thrown)}`])
  }
}

/** Keys of one purpose. The first one signs. */
export type Signers = readonly [Signer, ...Signer[]]

/**
 * Returns the keys of a purpose that do not sign (FED-10): next keys, and former keys. A next key must be published
 * before it signs. The signatures of a former key may still be valid.
 */
export const furtherKeys = ([, ...further]: Signers): readonly PublicJwk[] => further.map(({ publicJwk }) => publicJwk)

/**
 * Returns the administrator and the console, each if it has a token. Returns `undefined` if neither has one: then there
 * is no administration. Throws `ConfigError` for a token that cannot be used, or if both have the same token.
 */
export function administratorsOf({ administration, resolve }: Located): readonly Administrator[] | undefined {
  const { name, console, operators, ...own } = administration
  const tokenAt = (at: string, { token, tokenFile }: typeof own): string | undefined => {
    const value = token ?? (tokenFile === undefined ? undefined : readText(resolve(tokenFile)).trim())
    const fault = value === undefined ? undefined : administrationTokenFault(value)
    if (fault !== undefined) throw new ConfigError([`${at}: the token ${fault}`])
    return value
  }
  const token = tokenAt('administration', own)
  const consoleToken = tokenAt('administration.console', console ?? {})
  if (token !== undefined && token === consoleToken)
    throw new ConfigError(['administration.console: the token is that of the administrator: each needs its own'])
  const administrators = [
    ...(token === undefined ? [] : [{ name, token }]),
    ...(consoleToken === undefined ? [] : [{ name: consoleName, token: consoleToken, operators }]),
  ]
  return administrators.length === 0 ? undefined : administrators
}

/** Does nothing: the `start` and `stop` of a role without work in the background. */
export const doNothing = (): void => undefined
