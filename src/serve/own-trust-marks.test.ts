import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { ConfigError, createNodeCrypto } from '../node/index.ts'
import type { ProfileName } from '../profiles/index.ts'
import { openTrustMarks } from './own-trust-marks.ts'

test('a file without a trust mark is reported at the place of its entity in the settings', () => {
  const directory = freshDirectory()
  writeFileSync(join(directory, 'mark.jwt'), 'garbage')
  const open = (profile: ProfileName) =>
    openTrustMarks(
      {
        publicUrl: 'https://rp.example',
        network: { loopbackHttp: false, trustedHosts: [], certificateAuthorityFiles: [], timeoutMilliseconds: 5000 },
        federation: { trustMarks: [{ type: 'https://mark.example', markFile: 'mark.jwt' }] },
        role: { profile, clockSkewSeconds: 60 },
        resolve: (path) => join(directory, path),
      },
      { crypto: createNodeCrypto(), clock: fixedClock(), fetch: () => assert.fail() },
      { find: assert.fail, keep: assert.fail, forget: assert.fail },
    )
  for (const [profile, place] of [
    ['seed', 'federation.trustMarks.0.markFile'],
    ['it-wallet-1.4', 'profiles.it-wallet-1.4.trustMarks.0.markFile'],
  ] as const)
    assert.throws(
      () => open(profile),
      (thrown) => thrown instanceof ConfigError && thrown.faults.join().startsWith(`${place}: contains no trust mark`),
    )
})
