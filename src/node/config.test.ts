import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { ConfigError, readConfig } from './config.ts'

const schema = z.object({
  publicUrl: z.url(),
  password: z.string().optional(),
  attestationLifetimeSeconds: z.int().positive().default(3600),
  algorithms: z.array(z.string()).default(['ES256']),
})

const file = (text: string): string => {
  const path = join(freshDirectory(), 'config.json')
  writeFileSync(path, text)
  return path
}

test('the environment overrides the file, the schema gives the rest', () => {
  const config = readConfig(schema, {
    file: file('{"publicUrl":"https://a.example","attestationLifetimeSeconds":1}'),
    prefix: 'ROLE_',
    environment: {
      ROLE_ATTESTATION_LIFETIME_SECONDS: '60',
      ROLE_ALGORITHMS: '["ES384"]',
      ROLE_PASSWORD: '1234',
      OTHER_THING: 'x',
    },
  })
  assert.deepEqual(config, {
    publicUrl: 'https://a.example',
    password: '1234',
    attestationLifetimeSeconds: 60,
    algorithms: ['ES384'],
  })
})

test('all faults are told at once, without the values', () => {
  const sources = {
    file: file('{"publicUrl":"SECRET","colour":1}'),
    prefix: 'ROLE_',
    environment: { ROLE_ATTESTATION_LIFETIME_SECONDS: '-5', ROLE_TYPO: 'SECRET' },
  }
  assert.throws(
    () => readConfig(schema, sources),
    (thrown) => {
      assert.ok(thrown instanceof ConfigError)
      assert.equal(thrown.faults.length, 4)
      assert.match(thrown.message, /^The configuration has 4 faults: /)
      for (const place of ['ROLE_TYPO', '"colour"', 'publicUrl:', 'attestationLifetimeSeconds:'])
        assert.ok(
          thrown.faults.some((fault) => fault.startsWith(place)),
          place,
        )
      assert.doesNotMatch(thrown.message, /SECRET|-5/)
      return true
    },
  )
})

test('a file that is missing or broken is said so', () => {
  const environment = { R_PUBLIC_URL: 'https://a.example' }
  for (const [path, fault] of [
    ['/nowhere/config.json', /cannot be read \(ENOENT\)/],
    [file('{'), /is no JSON object \(json_malformed\)/],
    [file('{"publicUrl":"https://a.example","publicUrl":"https://b.example"}'), /json_duplicate_member/],
  ] as const)
    assert.throws(() => readConfig(schema, { file: path, environment, prefix: 'R_' }), fault)
})
