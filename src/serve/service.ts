/**
 * A role put together for service: what it is given by whoever serves it, and what it gives back. The same functions
 * compose it in a process of its own, in a worker and in a test of replicas.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type Clock,
  type Crypto,
  type DecisionSink,
  type Fetch,
  failed,
  type NumericDate,
  type PublicJwk,
  type Random,
} from '../base/index.ts'
import {
  type Asker,
  createFederationTrustEvaluator,
  type EntityConfigurationPublisher,
  type FederationTrustContext,
  parseFederationKeySet,
  type TrustAnchors,
  type TrustEvaluator,
} from '../federation/index.ts'
import type { Admission, App } from '../http/index.ts'
import type { Signer } from '../jose/index.ts'
import {
  ConfigError,
  type Environment,
  keyFileOptions,
  type PrivateFileOptions,
  type RoleKeysConfig,
} from '../node/index.ts'
import { administrationTokenFault } from '../oauth/index.ts'
import type { RoleStores } from '../stores/index.ts'
import type { SharedSecrets } from './compare-secrets.ts'
import type { ServedRole } from './role-names.ts'
import type { PidProviderSettings, RelyingPartySettings } from './role-settings.ts'
import type { CommonSettings } from './settings.ts'

/** Everything that a service takes from its process. Two replicas differ in nothing of it. */
export interface ServiceParts<R extends ServedRole> {
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly fetch: Fetch
  readonly stores: RoleStores[R]
  readonly decisions: DecisionSink
  readonly admission?: Admission
  readonly onFault: (fault: unknown, surface: string) => void
  /** Passphrase and PIN, where no file says them. */
  readonly environment?: Environment
  /** Makes private files that are missing. Not for replicas: each would make its own. */
  readonly makeKeys?: boolean
  /** Told of each file and directory that is made for them. */
  readonly onMade?: (path: string) => void
  /** Something in the background did not go as it should; the service goes on. */
  readonly onTrouble?: (what: string) => void
  /**
   * Compares the secrets of a file with those of other replicas; rejects with `ConfigError` where they differ. Defaults to
   * no comparison.
   */
  readonly compareSecrets?: (file: string, secrets: SharedSecrets) => Promise<void>
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
export interface Service {
  readonly role: ServedRole
  readonly app: App
  readonly publisher: EntityConfigurationPublisher
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

type Located = CommonSettings & { readonly resolve: (path: string) => string }

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

/** For a role's own trust chain. */
export const ownChainOf = ({ federation: { algorithms } }: Pick<PidProviderSettings, 'federation'>) =>
  algorithms ? { federationAlgorithms: algorithms } : {}

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

/** What a role's keys are opened with. */
export interface KeyParts {
  readonly environment?: Environment
  /** Keys that the role needs and has not are made; it refuses to start without them when not said. */
  readonly makeKeys?: boolean
  readonly onMade?: (path: string) => void
  readonly onTrouble?: (what: string) => void
}

/** Where the keys of a service are, and the private files beside them, and how they are opened. */
export interface PrivateFiles {
  at(...parts: readonly string[]): string
  /** Directory of the keys that a ring of this purpose makes. */
  ring(purpose: string): string
  readonly options: PrivateFileOptions
  /** For `openRoleKeys`. */
  readonly keys: RoleKeysConfig & Pick<PrivateFileOptions, 'readOnly' | 'onPlain' | 'onMade'>
  readonly environment: Environment
}

export function privateFilesOf(
  { keys, resolve }: Located,
  { environment = {}, makeKeys, onMade, onTrouble }: KeyParts,
): PrivateFiles {
  const { ringDirectory, ...inFile } = keys
  const { passphraseFile, pkcs11 } = inFile
  const located = {
    ...inFile,
    file: resolve(keys.file),
    readOnly: makeKeys !== true,
    ...(onMade && { onMade }),
    ...(onTrouble && { onPlain: toldOnce(onTrouble) }),
    ...(passphraseFile !== undefined && { passphraseFile: resolve(passphraseFile) }),
    ...(pkcs11?.pinFile !== undefined && { pkcs11: { ...pkcs11, pinFile: resolve(pkcs11.pinFile) } }),
  }
  return {
    at: (...parts) => join(dirname(located.file), ...parts),
    ring: (purpose) => join(ringDirectory === undefined ? dirname(located.file) : resolve(ringDirectory), purpose),
    options: keyFileOptions(located, environment),
    keys: located,
    environment,
  }
}

/** Files of a ring are read more than once. */
function toldOnce(onTrouble: (what: string) => void): (path: string) => void {
  const told = new Set<string>()
  return (path) => {
    if (told.has(path)) return
    told.add(path)
    onTrouble(`The file ${path} lies in plain text, although a passphrase is said: fiducia keys encrypt ${path}`)
  }
}

/**
 * Of the keys of a purpose those that do not sign: the next ones, which everybody must know before they do, and former
 * ones, whose objects still live (FED-10).
 */
export const furtherKeys = ([, ...further]: readonly Signer[]): readonly PublicJwk[] =>
  further.map(({ publicJwk }) => publicJwk)

/** The administration's token; without one there is no administration. */
export function administratorOf({ administration, resolve }: Located) {
  const { name, token, tokenFile } = administration
  const value = token ?? (tokenFile === undefined ? undefined : readText(resolve(tokenFile)).trim())
  const fault = value === undefined ? undefined : administrationTokenFault(value)
  if (fault !== undefined) throw new ConfigError([`administration: the token ${fault}`])
  return value === undefined ? undefined : { name, token: value }
}

export const nothing = (): void => undefined
