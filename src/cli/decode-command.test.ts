/** `fiducia decode` with a text from an argument or from standard input, and with a file of keys. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { run } from '../../test/support/run-program.ts'
import { freshDirectory } from '../../test/support/sandbox-process.ts'
import { resourceRequest } from '../../test/vectors/rfc9449.ts'
import { issuerJwt, issuerKey } from '../../test/vectors/rfc9901.ts'

const { proof, method, url, accessToken } = resourceRequest

test('decode verifies a DPoP proof from the argument against its request, and a failed check leaves the exit code 0', async () => {
  const { code, out } = await run('decode', proof, '--method', method, '--url', url, '--access-token', accessToken)
  assert.equal(code, 0)
  assert.match(out, /^DPoP proof: 1 not valid, 6 verified/)
  assert.match(out, /^ {2}NO {2}Times: not valid\. The proof is too old\. \(proof_stale at dpop\.payload\.iat\)/m)
  assert.match(out, /^ {6}what to change: /m)
  assert.match(out, /^ {2}ok {2}URL \(htu\): verified$/m)
  assert.match(out, /^ {2}NAME +VALUE +MEANING$/m)
  assert.match(out, /^ {2}iat +1562262618 +\d+ years ago\. Time at which the proof was made/m)
})

test('--json prints JSON with names in snake case, and --key names the key that verifies the signature', async () => {
  const file = join(freshDirectory(), 'key.json')
  writeFileSync(file, JSON.stringify(issuerKey))
  const { code, out } = await run('decode', `${issuerJwt}~`, '--key', file, '--json')
  assert.equal(code, 0)
  const decoded = JSON.parse(out) as { kind: string; verdicts: { check: string; by?: string }[] }
  assert.equal(decoded.kind, 'sd_jwt')
  assert.equal(decoded.verdicts.find(({ check }) => check === 'signature')?.by, 'pasted')
  const names = [...out.matchAll(/"([^"]+)":/g)].map(([, name = '']) => name)
  assert.deepEqual(
    names.filter((name) => !/^[a-z_]+$/.test(name)),
    [],
  )
  const missing = await run('decode', issuerJwt, '--key', `${file}.none`)
  assert.deepEqual([missing.code, missing.out], [1, ''])
  assert.match(missing.err, /cannot be read/)
})

test('an unknown text is answered with exit code 1, and a malformed index is refused', async () => {
  const unknown = await run('decode', 'no token of this field')
  assert.equal(unknown.code, 1)
  assert.match(unknown.err, /^Not recognised/)
  assert.match((await run('decode', issuerJwt, '--index', '-1')).err, /It must be a whole number from 0 to 999999999/)
  assert.match((await run('decode', '--help')).out, /Examples:\n {2}\$ fiducia decode /)
})

test('control characters in the text do not reach the terminal', async () => {
  const { out } = await run('decode', JSON.stringify({ 'a\u001b[2Jb': '\u001b]0;x\u0007\u202e', kty: 'x\ny' }))
  assert.match(out, /^Key \(JWK\)/)
  assert.doesNotMatch(out, /[^\P{Cc}\n]|\u202e/u)
})

test('- reads standard input', () => {
  const program = fileURLToPath(new URL('../../bin/fiducia.mjs', import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [program, 'decode', '-'], {
    input: `${proof}\n`,
    encoding: 'utf8',
  })
  assert.deepEqual([status, stdout.slice(0, 10)], [0, 'DPoP proof'])
})
