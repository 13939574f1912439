/** A service loads its own role and no other: neither the code of the others nor their packages. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { freshDirectory } from '../support/fresh-directory.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const roles = ['trust-anchor', 'wallet-provider', 'pid-provider', 'relying-party']
const foreign = /\/(?:src\/([a-z-]+)\/app\.ts|node_modules\/((?:@[^/]+\/)?[^/]+)\/)/

/** Module that prints, when the process ends, which roles and packages it has loaded. */
const reporter = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const seen = new Set()
  registerHooks({ load(url, context, next) {
    const [, role, name] = ${foreign}.exec(url) ?? []
    if (role ?? name) seen.add(role ?? name)
    return next(url, context)
  } })
  process.on('exit', () => process.stderr.write(JSON.stringify([...seen])))
`)}`

/**
 * Returns the roles and packages that `fiducia init` loads. The command reads the settings and composes the role, which
 * reports faults in them.
 */
async function loadedBy(role: string): Promise<readonly string[]> {
  const directory = freshDirectory()
  const program = join(root, 'bin/fiducia.mjs')
  const words = ['init', role, '--dir', directory, '--public-url', `http://localhost:4199`]
  const options = ['--conditions=fiducia-source', '--disable-warning=ExperimentalWarning', `--import=${reporter}`]
  const { stderr } = await run(process.execPath, [...options, program, ...words], { cwd: dirname(directory) })
  return JSON.parse(stderr.slice(stderr.indexOf('["')))
}

for (const role of ['trust-anchor', 'relying-party'])
  test(`a ${role} loads no other role, and no package of theirs`, async () => {
    const loaded = await loadedBy(role)
    assert.deepEqual(
      roles.filter((one) => loaded.includes(one)),
      [role],
    )
    for (const name of ['openid-client', '@node-saml/node-saml', 'xml-crypto']) assert.ok(!loaded.includes(name), name)
  })
