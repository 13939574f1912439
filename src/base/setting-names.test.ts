import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { settingNamesAt } from './setting-names.ts'

const schema = z
  .strictObject({
    listen: z
      .strictObject({ port: z.int(), tls: z.strictObject({ keyFile: z.string() }).optional() })
      .prefault({ port: 1 }),
    providers: z
      .array(
        z.discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('a'), issuer: z.string() }),
          z.strictObject({ kind: z.literal('b'), entityId: z.string() }),
        ]),
      )
      .default([]),
    rates: z.record(z.string(), z.strictObject({ burst: z.int() })),
  })
  .transform((value) => value)

test('settingNamesAt returns the setting names at a place of a schema', () => {
  for (const [place, names] of [
    [[], ['listen', 'providers', 'rates']],
    [['listen'], ['port', 'tls']],
    [['listen', 'tls'], ['keyFile']],
    [
      ['providers', 0],
      ['kind', 'issuer', 'entityId'],
    ],
    [['rates', 'any'], ['burst']],
    [['listen', 'port'], []],
    [['unknown', 'place'], []],
  ] as const)
    assert.deepEqual([...new Set(settingNamesAt(schema, place))], names, place.join('.'))
  assert.deepEqual(settingNamesAt({}, ['listen']), [])
})
