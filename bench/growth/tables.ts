/** Tables of the growth bench, each filled by one statement, and the lookups whose time must not grow with the rows. */
import type { RoleStores } from '../../src/stores/index.ts'
import { createListResponses, type ListResponses } from '../../src/trust-anchor/statements/kept-lists.ts'

export type GrowingRole = keyof RoleStores
type Dialect = 'sqlite' | 'postgres'

/** Runs a lookup. Returns something that depends on its result. */
type Run<R extends GrowingRole> = (stores: RoleStores[R]) => Promise<unknown>

interface Lookup {
  readonly role: GrowingRole
  readonly name: string
  /** Returns the lookup on newly opened stores. */
  readonly on: (stores: RoleStores[GrowingRole]) => () => Promise<unknown>
}

const limit = 100
const first = 1_700_000_000
const last = 1_800_000_000
/** Places of a status list. */
const places = 131_072

/** Condition of a withdrawn credential whose place is free again. All of them were in the first status list. */
const isFreed = 'i % 100 = 1'

/** Returns the statements that fill the tables of a role. `numbers` is a table expression with a column `i`. */
export const fillings: Readonly<Record<GrowingRole, (numbers: string, dialect: Dialect) => string[]>> = {
  'wallet-provider': (numbers, dialect) => {
    const [id, platform, user] =
      dialect === 'sqlite' ? ['id, ', '', 'instance, user'] : ['', ', platform', 'hardware_key_tag, person']
    const status = `CASE WHEN i % 1000 = 0 THEN 'registered' ELSE 'operational' END`
    const instance = id ? 'i' : "'tag-' || i"
    return [
      `INSERT INTO wallet_instance (${id}hardware_key_tag, hardware_key_thumbprint, hardware_key, device, status,
         registered_at${platform})
       SELECT ${id && 'i, '}'tag-' || i, 'thumbprint-' || i, '{}', '{"platform":"android"}', ${status},
         ${first} + i${platform && ", 'android'"} FROM ${numbers}`,
      `INSERT INTO wallet_instance_user (${user}) SELECT ${instance}, 'user-' || i FROM ${numbers}`,
      `INSERT INTO wallet_attestation (status_list, status_index, ${id ? 'instance' : 'hardware_key_tag'}, kept_until, revoked)
       SELECT i / ${places}, i % ${places}, ${instance}, ${last}, ${id ? 'i % 1000 = 0' : '(i % 1000 = 0)'} FROM ${numbers}`,
    ]
  },
  'pid-provider': (numbers) => [
    `INSERT INTO issued_credential (id, format, holder_thumbprint, subject, client_id, wallet_provider, token_id,
       status_list, status_index, issued_at, expires_at, status, attestation_list, attestation_index, attestation_until,
       place_free)
     SELECT 'id-' || i, 'dc+sd-jwt', 'holder-' || i, 'subject-' || i, 'client-' || i, 'provider', 'token-' || i,
       CASE WHEN ${isFreed} THEN 0 ELSE i / 100000 END, i % 100000, ${first} + i, ${last},
       CASE WHEN i % 1000 = 0 OR ${isFreed} THEN 'suspended' ELSE 'valid' END,
       'list-' || (i / ${places}), i % ${places}, ${last}, CASE WHEN ${isFreed} THEN 1 ELSE 0 END FROM ${numbers}`,
    `INSERT INTO watched_list (wallet_provider, uri, places, until, due)
     SELECT DISTINCT 'provider', 'list-' || (i / ${places}), ${places}, ${last}, ${first} FROM ${numbers}`,
  ],
  'relying-party': (numbers, dialect) => {
    const digest = dialect === 'sqlite' ? "unhex(printf('%064x', i))" : "decode(lpad(to_hex(i), 64, '0'), 'hex')"
    return [
      `INSERT INTO application (id, body, erases) SELECT 'id-' || i, '{"id":"id-' || i || '"}', 0 FROM ${numbers}`,
      `INSERT INTO application_key (digest, application) SELECT ${digest}, 'id-' || i FROM ${numbers}`,
    ]
  },
  'trust-anchor': (numbers, dialect) => {
    const entity = `'https://' || i || '.example'`
    const members = { keys: '[]', entityTypes: '["wallet_provider"]', intermediate: 'false' }
    return dialect === 'sqlite'
      ? [
          `INSERT INTO subordinate (profile, entity_id, entry, status, revision) SELECT 'seed', ${entity},
             '{"entityId":"' || ${entity} || '","keys":[],"entityTypes":["wallet_provider"],"intermediate":false}',
             'active', 1 FROM ${numbers}`,
        ]
      : [
          `INSERT INTO subordinate (profile, entity_id, status, revision) SELECT 'seed', ${entity}, 'active', 1 FROM ${numbers}`,
          ...Object.entries(members).map(
            ([name, value]) =>
              `INSERT INTO subordinate_member (profile, entity_id, name, value)
               SELECT 'seed', ${entity}, '${name}', '${value}' FROM ${numbers}`,
          ),
        ]
  },
}

