/** Statements that are sent to PostgreSQL, recorded at the driver. */
import pg from 'pg'

/** Returns each statement as sent: a text, or its name, text and values. */
export async function sentDuring(run: () => Promise<unknown>): Promise<readonly unknown[]> {
  const sent: unknown[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    sent.push(given[0])
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    await run()
  } finally {
    pg.Client.prototype.query = query
  }
  return sent
}
