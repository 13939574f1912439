/** The search for the browser of these tests, and the message if there is none. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findChromium } from '../support/browser.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

test('a named browser is preferred to a browser of the system, and that to the browser of npm', async () => {
  const folder = freshDirectory()
  const installed = join(folder, 'chromium')
  writeFileSync(installed, '', { mode: 0o755 })
  const named = { TEST_CHROMIUM: process.execPath, PATH: folder }
  assert.equal((await findChromium(named)).executablePath, process.execPath)
  assert.equal((await findChromium({ PATH: folder })).executablePath, installed)
  assert.notEqual((await findChromium({ PATH: '' })).executablePath, installed)
})

test('a named browser that does not exist fails the run with one sentence', async () => {
  await assert.rejects(
    findChromium({ TEST_CHROMIUM: '/nowhere/chromium' }),
    /TEST_CHROMIUM names \/nowhere\/chromium, which is not an executable file\./,
  )
})
