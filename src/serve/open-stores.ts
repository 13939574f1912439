/** Opens the stores of a role, on the embedded database or on PostgreSQL: chosen by the address and by nothing else. */
import { resolve } from 'node:path'
import { openEmbedded } from './open-embedded-stores.ts'
import { openShared } from './open-shared-stores.ts'
import type { ServedRole } from './role-names.ts'
import type { DatabaseSettings, OpenedStores } from './role-stores.ts'

/** Whether several processes may use it: PostgreSQL. */
export const isShared = ({ url }: Pick<DatabaseSettings, 'url'>): boolean => /^postgres(?:ql)?:/.test(url)

/** Opens what the address names. Rejects with one sentence for what cannot be opened. */
export async function openStores<R extends ServedRole>(
  role: R,
  database: DatabaseSettings,
  toPath: (path: string) => string = resolve,
): Promise<OpenedStores<R>> {
  if (isShared(database)) return openShared(role, database)
  const path = database.url.slice('sqlite:'.length)
  const opened = openEmbedded[role](path === ':memory:' ? path : toPath(path))
  return opened as unknown as OpenedStores<R>
}
