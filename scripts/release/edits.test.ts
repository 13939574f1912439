import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { root } from '../source/files.ts'
import { isLaterVersion, notesOf, releaseChangelog, withTarball } from './edits.ts'

const changelog = '# Changelog\n\n## Unreleased\n\n- **Wallet**: new.\n\n## 0.1.0 (2026-12-01)\n\n- **Roles**: all.\n'

test('the first different number decides which version is later', () => {
  for (const next of ['0.1.1', '0.2.0', '0.10.0', '1.0.0']) assert.ok(isLaterVersion(next, '0.1.0'), next)
  for (const next of ['0.1.0', '0.0.9']) assert.ok(!isLaterVersion(next, '0.1.0'), next)
  for (const next of ['1', '1.0.0-rc.1', 'v1.0.0', ''])
    assert.throws(() => isLaterVersion(next, '0.1.0'), /not a version/)
})

describe('the changelog of a release', () => {
  test('moves the entries under a heading with version and date', () => {
    const released = releaseChangelog(changelog, '0.2.0', '2027-01-31')
    assert.equal(
      released,
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2027-01-31)\n\n- **Wallet**: new.\n\n## 0.1.0 (2026-12-01)\n\n- **Roles**: all.\n',
    )
    assert.equal(notesOf(released, '0.2.0'), '- **Wallet**: new.')
    assert.equal(notesOf(released, '0.1.0'), '- **Roles**: all.')
  })

  test('dates an entry that the version already has', () => {
    const first = '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- **Roles**: all.\n'
    assert.equal(
      releaseChangelog(first, '0.1.0', '2026-12-01'),
      '# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-12-01)\n\n- **Roles**: all.\n',
    )
  })

  test('throws without entries, and without the heading', () => {
    assert.throws(
      () => releaseChangelog(releaseChangelog(changelog, '0.2.0', 'd'), '0.3.0', 'd'),
      /no entry for 0\.3\.0/,
    )
    assert.throws(() => releaseChangelog('# Changelog\n', '0.2.0', 'd'), /"Unreleased" is missing/)
    assert.throws(() => notesOf(changelog, '0.2.0'), /no entry for 0\.2\.0/)
  })

  test('accepts the changelog of the repository', () => {
    const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const isReleased = text.includes(`\n## ${version} (`)
    assert.ok(isReleased || notesOf(releaseChangelog(text, version, '2026-12-01'), version).includes('**Roles**'))
    assert.ok(isReleased || text.split('\n').length <= 60, 'the entry is at most a page long')
  })
})

test('a page names the tarball of the next version', () => {
  assert.equal(withTarball('`fiducia-0.1.0.tgz` x-0.1.0.tgz', 'fiducia', '0.2.0'), '`fiducia-0.2.0.tgz` x-0.1.0.tgz')
})
