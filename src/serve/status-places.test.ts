import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { composeInMemory } from '../../test/support/served-roles.ts'
import { createDecisionLog, createNodeCrypto } from '../node/index.ts'
import { openSqliteStores } from '../stores/index.ts'

/** Statements that record a token in a list. */
const tokenIn = {
  'wallet-provider': (list: number) =>
    `INSERT INTO wallet_attestation (status_list, status_index, instance, kept_until) VALUES (${list}, 1, 1, 2000000000)`,
  'pid-provider': (list: number) =>
    `INSERT INTO issued_credential (id, format, holder_thumbprint, subject, client_id, wallet_provider, token_id,
       status_list, status_index, issued_at, expires_at, status)
     VALUES ('x${list}', '', '', '', '', '', '', ${list}, 1, 1, 2000000000, 'valid')`,
} as const

for (const role of ['wallet-provider', 'pid-provider'] as const)
  test(`WP-73 PP-109 ${role}: the metrics count added status lists after a start, and again in the upkeep`, async () => {
    const file = join(freshDirectory(), `${role}.sqlite`)
    const record = (list: number): void => {
      const direct = new DatabaseSync(file)
      direct.exec(tokenIn[role](list))
      direct.close()
    }
    await openSqliteStores(role, file).database.close()
    record(19)
    const clock = fixedClock()
    const parts = { crypto: createNodeCrypto(), decisions: createDecisionLog(), clock, databaseUrl: `sqlite:${file}` }
    const { service, close } = await composeInMemory(role, parts)
    const lists = () => service.gauges?.find(({ name }) => name === 'fiducia_status_lists')?.read()
    try {
      assert.equal(lists(), 20)
      assert.match(service.notes().join(), /the status lists grew from 8 to 20/)
      record(39)
      clock.advance(60)
      await service.runUpkeep(clock.now())
      assert.equal(lists(), 40)
    } finally {
      service.stop()
      service.close()
      await close()
    }
  })
