/** `fiducia keys`: contradictory options, rotation of secrets, encryption of files. */
import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '../../test/support/run-program.ts'
import { freshDirectory } from '../../test/support/sandbox-process.ts'
import { createNodeRandom, loadSecrets } from '../node/index.ts'

test('keys attestation refuses contradictory options and sends no request', async () => {
  for (const [options, says] of [
    ['--next --activate x', /'--activate <kid>' cannot be used with option '--next'/],
    ['--next --revoke x', /'--revoke <kid>' cannot be used with option '--next'/],
    ['--activate x --revoke y', /'--revoke <kid>' cannot be used with option '--activate <kid>'/],
  ] as const) {
    const { code, out, err } = await run('keys', 'attestation', ...options.split(' '), '--url', 'http://127.0.0.1:1')
    assert.deepEqual([code, out], [1, ''], options)
    assert.match(err, says)
  }
})

test('keys rotate takes one step at a time, and leaves the file unchanged otherwise', async () => {
  const file = join(freshDirectory(), 'keys.json')
  await run('keys', 'create', file, '--role', 'relying-party')
  const kept = readFileSync(file, 'utf8')
  for (const [options, says] of [
    ['--activate x --remove y', /'--remove <kid>' cannot be used with option '--activate <kid>'/],
    ['--rsa --activate x', /'--rsa' cannot be used with option '--activate <kid>'/],
    ['--rsa --remove x', /'--rsa' cannot be used with option '--remove <kid>'/],
  ] as const) {
    const { code, out, err } = await run('keys', 'rotate', file, 'response', ...options.split(' '))
    assert.deepEqual([code, out], [1, ''], options)
    assert.match(err, says)
  }
  assert.equal(readFileSync(file, 'utf8'), kept)
})

test('keys rotate reports that a file has no keys, and does not take it for the file of a Trust Anchor', async () => {
  const file = join(freshDirectory(), 'keys.json')
  writeFileSync(file, '{"keys":[]}', { mode: 0o600 })
  const { code, err } = await run('keys', 'rotate', file, 'federation')
  assert.equal(code, 1)
  assert.match(err, /keys\.json has no keys: run fiducia keys create\.$/m)
})

test('an option without the option that it needs is refused in one sentence, and no request is sent', async () => {
  const at = ['--url', 'http://127.0.0.1:1', '--token', 't']
  for (const [command, says] of [
    ['keys attestation --reason compromised', '--reason needs --next or --revoke'],
    ['keys attestation --activate x --reason compromised', '--reason needs --next or --revoke'],
    ['keys attestation --revoke x --force', '--force needs --activate'],
    ['federation rotate-keys --reason compromised', '--reason needs --next or --revoke'],
    ['federation rotate-keys --next --force', '--force needs --activate'],
    ['federation marks --reason audited', '--reason needs --grant or --revoke'],
    ['federation policy https://a.example --reason audited', '--reason needs --set or --clear or --credential-types'],
  ] as const)
    assert.deepEqual(await run(...command.split(' '), ...at), {
      code: 1,
      out: '',
      err: `${says}: add it, or leave ${/--\w+/.exec(says)} out.\n`,
    })
})

test('an unknown reason of a revocation is refused with the permitted ones, and no request is sent', async () => {
  const command = ['federation', 'rotate-keys', '--revoke', 'x', '--reason', 'lost']
  assert.deepEqual(await run(...command, '--url', 'http://127.0.0.1:1', '--token', 't'), {
    code: 1,
    out: '',
    err: 'The reason of a revocation is unspecified, compromised or superseded: correct --reason.\n',
  })
})

test('keys rotate-secret takes the steps of a rollover, only for permitted purposes, and shows no secret', async () => {
  const file = join(freshDirectory(), 'secrets.json')
  loadSecrets({ random: createNodeRandom() }, file, ['cNonce', 'person'])
  for (const says of [
    [1, 2],
    [2, 1],
    [2, 3],
  ].map(([makes, accepted]) => `secret ${makes} creates values, secret ${accepted} is also accepted`))
    assert.deepEqual(await run('keys', 'rotate-secret', file, 'cNonce'), { code: 0, out: `cNonce  ${says}\n`, err: '' })
  const kept = readFileSync(file, 'utf8')
  assert.match((await run('keys', 'rotate-secret', file, 'person')).err, /choices are challenge, cNonce, openid\./)
  assert.match((await run('keys', 'rotate-secret', file, 'challenge')).err, /has no secret for "challenge"/)
  assert.equal(readFileSync(file, 'utf8'), kept)
  loadSecrets({ random: createNodeRandom() }, file, ['openid', 'openidSubject'])
  assert.match((await run('keys', 'rotate-secret', file, 'openid')).out, /^openid {2}secret 1 creates values/)
  assert.match((await run('keys', 'rotate-secret', file, 'openidSubject')).err, /Allowed choices are/)
})

test('keys encrypt encrypts a plain text file once, with the given passphrase', async () => {
  const directory = freshDirectory()
  const [file, passphraseFile] = [join(directory, 'secrets.json'), join(directory, 'passphrase')]
  const random = createNodeRandom()
  const { person } = loadSecrets({ random }, file, ['person'])
  writeFileSync(passphraseFile, 'correct horse\n', { mode: 0o600 })
  const encrypt = (...words: string[]) => run('keys', 'encrypt', ...words)
  const said = ['--passphrase-file', passphraseFile]
  const kept = readFileSync(file, 'utf8')
  assert.match((await encrypt(file)).err, /^Give the passphrase: FIDUCIA_KEYS_PASSPHRASE, or --passphrase-file\.$/m)
  assert.equal(readFileSync(file, 'utf8'), kept)
  assert.deepEqual(await encrypt(file, ...said), { code: 0, out: `encrypted  ${file}\n`, err: '' })
  assert.match(readFileSync(file, 'utf8'), /scrypt-aes-256-gcm/)
  assert.equal(statSync(file).mode & 0o077, 0)
  assert.deepEqual(loadSecrets({ random }, file, ['person'], { passphrase: 'correct horse' }).person, person)
  const sealed = readFileSync(file, 'utf8')
  assert.deepEqual(await encrypt(file, ...said), { code: 0, out: `was encrypted  ${file}\n`, err: '' })
  assert.equal(readFileSync(file, 'utf8'), sealed)
  writeFileSync(passphraseFile, 'another\n')
  assert.match((await encrypt(file, ...said)).err, /does not open with this passphrase/)
  assert.match(
    (await encrypt(join(directory, 'none'), ...said)).err,
    /does not exist: correct the path, or put the file there\.$/m,
  )
})

test('keys encrypt prints the files that it encrypted before one of them fails', async () => {
  const directory = freshDirectory()
  const [file, missing] = [join(directory, 'secrets.json'), join(directory, 'none')]
  const passphraseFile = join(directory, 'passphrase')
  loadSecrets({ random: createNodeRandom() }, file, ['person'])
  writeFileSync(passphraseFile, 'correct horse\n', { mode: 0o600 })
  const encrypt = (...words: string[]) => run('keys', 'encrypt', ...words, '--passphrase-file', passphraseFile)
  const { code, out, err } = await encrypt(file, missing, file)
  assert.deepEqual([code, out], [1, `encrypted  ${file}\n`])
  assert.match(err, /none does not exist: correct the path, or put the file there\.$/m)
  const { out: json } = await encrypt(file, missing, '--json')
  assert.deepEqual(JSON.parse(json), [{ file, encrypted: false }])
  assert.equal((await encrypt(missing, file)).out, '')
})
