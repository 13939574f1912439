/**
 * A role put together for service: what it is given by whoever serves it, and what it gives back. The same functions
 * compose it in a process of its own, in a worker and in a test of replicas.
 */
import { readFileSync } from 'node:fs'
import { failed, type NumericDate, type PublicJwk } from '../base/index.ts'
import {
  type Asker,
  createFederationTrustEvaluator,
  type FederationTrustContext,
  parseFederationKeySet,
  type TrustAnchors,
  type TrustEvaluator,
  type TrustMarkSource,
} from '../federation/index.ts'
import type { Signer } from '../jose/index.ts'
import { administrationTokenFault, type Member, type MemberContext } from '../member/index.ts'
import { ConfigError, type Environment } from '../node/index.ts'
import type { RoleStores } from '../stores/index.ts'
import type { DeviceVendors } from '../wallet-provider-adapters/index.ts'
import type { ServedRole } from './role-names.ts'
import type { PidProviderSettings, RelyingPartySettings } from './role-settings.ts'
import type { CommonSettings } from './settings.ts'

/** Everything that a service takes from its process. Two replicas differ in nothing of it. */
export interface ServiceParts<R extends ServedRole> extends Omit<MemberContext, 'trustMarks'> {
  readonly stores: RoleStores[R]
  /** Opens the files of the device vendors. */
  readonly environment?: Environment
  /** Device vendors of a Wallet Provider. Defaults to those of the settings. */
  readonly vendors?: DeviceVendors
  /** Something in the background did not go as it should; the service goes on. */
  readonly onTrouble?: (what: string) => void
  /** Trust in an entity holds although its superiors do not answer (FED-42). */
  readonly onStaleTrust?: (entityId: string) => void
  /** Who the request comes from that is being served (FED-49). */
  readonly asker?: Asker
}

/** A figure of the role's own, read when it is asked for. Of workers the highest is told. */
export interface ServiceGauge {
  readonly name: string
  readonly help: string
  read(): number
}

/** A role composed for service, with what whoever serves it must do. */
export interface Service extends Member {
  readonly role: ServedRole
  /** Where the advertised documents are, that should answer. */
  readonly advertised: readonly string[]
  /** Reasons of the role's own why it cannot serve everybody; it serves all the same. */
  notes(): readonly string[]
  readonly gauges?: readonly ServiceGauge[]
  /** What its settings relax, a sentence each: shown at start (WP-79). */
  readonly relaxations: readonly string[]
  /** Work in the background, until `stop`. */
  start(): void
  stop(): void
  /** Lets keys go. */
  close(): void
  /** What the role itself looks after, and forgets as over by then, each minute. */
  forget(now: NumericDate): Promise<void>
}

/** Settings whose paths lead somewhere. */
export type Located = CommonSettings & { readonly resolve: (path: string) => string }

/** Whom the settings pin. Throws `ConfigError` for a file that holds no keys. */
export function anchorsOf({ anchors, resolve }: Located): TrustAnchors {
  return new Map(
    anchors.map(({ entityId, jwks, jwksFile }) => [
      entityId,
      jwks?.keys ?? readKeys(resolve(jwksFile ?? ''), entityId),
    ]),
  )
}

/** How a service judges others. */
export const createTrust = (
  settings: PidProviderSettings | RelyingPartySettings,
  parts: FederationTrustContext,
  anchors: TrustAnchors,
): TrustEvaluator =>
  createFederationTrustEvaluator(parts, {
    ...settings.federation,
    anchors,
    urls: { loopbackHttp: settings.network.loopbackHttp },
    skewSeconds: settings.role.clockSkewSeconds,
  })

/** Returns the parts of a Leaf Entity that come from its settings, its federation keys and its trust marks. */
export function leafPartsOf(
  settings: Parameters<typeof anchorsOf>[0] & Pick<PidProviderSettings, 'federation'>,
  keys: Signers,
  trustMarks: TrustMarkSource,
) {
  const { algorithms } = settings.federation
  return {
    anchors: anchorsOf(settings),
    federationSigner: keys[0],
    furtherFederationKeys: furtherKeys(keys),
    trustMarks: trustMarks.current,
    ...(algorithms && { federationAlgorithms: algorithms }),
  }
}

function readKeys(path: string, entityId: string) {
  const keys = parseFederationKeySet(readText(path))
  if (failed(keys)) throw new ConfigError([`anchors: the file ${path} holds no JWK set with the keys of ${entityId}`])
  return keys
}

/** A file of the settings: their reader has seen that it is there. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    throw new ConfigError([`${path} cannot be read (${(thrown as NodeJS.ErrnoException).code ?? 'unknown'})`])
  }
}

/** Keys of one purpose. The first one signs. */
export type Signers = readonly [Signer, ...Signer[]]

/**
 * Returns the keys of a purpose that do not sign: the next ones, which everybody must know before they do, and former
 * ones, whose objects still live (FED-10).
 */
export const furtherKeys = ([, ...further]: Signers): readonly PublicJwk[] => further.map(({ publicJwk }) => publicJwk)

/** The administration's token; without one there is no administration. */
export function administratorOf({ administration, resolve }: Located) {
  const { name, token, tokenFile } = administration
  const value = token ?? (tokenFile === undefined ? undefined : readText(resolve(tokenFile)).trim())
  const fault = value === undefined ? undefined : administrationTokenFault(value)
  if (fault !== undefined) throw new ConfigError([`administration: the token ${fault}`])
  return value === undefined ? undefined : { name, token: value }
}

export const nothing = (): void => undefined
