/**
 * Replicas in place of a single role. With TEST_REPLICAS in the environment, a fixture creates the role that many times
 * over one PostgreSQL (DATABASE_URL_TEST), ignores the stores that the test passes, and sends requests to the replicas
 * in turn. `replicas.long.ts` runs suites this way.
 */
import { openPostgresStores, type RoleStores } from '../../src/stores/index.ts'

type App = (request: Request) => Promise<Response>

const count = Number(process.env.TEST_REPLICAS ?? 0)
let opened = 0

/** Returns the stores of each replica over the same new tables, or `undefined` without replicas. */
export async function replicatedStores<R extends keyof RoleStores>(
  role: R,
): Promise<readonly [RoleStores[R], ...RoleStores[R][]] | undefined> {
  const url = process.env.DATABASE_URL_TEST
  if (count < 2 || url === undefined) return undefined
  opened += 1
  const schema = `replicated_${process.pid}_${opened}`
  const open = async (): Promise<RoleStores[R]> =>
    (await openPostgresStores(role, url, { schema, migrate: true, connections: 5, idleMilliseconds: 50 })).stores
  const first = await open()
  return [first, ...(await Promise.all(Array.from({ length: count - 1 }, open)))]
}

/** Sends each request to the next app. */
export function inTurn([first, ...others]: readonly [App, ...App[]]): App {
  if (others.length === 0) return first
  const apps = [first, ...others]
  let turn = 0
  return (request) => {
    turn += 1
    return (apps[turn % apps.length] ?? first)(request)
  }
}
