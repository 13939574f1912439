/**
 * A role opens its keys by its configuration: encrypted files, passphrases from files and environment, rotation, key
 * rings.
 */
import assert from 'node:assert/strict'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { withKeyCache } from '../jose/index.ts'
import { keyPlans, rsaResponseKey } from './key-plans.ts'
import { createNodeCrypto } from './node-crypto.ts'
import { loadPkcs11, Pkcs11Fault } from './pkcs11-session.ts'
import { PrivateFileError } from './private-file.ts'
import { closeOnFault, openRoleKeys, type RoleKeysConfig, roleKeysConfig } from './role-keys.ts'
import { activateKeyOfFile, addNextKey, describeKeys, removeKeyOfFile } from './rotate-key-file.ts'

const ctx = { crypto: withKeyCache(createNodeCrypto()) }
const directory = freshDirectory()
const at = (name: string): string => join(directory, name)
const secretAt = (name: string, text: string, mode = 0o600): string => {
  writeFileSync(at(name), text)
  chmodSync(at(name), mode)
  return at(name)
}
const plan = keyPlans['wallet-provider']
const open = (config: object, environment: Record<string, string> = {}) =>
  openRoleKeys(ctx, roleKeysConfig.parse(config), plan, environment)
const isFileFault = (says: RegExp) => (thrown: unknown) =>
  thrown instanceof PrivateFileError && says.test(thrown.message)

