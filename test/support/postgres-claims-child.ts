/** Writes one claim after the other and prints each confirmed one, until the durability test kills it. */
import { openPostgres } from '../../src/stores/index.ts'
import { noteStore, notes } from './postgres-notes.ts'

const store = noteStore(await openPostgres(process.argv[2] ?? '', { store: notes }))
for (let index = 0; ; index += 1) {
  await store.note([{ name: 'jti', value: String(index), expiresAt: 100 }], String(index))
  process.stdout.write(`${index}\n`)
}
