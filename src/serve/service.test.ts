import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { configFaultsOf } from '../../test/support/config-faults.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { generateSigner } from '../jose/index.ts'
import { createNodeCrypto } from '../node/index.ts'
import { readSettings } from './read-settings.ts'
import { administratorsOf, anchorsOf } from './service.ts'
import { writeTemplate } from './template.ts'

const directory = freshDirectory()
const file = join(directory, 'settings.json')
writeFileSync(join(directory, 'administration.token'), 'token-of-an-operator-0123456789abcdef\n')
writeFileSync(file, writeTemplate('wallet-provider', {}))
const { publicJwk } = await generateSigner({ crypto: createNodeCrypto() })
const { kid: _, ...withoutKid } = publicJwk

const faultOf = (run: () => unknown): string => configFaultsOf(run).join('; ')

const settingsWith = (environment: Readonly<Record<string, string>>) =>
  readSettings('wallet-provider', { file, environment })

test('the administration token must be one that a request can send', () => {
  const held = (token: string) => {
    writeFileSync(join(directory, 'other.token'), token)
    return faultOf(() => administratorsOf(settingsWith({ FIDUCIA_ADMINISTRATION_TOKEN_FILE: 'other.token' })))
  }
  assert.equal(administratorsOf(settingsWith({}))?.[0]?.token, 'token-of-an-operator-0123456789abcdef')
  assert.equal(held('a'.repeat(512)), '')
  for (const token of ['correct horse battery staple, and then some', 'è'.repeat(32), 'a'.repeat(513)])
    assert.match(held(token), /^administration: the token cannot be sent as a bearer token/)
})

test('the console has its own token, and the operators of the settings', () => {
  const token = 'token-of-the-console-0123456789abcdef'
  const operators = [{ name: 'ada', may: ['read'] }]
  const variables = {
    FIDUCIA_ADMINISTRATION_CONSOLE_TOKEN: token,
    FIDUCIA_ADMINISTRATION_OPERATORS: JSON.stringify(operators),
  }
  assert.deepEqual(administratorsOf(settingsWith(variables))?.[1], { name: 'console', token, operators })
  const own = 'token-of-an-operator-0123456789abcdef'
  const fault = faultOf(() =>
    administratorsOf(settingsWith({ ...variables, FIDUCIA_ADMINISTRATION_CONSOLE_TOKEN: own })),
  )
  assert.match(fault, /^administration\.console: the token is that of the administrator/)
})

for (const [title, variables, fault] of [
  [
    'the name of the console',
    { FIDUCIA_ADMINISTRATION_NAME: 'console' },
    /^administration\.name: is the name of the console/,
  ],
  ['the name of an operator of the console', { FIDUCIA_ADMINISTRATION_NAME: 'console/ada' }, /^administration\.name:/],
  [
    'an unknown right',
    { FIDUCIA_ADMINISTRATION_OPERATORS: '[{"name":"ada","may":["write"]}]' },
    /operators\.0\.may\.0/,
  ],
  ['an operator with a slash', { FIDUCIA_ADMINISTRATION_OPERATORS: '[{"name":"a/b","may":[]}]' }, /operators\.0\.name/],
  [
    'the same operator twice',
    { FIDUCIA_ADMINISTRATION_OPERATORS: '[{"name":"ada","may":[]},{"name":"ada","may":["keys"]}]' },
    /operators: two entries have the same name/,
  ],
] as const)
  test(`the administration refuses ${title}`, () => {
    assert.match(
      faultOf(() => settingsWith(variables)),
      fault,
    )
  })

test('a pinned key must be a public key with a kid, in the settings and in a file', () => {
  const pinned = (key: object) => {
    writeFileSync(join(directory, 'anchor.json'), JSON.stringify({ keys: [key] }))
    const anchor = (keys: object) => JSON.stringify([{ entityId: 'https://anchor.example', ...keys }])
    return [{ jwks: { keys: [key] } }, { jwksFile: 'anchor.json' }].map((keys) =>
      faultOf(() => anchorsOf(settingsWith({ FIDUCIA_ANCHORS: anchor(keys) }))),
    )
  }
  assert.deepEqual(pinned(publicJwk), ['', ''])
  for (const key of [withoutKid, { ...publicJwk, kid: '' }, { ...publicJwk, d: publicJwk.x }]) {
    const [inline = '', inFile = ''] = pinned(key)
    assert.match(inline, /anchors\.0\.jwks\.keys\.0: is not a supported public key with a kid/)
    assert.match(inFile, /contains no JWK set with the keys of https:\/\/anchor\.example, each with a kid of its own/)
  }
})
