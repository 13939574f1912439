/**
 * Compares the secrets of replicas. Replicas over one store need the same secrets. With different secrets, a replica
 * refuses the challenges of another replica, and one person gets a different `unique_id` from each replica. Each
 * replica writes digests of its secrets into the store at its start. A replica does not start if it would refuse the
 * values of a running replica, or the running replica would refuse its values. The digests are HMACs of a fixed text,
 * so they do not reveal the secrets.
 */
import { type Clock, type Crypto, encodeBase64url, type NonceKeys, type Random } from '../base/index.ts'
import { ConfigError, every } from '../node/index.ts'
import type { ReplicaSecrets, SecretDigests } from '../stores/index.ts'

/**
 * Seconds without an announcement after which a replica counts as ended. Each replica announces itself every minute.
 */
export const silentSeconds = 180
const announceSeconds = 60

/** Secrets of one file, by purpose. */
export type SharedSecrets = Readonly<Record<string, NonceKeys>>

interface CompareSecretsParts {
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Pick<Crypto, 'hmac'>
  /** Absent if a single process uses the store: nothing is compared then. */
  readonly replicas: ReplicaSecrets | undefined
}

/** Comparison of this replica's secrets with those of the others. */
export interface SecretsComparison {
  /**
   * Announces the secrets now and each minute until `stop`, and compares them once with those of the replicas that run.
   * If they differ, withdraws the announcement and rejects with `ConfigError`, with a sentence for each purpose. A
   * difference of one step of `fiducia keys rotate-secret` is accepted. Does nothing without `replicas`. Call it once:
   * a replica has one announcement.
   */
  compare(file: string, secrets: SharedSecrets): Promise<void>
  /** Stops announcing and withdraws the announcement. Does nothing before `compare`. */
  stop(): Promise<void>
}

/** Creates the comparison of one replica. Announces nothing before `compare`. */
export function createSecretsComparison({ clock, random, crypto, replicas }: CompareSecretsParts): SecretsComparison {
  const replica = encodeBase64url(random.bytes(16))
  const since = (): number => clock.now() - silentSeconds
  let stopAnnouncing = (): void => undefined
  let stop = async (): Promise<void> => undefined
  return {
    compare: async (file, secrets) => {
      if (replicas === undefined) return
      const digests = digestsOf(crypto, secrets)
      const announce = (): Promise<void> => replicas.announce(replica, digests, clock.now())
      stop = async () => {
        stopAnnouncing()
        await replicas.withdraw(replica, since())
      }
      await announce()
      const others = await replicas.earlier(replica, since())
      const faults = Object.entries(digests).flatMap(([purpose, own]) => faultOf(purpose, own, others))
      if (faults.length > 0) {
        await stop()
        throw new ConfigError(faults.map((fault) => `${file}: ${fault}`))
      }
      stopAnnouncing = every(announceSeconds, announce)
    },
    stop: () => stop(),
  }
}

/** Replicas of two versions compare their digests during an update, so the text must not change. */
const digestsOf = (crypto: Pick<Crypto, 'hmac'>, secrets: SharedSecrets): SecretDigests =>
  Object.fromEntries(
    Object.entries(secrets).map(([purpose, keys]) => [
      purpose,
      keys.map(({ secret }) => encodeBase64url(crypto.hmac(secret, `fiducia secret of replicas ${purpose}`))),
    ]),
  )

/** Returns true if a replica with the digests `own` accepts the values that another creates with its first secret. */
const accepts = (own: readonly string[], [first = '']: readonly string[]): boolean => own.includes(first)

/** Returns the fault of one purpose, if any. Skips replicas that have no secret of this purpose. */
function faultOf(purpose: string, own: readonly string[], others: readonly SecretDigests[]): readonly string[] {
  const digestsOfOthers = others.flatMap(({ [purpose]: digests }) => (digests === undefined ? [] : [digests]))
  const mismatch = digestsOfOthers.find((digests) => !accepts(own, digests) || !accepts(digests, own))
  if (mismatch === undefined) return []
  return [mismatch.some((digest) => own.includes(digest)) ? skippedStep(purpose) : otherSecret(purpose)]
}

const otherSecret = (purpose: string): string =>
  `the secret "${purpose}" differs from that of the other replicas of this store: give all replicas the same file. Replace a lost secret while no replica runs. A replica that crashed counts for ${silentSeconds} more seconds`
const skippedStep = (purpose: string): string =>
  `the secret "${purpose}" is more than one step of "fiducia keys rotate-secret" away from that of another replica of this store: restart that replica with the file from before the last step, or give this one that file. Take a step only when all replicas have started with the previous one`
