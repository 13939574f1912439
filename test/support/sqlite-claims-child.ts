/** Writes one claim after the other and prints each confirmed one, until the durability test kills it. */
import { claimsInOrderOfArrival } from '../../src/stores/sqlite/claims.ts'
import { openSqlite } from '../../src/stores/sqlite/database.ts'

const database = openSqlite(process.argv[2] ?? '', [
  claimsInOrderOfArrival,
  'CREATE TABLE note (name TEXT NOT NULL) STRICT',
])
for (let index = 0; ; index += 1) {
  const claim = { name: 'jti', value: String(index), expiresAt: 100 }
  await database.claim([claim], (session) => session.prepare('INSERT INTO note VALUES (?)').run(String(index)))
  process.stdout.write(`${index}\n`)
}
