/**
 * Composes a role as `fiducia serve` does, in memory: with settings as `fiducia init` writes them, keys in a directory
 * that is removed when the process ends, and the embedded store without a file.
 */
import { join } from 'node:path'
import type { Clock, Crypto, DecisionSink, Fetch } from '../../src/base/index.ts'
import type { Admission } from '../../src/http/index.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import { secretDigest } from '../../src/relying-party/index.ts'
import {
  composeService,
  initialize,
  openStores,
  type RoleSettings,
  readSettings,
  type ServedRole,
  type Service,
} from '../../src/serve/index.ts'
import type { RoleStores } from '../../src/stores/index.ts'
import { fixedClock } from './fixed-clock.ts'
import { freshDirectory } from './fresh-directory.ts'
import { seededRandom } from './seeded-random.ts'

/** An application, so that the Relying Party has all of its endpoints. */
const application = {
  id: 'portal',
  apiKeyDigests: [secretDigest({ crypto: createNodeCrypto() }, 'token-of-an-application-0123456789ab')],
  returnUrls: ['https://portal.example/back'],
}
const directory = freshDirectory()

/** The last initialization. They run one after the other, because `fiducia init` refuses a directory in use. */
let begun: Promise<unknown> = Promise.resolve()

interface ServedOptions {
  readonly crypto: Crypto
  readonly decisions: DecisionSink
  readonly admission?: Admission
  readonly clock?: Clock
  readonly fetch?: Fetch
  readonly publicUrl?: string
  /** Defaults to a store in memory. */
  readonly databaseUrl?: string
  /** Replaces variables that `fiducia init` writes. */
  readonly environment?: Readonly<Record<string, string>>
  /** Settings of entities in further profiles. Defaults to none. */
  readonly profiles?: object
  readonly onFault?: (fault: unknown) => void
  readonly onTrouble?: (what: string) => void
}

export interface ServedInMemory<R extends ServedRole> {
  readonly service: Service
  readonly settings: RoleSettings[R]
  readonly stores: RoleStores[R]
  /** Closes the store. */
  close(): Promise<void>
}

/** Composes the role. */
export async function composeInMemory<R extends ServedRole>(
  role: R,
  options: ServedOptions,
): Promise<ServedInMemory<R>> {
  const profiles = options.profiles && { FIDUCIA_PROFILES: JSON.stringify(options.profiles) }
  const { publicUrl = `https://${role}.example`, decisions, admission, crypto, databaseUrl } = options
  const place = join(directory, `${role}-${publicUrl.replace(/\W/g, '-')}`)
  const beginning = begun.then(() =>
    initialize(role, { directory: place, publicUrl, ...(profiles && { environment: profiles }) }),
  )
  begun = beginning.catch(() => undefined)
  const { file } = await beginning
  const environment = {
    FIDUCIA_DATABASE_MIGRATE: 'true',
    ...(role === 'relying-party' && { FIDUCIA_ROLE_APPLICATIONS: JSON.stringify([application]) }),
    ...profiles,
    ...options.environment,
  }
  const settings = readSettings(role, { file, environment, overrides: { database: databaseUrl ?? 'sqlite::memory:' } })
  const { stores, close } = await openStores(role, settings.database)
  const service = await composeService(role, settings, {
    clock: options.clock ?? fixedClock(),
    random: seededRandom(role),
    crypto,
    fetch: options.fetch ?? (() => Promise.reject(new TypeError('nobody answers'))),
    stores,
    decisions,
    ...(admission && { admission }),
    ...(options.onTrouble && { onTrouble: options.onTrouble }),
    onFault:
      options.onFault ??
      ((fault) => {
        throw fault
      }),
  })
  return { service, settings, stores, close }
}