/** Maximum number of rows of a role. No entry means no maximum. */
export const maximumRows: Partial<Record<GrowingRole, number>> = { 'trust-anchor': 100_000 }

const lookup =
  <R extends GrowingRole>(role: R) =>
  (name: string, run: Run<R>): Lookup => ({
    role,
    name,
    on: (stores) => () => run(stores as RoleStores[R]),
  })

const ofWalletProvider = lookup('wallet-provider')
const ofPidProvider = lookup('pid-provider')
const ofRelyingParty = lookup('relying-party')

const instances =
  (query: object): Run<'wallet-provider'> =>
  ({ walletInstances }) =>
    walletInstances.search({ ...query, limit })

const credentials =
  (query: object): Run<'pid-provider'> =>
  ({ issuedCredentials }) =>
    issuedCredentials.search({ ...query, limit })

const digestOf = (number: number): string =>
  Buffer.from(number.toString(16).padStart(64, '0'), 'hex').toString('base64url')

/** Indexes of a status list whose instances are revoked at once. */
const revokedIndexes = Array.from({ length: 16 }, (_, index) => index + 1)

export const lookups: readonly Lookup[] = [
  ofWalletProvider('instances by thumbprint', instances({ thumbprint: 'thumbprint-500' })),
  ofWalletProvider('instances by user', instances({ user: 'user-500' })),
  ofWalletProvider('instances by a usual status', instances({ status: 'operational' })),
  ofWalletProvider('instances by a rare status', instances({ status: 'registered' })),
  ofWalletProvider('instances by an absent status', instances({ status: 'revoked' })),
  ofWalletProvider('instances by an absent platform', instances({ platform: 'apple' })),
  ofWalletProvider('held instances', instances({ held: true })),
  ofWalletProvider('a later page of instances', instances({ before: 'tag-500' })),
  ofWalletProvider('a place in a status list', ({ walletInstances }) =>
    walletInstances.usedPlaces([{ list: 0, index: 500 }]),
  ),
  ofWalletProvider('the share of used places', ({ walletInstances }) =>
    walletInstances.usedPlaces(Array.from({ length: 256 }, (_, at) => ({ list: at % 8, index: at * 500 }))),
  ),
  ofWalletProvider('the highest status list', ({ walletInstances }) => walletInstances.highestList()),
  ofWalletProvider('revoked places of a status list', ({ walletInstances }) => walletInstances.revokedPlaces(0, first)),
  ofPidProvider('credentials by person', credentials({ subject: 'subject-500' })),
  ofPidProvider('credentials by a usual status', credentials({ status: 'valid' })),
  ofPidProvider('credentials by a rare status', credentials({ status: 'suspended' })),
  ofPidProvider('credentials by an absent status', credentials({ status: 'revoked' })),
  ofPidProvider('a later page of credentials', credentials({ before: 'id-500' })),
  ofPidProvider('credentials by an absent format', credentials({ format: 'other' })),
  ofPidProvider('withdrawn places of a status list', ({ issuedCredentials }) => issuedCredentials.exceptions(0)),
  ofPidProvider('a place for a credential', ({ issuedCredentials }) =>
    issuedCredentials.usedPlaces([{ list: 0, index: 500 }]),
  ),
  ofPidProvider('a sweep without a due list', ({ issuedCredentials }) =>
    issuedCredentials.takeDueLists({ now: first - 1, nextDue: first, limit }),
  ),
  ofPidProvider('a sweep that takes the due lists', ({ issuedCredentials }) =>
    issuedCredentials.takeDueLists({ now: first, nextDue: first, limit }),
  ),
  ofPidProvider('credentials of 16 revoked instances', ({ issuedCredentials }) =>
    issuedCredentials.watchedAt({ walletProvider: 'provider', uri: 'list-0', indexes: revokedIndexes, now: first }),
  ),
  ofRelyingParty('an application by its key', ({ applications }) => findByKey(applications, digestOf(500))),
  ofRelyingParty('an unknown application key', ({ applications }) => findByKey(applications, digestOf(0))),
  {
    role: 'trust-anchor',
    name: 'GET /list, kept',
    on: (stores) => {
      const lists = createListResponses(stores as RoleStores['trust-anchor'])
      return () => lists.findOrBuild('list', async () => ({ status: 200, body: await listOf(lists) }) as never)
    },
  },
  {
    role: 'trust-anchor',
    name: 'GET /list of several types, kept',
    on: (stores) => {
      const lists = createListResponses(stores as RoleStores['trust-anchor'])
      return () => lists.findOrBuild(undefined, async () => ({ status: 200, body: await listOf(lists) }) as never)
    },
  },
  lookup('trust-anchor')('GET /list, after a change', (stores) => listOf(createListResponses(stores))),
]

const findByKey = (applications: RoleStores['relying-party']['applications'], digest: string): Promise<unknown> => {
  if (applications === undefined) throw new Error('the store has no applications')
  return applications.findByKey(digest)
}

const listOf = async (lists: Pick<ListResponses, 'subordinates'>): Promise<string> =>
  JSON.stringify((await lists.subordinates()).map(({ entityId }) => entityId))