test('a key file is encrypted with a passphrase from a file or the environment, and only its owner can read it', async () => {
  const file = at('encrypted.json')
  const passphraseFile = secretAt('passphrase', 'correct horse\n')
  const made = await open({ file, passphraseFile })
  const text = readFileSync(file, 'utf8')
  assert.match(text, /scrypt-aes-256-gcm/)
  assert.doesNotMatch(text, /"d"|attestation|correct horse/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const again = await open({ file }, { FIDUCIA_KEYS_PASSPHRASE: 'correct horse' })
  assert.equal(again.signers.attestation[0].kid, made.signers.attestation[0].kid)
  const named = await open({ file, passphraseVariable: 'WALLET_SECRET' }, { WALLET_SECRET: 'correct horse' })
  assert.equal(named.signers.federation[0].kid, made.signers.federation[0].kid)
  await assert.rejects(open({ file }), isFileFault(/is encrypted: provide its passphrase/))
  await assert.rejects(open({ file }, { FIDUCIA_KEYS_PASSPHRASE: 'wrong' }), isFileFault(/does not open/))
  await addNextKey(ctx, file, 'attestation', { passphrase: 'correct horse' })
  assert.match(readFileSync(file, 'utf8'), /scrypt-aes-256-gcm/)
})

for (const [what, config, says] of [
  ['does not exist', () => ({ passphraseFile: at('none') }), /must contain a secret, but is missing or empty/],
  ['is empty', () => ({ passphraseFile: secretAt('empty', '\n') }), /must contain a secret, but is missing or empty/],
  ['is readable by others', () => ({ passphraseFile: secretAt('open', 'x', 0o644) }), /can be read by others/],
] as const)
  test(`a passphrase file that ${what} is refused, and no key file is made without it`, async () => {
    const file = at(`never-${what}.json`)
    await assert.rejects(open({ file, ...config() }), isFileFault(says))
    assert.ok(!existsSync(file))
  })

test('a passphrase file that others can read is accepted if the configuration permits shared reading', async () => {
  const passphraseFile = secretAt('mounted', 'x', 0o644)
  assert.ok((await open({ file: at('mounted.json'), passphraseFile, sharedReading: true })).signers.federation[0])
})

test('FED-10 in a key file, the next key is added, then activated, and then the old key is removed', async () => {
  const file = at('rolling.json')
  const options = {}
  const kidsNow = async () => (await open({ file })).signers.attestation.map(({ kid }) => kid)
  const [old = ''] = await kidsNow()
  const next = await addNextKey(ctx, file, 'attestation', options)
  assert.deepEqual(await kidsNow(), [old, next])
  assert.throws(() => removeKeyOfFile(file, old, options), isFileFault(/uses the key .*: activate another one first/))
  activateKeyOfFile(file, next, options)
  assert.deepEqual(await kidsNow(), [next, old])
  removeKeyOfFile(file, old, options)
  assert.deepEqual(await kidsNow(), [next])
  const described = describeKeys(file, options)
  assert.deepEqual(described.map(({ purpose, current }) => [purpose, current]).toSorted(), [
    ['attestation', true],
    ['federation', true],
  ])
  assert.ok(described.every(({ publicJwk }) => !Object.hasOwn(publicJwk, 'd')))
  assert.throws(() => removeKeyOfFile(file, 'nobody', options), isFileFault(/has no key nobody/))
  await assert.rejects(
    addNextKey(ctx, file, 'response', options),
    isFileFault(/has no key for "response": there are keys for (federation, attestation|attestation, federation)\.$/),
  )
  assert.throws(() => describeKeys(at('nowhere.json')), isFileFault(/does not exist: correct the path/))
})

test('a key of an unknown type in a key file is a fault of the file', () => {
  const file = secretAt(
    'symmetric.json',
    JSON.stringify({ keys: [{ kty: 'oct', kid: '1', use: 'sig', fiducia_purpose: 'x' }] }),
  )
  assert.throws(() => describeKeys(file), isFileFault(/has a key whose type, curve or algorithm is not supported/))
})

test('RP-27 the current RSA key is removed after another one was activated, or as the last RSA key', async () => {
  const file = at('rsa.json')
  await openRoleKeys(ctx, roleKeysConfig.parse({ file }), keyPlans['relying-party'], {})
  const [current, next] = [
    await addNextKey(ctx, file, 'response', {}, rsaResponseKey),
    await addNextKey(ctx, file, 'response', {}, rsaResponseKey),
  ]
  assert.throws(() => removeKeyOfFile(file, current), isFileFault(/uses the key .*: activate another one first/))
  activateKeyOfFile(file, next)
  for (const kid of [current, next]) removeKeyOfFile(file, kid)
  assert.deepEqual(
    describeKeys(file).flatMap(({ purpose, publicJwk }) => (purpose === 'response' ? [publicJwk.kty] : [])),
    ['EC'],
  )
})

test('the next key is of the same kind as the current key', async () => {
  const file = at('relying-party.json')
  await openRoleKeys(ctx, roleKeysConfig.parse({ file }), keyPlans['relying-party'], {})
  const kid = await addNextKey(ctx, file, 'response')
  const next = describeKeys(file).find((key) => key.kid === kid)
  assert.deepEqual([next?.use, next?.publicJwk.crv, next?.current], ['enc', 'P-256', false])
})

test('FED-10 a key ring opens the keys of the key file, and its own keys are files that are encrypted in the same way', async () => {
  const keys = await open({ file: at('ring.json') }, { FIDUCIA_KEYS_PASSPHRASE: 'p' })
  const vault = keys.vault('attestation', at('ring'))
  const [held] = keys.signers.attestation
  assert.equal((await vault.open(held.kid))?.kid, held.kid)
  const made = await vault.create()
  const [name = ''] = readdirSync(at('ring'))
  assert.equal(name, `${made.kid}.json`)
  assert.match(readFileSync(join(at('ring'), name), 'utf8'), /scrypt-aes-256-gcm/)
  keys.close()
})

const token = { module: '/nowhere.so', token: 'fiducia' }
/** True if the optional PKCS#11 package is installed. */
const hasPkcs11 = await loadPkcs11().then(
  () => true,
  () => false,
)
for (const [what, pkcs11, says] of [
  ['without a PIN', { ...token, labels: { attestation: ['a'] } }, /PIN is missing: provide it in FIDUCIA_PKCS11_PIN/],
  ['for a key that it cannot hold', { ...token, labels: { response: ['a'] } }, /cannot hold keys for "response"/],
  [
    'whose library is missing',
    { ...token, pinFile: secretAt('pin', '1234\n'), labels: { attestation: ['a'] } },
    hasPkcs11 ? /\/nowhere\.so cannot be loaded/ : /^PKCS#11 needs a package /,
  ],
] as const)
  test(`a token ${what} is reported in one sentence at the start`, async () => {
    await assert.rejects(
      open({ file: at('token.json'), pkcs11 }),
      (thrown: unknown) => thrown instanceof Pkcs11Fault && says.test(thrown.message) && !/1234/.test(thrown.message),
    )
  })

test('D-1080 a line end after the PIN in the environment does not belong to the PIN', async () => {
  const pkcs11 = { ...token, labels: { attestation: ['a'] } }
  for (const pin of ['\n', '\r\n', '\n\n'])
    await assert.rejects(open({ file: at('token.json'), pkcs11 }, { FIDUCIA_PKCS11_PIN: pin }), /PIN is missing/)
})

test('D-1062 a byte order mark at the start of a private file does not belong to its content', async () => {
  const file = at('marked.json')
  const passphraseFile = secretAt('marked-passphrase', '\ufeffcorrect horse\n')
  const made = await open({ file, passphraseFile })
  secretAt('marked.json', `\ufeff${readFileSync(file, 'utf8')}`)
  const again = await open({ file }, { FIDUCIA_KEYS_PASSPHRASE: 'correct horse' })
  assert.equal(again.signers.federation[0].kid, made.signers.federation[0].kid)
  const pinFile = secretAt('marked-pin', '\ufeff\n')
  const pkcs11 = { ...token, pinFile, labels: { attestation: ['a'] } }
  await assert.rejects(open({ file: at('token.json'), pkcs11 }), isFileFault(/must contain a secret/))
})

test('D-1062 a file whose passphrase had a byte order mark before the mark was ignored still opens', async () => {
  const file = at('former.json')
  const made = await open({ file }, { FIDUCIA_KEYS_PASSPHRASE: '\ufeffcorrect horse' })
  const passphraseFile = secretAt('former-passphrase', '\ufeffcorrect horse\n')
  const again = await open({ file, passphraseFile })
  assert.equal(again.signers.federation[0].kid, made.signers.federation[0].kid)
  const otherFile = secretAt('other-passphrase', '\ufeffcorrect horses\n')
  await assert.rejects(open({ file, passphraseFile: otherFile }), isFileFault(/does not open with this passphrase/))
})

test('the configuration must not contain a passphrase or a PIN', () => {
  const config: Partial<RoleKeysConfig> = { file: 'x' }
  for (const secret of [{ passphrase: 'p' }, { pkcs11: { ...token, labels: {}, pin: '1234' } }])
    assert.equal(roleKeysConfig.safeParse({ ...config, ...secret }).success, false)
})

test('keys are closed if a step that needs them fails, and stay open otherwise', async () => {
  let closed = 0
  const keys = {
    close: () => {
      closed += 1
    },
  }
  assert.equal(await closeOnFault(keys, async () => 'held'), 'held')
  assert.equal(closed, 0)
  await assert.rejects(
    closeOnFault(keys, async () => {
      throw new Pkcs11Fault('The token has no key "b".')
    }),
    Pkcs11Fault,
  )
  assert.equal(closed, 1)
})
