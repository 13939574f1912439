/** Rows of the growth bench: tables that are filled by one statement each, and the lookups that must not grow. */
import type { RoleStores } from '../../src/stores/index.ts'

export type GrowingRole = 'wallet-provider' | 'pid-provider'

interface Lookup {
  readonly role: GrowingRole
  readonly name: string
  /** Returns the number of results. */
  run(stores: RoleStores[GrowingRole]): Promise<number>
}

const limit = 100
const first = 1_700_000_000

/** Returns the statements that fill the tables of a role. `numbers` is a table expression with a column `i`. */
export const fillings: Readonly<Record<GrowingRole, (numbers: string, dialect: 'sqlite' | 'postgres') => string[]>> = {
  'wallet-provider': (numbers, dialect) => {
    const [id, platform, user] =
      dialect === 'sqlite' ? ['id, ', '', 'instance, user'] : ['', ', platform', 'hardware_key_tag, person']
    const status = `CASE WHEN i % 1000 = 0 THEN 'registered' ELSE 'operational' END`
    return [
      `INSERT INTO wallet_instance (${id}hardware_key_tag, hardware_key_thumbprint, hardware_key, device, status,
         registered_at${platform})
       SELECT ${id && 'i, '}'tag-' || i, 'thumbprint-' || i, '{}', '{"platform":"android"}', ${status},
         ${first} + i${platform && ", 'android'"} FROM ${numbers}`,
      `INSERT INTO wallet_instance_user (${user}) SELECT ${id ? 'i' : "'tag-' || i"}, 'user-' || i FROM ${numbers}`,
    ]
  },
  'pid-provider': (numbers) => [
    `INSERT INTO issued_credential (id, format, holder_thumbprint, subject, client_id, wallet_provider, token_id,
       status_list, status_index, issued_at, expires_at, status)
     SELECT 'id-' || i, 'dc+sd-jwt', 'holder-' || i, 'subject-' || i, 'client-' || i, 'provider', 'token-' || i,
       i / 100000, i % 100000, ${first} + i, 1800000000, CASE WHEN i % 1000 = 0 THEN 'suspended' ELSE 'valid' END
     FROM ${numbers}`,
  ],
}

const instances =
  (query: object) =>
  async (stores: RoleStores[GrowingRole]): Promise<number> =>
    (await (stores as RoleStores['wallet-provider']).walletInstances.search({ ...query, limit })).length

const credentials =
  (query: object) =>
  async (stores: RoleStores[GrowingRole]): Promise<number> =>
    (await (stores as RoleStores['pid-provider']).issuedCredentials.search({ ...query, limit })).length

const role = 'wallet-provider'
export const lookups: readonly Lookup[] = [
  { role, name: 'instances by thumbprint', run: instances({ thumbprint: 'thumbprint-500' }) },
  { role, name: 'instances by user', run: instances({ user: 'user-500' }) },
  { role, name: 'instances by a usual status', run: instances({ status: 'operational' }) },
  { role, name: 'instances by a rare status', run: instances({ status: 'registered' }) },
  { role, name: 'instances by an absent status', run: instances({ status: 'revoked' }) },
  { role, name: 'held instances', run: instances({ held: true }) },
  { role, name: 'a later page of instances', run: instances({ before: 'tag-500' }) },
  { role: 'pid-provider', name: 'credentials by person', run: credentials({ subject: 'subject-500' }) },
  { role: 'pid-provider', name: 'credentials by a usual status', run: credentials({ status: 'valid' }) },
  { role: 'pid-provider', name: 'credentials by a rare status', run: credentials({ status: 'suspended' }) },
  { role: 'pid-provider', name: 'credentials by an absent status', run: credentials({ status: 'revoked' }) },
  { role: 'pid-provider', name: 'a later page of credentials', run: credentials({ before: 'id-500' }) },
]
