import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, type JsonObject } from '../../base/index.ts'
import { createLocalDecrypter, encryptJwe, generateSigner, signJwt } from '../../jose/index.ts'
import { createNodeCrypto, createNodeRandom } from '../../node/index.ts'
import { changeMessage } from './content-changes.ts'
import { createKnownKeys, type PlaceContext } from './known-keys.ts'
import {
  body,
  decrypted,
  disclosure,
  type FaultableMessage,
  issuerJwt,
  json,
  keyBinding,
  type Place,
  query,
} from './places.ts'

const crypto = createNodeCrypto()
const ctx: PlaceContext = { crypto, random: createNodeRandom(), keys: createKnownKeys(crypto) }

const messageOf = (text: string): FaultableMessage => ({ target: '/path?a=1', headers: {}, body: text })

/** Returns the body after a change of the text at a place, or `undefined` if there is no text. */
async function changed(place: Place, text: string, change: string | undefined): Promise<string | undefined> {
  const opened = await place(messageOf(text), ctx)
  return opened && (await opened.close(change)).body
}

test('an SD-JWT without disclosures has no disclosure to change, and one without key binding no key binding', async () => {
  assert.equal(await changed(disclosure(body), 'jwt~kb', 'x'), undefined)
  assert.equal(await changed(disclosure(body), 'jwt~', 'x'), undefined)
  assert.equal(await changed(disclosure(body), 'jwt', 'x'), undefined)
  assert.equal(await changed(disclosure(body), 'jwt~d~e~kb', 'x'), 'jwt~x~e~kb')
  assert.equal(await changed(disclosure(body), 'jwt~d~', undefined), 'jwt~')
  assert.equal(await changed(keyBinding(body), 'jwt~d~', 'x'), undefined)
  assert.equal(await changed(keyBinding(body), 'jwt', 'x'), undefined)
  assert.equal(await changed(keyBinding(body), 'jwt~kb', undefined), 'jwt~')
  assert.equal(await changed(issuerJwt(body), 'jwt', 'x'), 'x')
})

test('a change of one parameter keeps a question mark in another', async () => {
  const opened = await query('state')({ ...messageOf(''), target: '/path?next=/a?b=c&state=s' }, ctx)
  const target = (await opened?.close('t'))?.target
  assert.equal(new URL(target ?? '', 'https://a.example').searchParams.get('next'), '/a?b=c')
  assert.equal(new URL(target ?? '', 'https://a.example').searchParams.get('state'), 't')
})

test('an array becomes shorter when a fault removes an element', async () => {
  assert.equal(await changed(json('a.0'), '{"a":["x","y"]}', undefined), '{"a":["y"]}')
  assert.equal(await changed(json('a.1'), '{"a":["x",2]}', '3'), '{"a":["x",3]}')
  assert.equal(await changed(json('a'), '{"a":1,"b":2}', undefined), '{"b":2}')
})

test('a plaintext that cannot be encrypted again is an error, not an unchanged message', async () => {
  const key = await crypto.generateAgreementKey('P-256')
  const decrypter = createLocalDecrypter(ctx, 'ECDH-ES', key)
  const jwe = await encryptJwe(ctx, { alg: 'ECDH-ES', enc: 'A256GCM', recipient: key.publicJwk }, 'text')
  assert.ok(!failed(jwe))
  const opening = (publicJwk: typeof key.publicJwk): PlaceContext => ({
    ...ctx,
    keys: { ...ctx.keys, decrypters: () => [{ ...decrypter, publicJwk }] },
  })
  const opened = await decrypted(body)(messageOf(jwe), opening(key.publicJwk))
  const sealed = (await opened?.close('changed'))?.body ?? ''
  const reopened = await decrypter.decrypt(sealed)
  assert.ok(!failed(reopened))
  assert.equal(Buffer.from(reopened.plaintext).toString(), 'changed')
  const unusable = await decrypted(body)(messageOf(jwe), opening({ ...key.publicJwk, use: 'sig' }))
  await assert.rejects(async () => unusable?.close('changed'), /cannot be encrypted again: jwe_recipient_unusable/)
})

test('a fault that changes nothing is not used', async () => {
  const contentChange = { kind: 'text', place: body, change: (text: string) => text.replace('x', 'y') } as const
  assert.equal(await changeMessage(ctx, messageOf('abc'), contentChange, 0), 'document_missing')
  assert.deepEqual(await changeMessage(ctx, messageOf('xbc'), contentChange, 0), messageOf('ybc'))
  const jwt = await signJwt(await generateSigner(ctx), { typ: 'JWT' }, { iss: 'a' })
  const withoutExp = { kind: 'jwt', place: body, claims: ({ exp: _, ...claims }: JsonObject) => claims } as const
  assert.equal(await changeMessage(ctx, messageOf(jwt), withoutExp, 0), 'document_missing')
})
