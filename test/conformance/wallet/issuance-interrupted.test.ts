/**
 * Interrupted issuances: the effect of the same URL when it opens the wallet again, in the same process or after a
 * restart. The wallet asks for no second login if the first one can still be used, sends no code twice, and leaves no
 * unused key.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityConfigurationPath } from '../../../src/federation/index.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { type IssuerBends, issuerId, issuerPaths } from '../../support/scripted-issuer.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'

/** Starts an issuance whose user has just logged in. */
async function loggedIn() {
  const bench = await createIssuanceBench()
  const { wallet, phone, blobs, fixture, issuer } = bench
  const keysBefore = phone.state.keys.size
  const { authorizationUrl, state } = await wallet.beginIssuance(issuerId)
  const back = await issuer.browser(authorizationUrl)
  const asked: string[] = []
  /** Replaces answers of the endpoints, and counts their requests. */
  const answering = (instead: IssuerBends['answer'] = () => undefined) => {
    issuer.bends.answer = (path, request) => {
      asked.push(path)
      return instead(path, request)
    }
  }
  answering()
  const restarted = () => createTestWallet(fixture, { blobs, phone, random: bench.random }).wallet
  const requests = (path: string): number => asked.filter((one) => one === path).length
  const pending = async () => (await blobs.names()).filter((name) => name.startsWith('issuance-'))
  return { ...bench, keysBefore, back, state, answering, restarted, requests, pending }
}

const cut = (at: string) => (path: string) => {
  if (path === at) throw new TypeError('the line is cut')
  return undefined
}

for (const [what, path, code] of [
  ['the code', issuerPaths.token, 'token_refused'],
  ['the credential', issuerPaths.credential, 'credential_refused'],
] as const)
  test(`WI-190 WI-42 the user sees that the PID Provider refused ${what}, although neither keys nor files can be deleted`, async () => {
    const { wallet, phone, blobs, back, answering } = await loggedIn()
    const fails = () => Promise.reject(new Error('busy'))
    answering((asked) => {
      if (asked !== path) return undefined
      phone.secureKeys.deleteKey = fails
      blobs.delete = fails
      return Response.json({ error: 'invalid_request', error_description: 'not today' }, { status: 400 })
    })
    const { answer } = await refusedBy('WI-42', code, wallet.completeIssuance(back))
    assert.match(answer.text, /not today/)
  })

for (const opened of ['in the same process', 'after a restart'] as const)
  test(`WI-53 PP-114 after a lost credential response, the same URL ${opened} gives the PID without a new login`, async () => {
    const { wallet, phone, back, answering, restarted, requests, pending, keysBefore } = await loggedIn()
    answering(cut(issuerPaths.credential))
    await refusedBy('GEN-27', 'unreachable', wallet.completeIssuance(back))
    answering()
    const next = opened === 'after a restart' ? restarted() : wallet
    const pid = await next.completeIssuance(back)
    assert.deepEqual(
      (await next.list()).map(({ id }) => id),
      [pid.id],
    )
    assert.equal(requests(issuerPaths.token), 1)
    assert.equal(phone.state.keys.size, keysBefore + 2, 'the keys of the PID and of its access token')
    assert.deepEqual(await pending(), [])
    await next.renewPid(pid.id)
    await refusedBy('WI-40', 'state_unknown', next.completeIssuance(back))
  })

/** Loses the credential response, and collects the key of each proof. */
const losing = (keys: unknown[], how: 'cut' | 'killed', lost: () => void) => async (path: string, request: Request) => {
  if (path !== issuerPaths.credential) return undefined
  keys.push(await provedKey(request.clone()))
  lost()
  if (how === 'cut') throw new TypeError('the line is cut')
  return new Promise<never>(() => undefined)
}
const collecting = (keys: unknown[]) => async (path: string, request: Request) => {
  if (path === issuerPaths.credential) keys.push(await provedKey(request.clone()))
  return undefined
}
const provedKey = async (request: Request): Promise<unknown> => {
  const { proof } = (await request.json()) as { proof: { jwt: string } }
  return decodeJwt(proof.jwt).header.kid
}

for (const [how, opened] of [
  ['cut', 'in the same process'],
  ['cut', 'after a restart'],
  ['killed', 'after a restart'],
] as const)
  test(`WI-40 WI-50 PP-114 after a lost response (${how}), the URL ${opened} proves the same key again, and a renewal another key`, async () => {
    const { wallet, phone, back, answering, restarted, requests, keysBefore } = await loggedIn()
    const keys: unknown[] = []
    const reached = Promise.withResolvers<void>()
    answering(losing(keys, how, reached.resolve))
    const first = wallet.completeIssuance(back)
    if (how === 'cut') await refusedBy('GEN-27', 'unreachable', first)
    await reached.promise
    answering(collecting(keys))
    const next = opened === 'after a restart' ? restarted() : wallet
    const { id } = await next.completeIssuance(back)
    assert.equal(requests(issuerPaths.token), 1)
    await next.renewPid(id)
    const [lost, retried, renewed] = keys
    assert.equal(retried, lost)
    assert.notEqual(renewed, lost)
    assert.equal(phone.state.keys.size, keysBefore + 3, 'the keys of two PIDs and of their access token')
  })

test('WI-50 WI-55 after a lost response, a renewal proves the same key again, unless another renewal is still using it', async () => {
  const { wallet, phone, back, answering } = await loggedIn()
  const pid = await wallet.completeIssuance(back)
  const before = phone.state.keys.size
  const keys: unknown[] = []
  answering(losing(keys, 'cut', () => undefined))
  await refusedBy('GEN-27', 'unreachable', wallet.renewPid(pid.id))
  answering(collecting(keys))
  await Promise.all([wallet.renewPid(pid.id), wallet.renewPid(pid.id)])
  assert.equal(keys.length, 3)
  assert.equal(new Set(keys).size, 2)
  assert.equal(phone.state.keys.size, before + 2)
  answering(losing(keys, 'cut', () => undefined))
  await refusedBy('GEN-27', 'unreachable', wallet.renewPid(pid.id))
  for (const { id } of await wallet.list()) await wallet.remove(id)
  assert.equal(phone.state.keys.size, before - 2, 'the keys of the grant are deleted')
})

test('WI-50 PP-114 proves the same key again after an attempt in which the hardware could not open it', async () => {
  const { wallet, phone, back, answering, keysBefore } = await loggedIn()
  const keys: unknown[] = []
  answering(losing(keys, 'cut', () => undefined))
  await refusedBy('GEN-27', 'unreachable', wallet.completeIssuance(back))
  answering(collecting(keys))
  const { openKey } = phone.secureKeys
  const credentialKey = [...phone.state.keys.keys()].at(-1)
  phone.secureKeys.openKey = async (tag) => {
    if (tag === credentialKey) throw new Error('busy')
    return openKey(tag)
  }
  await assert.rejects(wallet.completeIssuance(back), /busy/)
  phone.secureKeys.openKey = openKey
  await wallet.completeIssuance(back)
  assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
  assert.equal(phone.state.keys.size, keysBefore + 2)
})

test('WI-08 a wallet that has lost the DPoP key of a token requests no credential with it', async () => {
  const { wallet, phone, back, answering, requests, keysBefore } = await loggedIn()
  answering(cut(issuerPaths.credential))
  await refusedBy('GEN-27', 'unreachable', wallet.completeIssuance(back))
  for (const tag of [...phone.state.keys.keys()].slice(keysBefore)) phone.state.keys.delete(tag)
  answering()
  const { answer } = await refusedBy('WI-08', 'key_lost', wallet.completeIssuance(back))
  assert.equal(answer.error, 'renewal_over')
  assert.equal(requests(issuerPaths.credential), 1)
  assert.deepEqual(await wallet.list(), [])
})

test('GEN-27 after an outage of the trust chain before the code is sent, the same URL works without a new login', async () => {
  const { back, answering, restarted, requests, fixture } = await loggedIn()
  const next = restarted()
  answering(cut(entityConfigurationPath))
  await refusedBy('GEN-27', 'trust_unavailable', next.completeIssuance(back))
  assert.equal(requests(issuerPaths.token), 0)
  answering()
  fixture.clock.advance(60)
  await next.completeIssuance(back)
  assert.equal(requests(issuerPaths.token), 1)
})

for (const [what, answer] of [
  ['is lost', cut(issuerPaths.token)],
  ['has status 503', (path: string) => (path === issuerPaths.token ? new Response('', { status: 503 }) : undefined)],
] as const)
  test(`WI-40 the wallet sends a code once: if the token response ${what}, it asks the user to begin again`, async () => {
    const { wallet, phone, back, answering, requests, pending, keysBefore } = await loggedIn()
    answering(answer)
    const refused = await wallet.completeIssuance(back).catch((thrown) => thrown)
    assert.deepEqual([refused.answer.status, refused.answer.error], [503, 'issuance_cut_off'])
    answering()
    await refusedBy('WI-40', 'state_unknown', wallet.completeIssuance(back))
    assert.equal(requests(issuerPaths.token), 1)
    assert.equal(phone.state.keys.size, keysBefore)
    assert.deepEqual(await pending(), [])
  })

test('WI-40 only one of two concurrent openings of one response gets the PID', async () => {
  const { wallet, back, requests } = await loggedIn()
  const outcomes = await Promise.allSettled([wallet.completeIssuance(back), wallet.completeIssuance(back)])
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.deepEqual([requests(issuerPaths.token), requests(issuerPaths.credential)], [1, 1])
  assert.equal((await wallet.list()).length, 1)
})

test('WI-40 a refusal ends the issuance, and deletes its grant and its keys', async () => {
  const { wallet, phone, back, answering, pending, keysBefore } = await loggedIn()
  answering(cut(issuerPaths.credential))
  await refusedBy('GEN-27', 'unreachable', wallet.completeIssuance(back))
  answering((path) =>
    path === issuerPaths.credential ? Response.json({ error: 'invalid_token' }, { status: 401 }) : undefined,
  )
  await refusedBy('WI-42', 'credential_refused', wallet.completeIssuance(back))
  await refusedBy('WI-40', 'state_unknown', wallet.completeIssuance(back))
  assert.equal(phone.state.keys.size, keysBefore)
  assert.deepEqual(await pending(), [])
})

test('WI-40 an abandoned grant and its key are deleted after the access token expires', async () => {
  for (const late of [true, false]) {
    const { wallet, phone, back, answering, fixture, pending, keysBefore } = await loggedIn()
    answering(cut(issuerPaths.credential))
    await refusedBy('GEN-27', 'unreachable', wallet.completeIssuance(back))
    answering()
    assert.equal(phone.state.keys.size, keysBefore + 2, 'the DPoP key and the credential key')
    fixture.clock.advance(300)
    if (late) {
      const { answer } = await refusedBy('WI-40', 'state_expired', wallet.completeIssuance(back))
      assert.equal(answer.error, 'issuance_ended')
      assert.deepEqual(await pending(), [])
    } else {
      const { state } = await wallet.beginIssuance(issuerId)
      assert.deepEqual(await pending(), [`issuance-${state}`])
    }
    assert.equal(phone.state.keys.size, keysBefore)
  }
})

test('WI-40 a grant under a token without expiry is kept only for the longest duration of an issuance', async () => {
  const { wallet, issuer, back, answering, fixture } = await loggedIn()
  issuer.bends.tokenBody = (body) => ({ ...body, expires_in: 2_000_000_000 })
  answering(cut(issuerPaths.credential))
  await refusedBy('GEN-27', 'unreachable', wallet.completeIssuance(back))
  fixture.clock.advance(1800)
  await refusedBy('WI-40', 'state_expired', wallet.completeIssuance(back))
})

for (const prefix of ['grant-', 'credential-'])
  test(`WI-10 a full disk at ${prefix} stores no PID and loses no key, and the issuance can continue later`, async () => {
    const { wallet, phone, blobs, back, requests, keysBefore } = await loggedIn()
    const { put } = blobs
    blobs.put = async (name, bytes) => {
      if (name.startsWith(prefix)) throw new Error('ENOSPC')
      return put(name, bytes)
    }
    await assert.rejects(wallet.completeIssuance(back), /ENOSPC/)
    assert.deepEqual(await wallet.list(), [])
    assert.equal(phone.state.keys.size, keysBefore + 2, 'the DPoP key and the credential key')
    blobs.put = put
    const { id } = await wallet.completeIssuance(back)
    await wallet.renewPid(id)
    assert.equal(requests(issuerPaths.token), 1)
  })

for (const how of ['fails', 'never ends'] as const)
  test(`WI-10 WI-40 if the deletion of an issuance ${how} after its PID is stored, its URL gives no second PID`, async () => {
    const { wallet, blobs, back, restarted, requests, pending } = await loggedIn()
    const remove = blobs.delete
    const reached = Promise.withResolvers<void>()
    blobs.delete = async (name) => {
      const isEnd = name.startsWith('issuance-') && (await wallet.list()).length > 0
      if (!isEnd) return remove(name)
      reached.resolve()
      if (how === 'fails') throw new Error('EIO')
      return new Promise(() => undefined)
    }
    const first = wallet.completeIssuance(back)
    await reached.promise
    blobs.delete = remove
    const [stored] = await wallet.list()
    if (how === 'fails') assert.equal((await first).id, stored?.id)
    assert.equal((await pending()).length, 1)
    const next = how === 'fails' ? wallet : restarted()
    assert.equal((await next.completeIssuance(back)).id, stored?.id)
    assert.deepEqual(
      (await next.list()).map(({ id }) => id),
      [stored?.id],
    )
    assert.equal(requests(issuerPaths.credential), 1)
    assert.deepEqual(await pending(), [])
    await next.renewPid(stored?.id ?? '')
  })

for (const outages of [1, 3, 4])
  test(`GEN-27 WI-53 obtainPid ${outages < 4 ? 'continues after' : 'gives up at'} outage ${outages} of the credential endpoint`, async () => {
    const { wallet, issuer, holder, answering, requests } = await loggedIn()
    holder.browser = issuer.browser
    holder.pauses.length = 0
    let left = outages
    answering((path) => {
      if (path !== issuerPaths.credential || left === 0) return undefined
      left -= 1
      return new Response('', { status: outages === 1 ? 429 : 503 })
    })
    const run = wallet.obtainPid(issuerId)
    if (outages < 4) await run
    else assert.equal((await refusedBy('WI-42', 'credential_refused', run)).answer.error, 'unreachable')
    assert.deepEqual(holder.pauses, [2, 4, 8].slice(0, outages))
    assert.equal(requests(issuerPaths.token), 1)
    assert.equal((await wallet.list()).length, outages < 4 ? 1 : 0)
  })

for (const [status, path] of [
  [429, issuerPaths.token],
  [429, issuerPaths.credential],
  [503, issuerPaths.credential],
] as const)
  test(`WI-209 obtainPid waits after a ${status} of ${path} as long as Retry-After says, at most a minute`, async () => {
    const { wallet, issuer, holder, answering, requests, fixture, phone, keysBefore, pending } = await loggedIn()
    holder.browser = issuer.browser
    holder.pauses.length = 0
    const values = ['30', new Date((fixture.clock.now() + 3600) * 1000).toUTCString(), '1']
    answering((asked) => {
      const value = asked === path ? values.shift() : undefined
      return value === undefined ? undefined : new Response('', { status, headers: { 'retry-after': value } })
    })
    await wallet.obtainPid(issuerId)
    assert.deepEqual(holder.pauses, [30, 60, 8])
    assert.deepEqual([requests(issuerPaths.token), requests(path)], [path === issuerPaths.token ? 4 : 1, 4])
    assert.equal(phone.state.keys.size, keysBefore + 2, 'the keys of the PID and of its access token')
    assert.equal((await pending()).length, 1, 'the issuance that the browser has not finished')
  })

for (const opened of ['in the same process', 'after a restart'] as const)
  test(`WI-209 after a 429 of the token endpoint, the same URL ${opened} redeems the code once more`, async () => {
    const { wallet, back, answering, restarted, requests, pending } = await loggedIn()
    answering((path) => (path === issuerPaths.token ? new Response('', { status: 429 }) : undefined))
    const { answer } = await refusedBy('WI-42', 'token_refused', wallet.completeIssuance(back))
    assert.deepEqual([answer.status, answer.error], [503, 'unreachable'])
    answering()
    const next = opened === 'after a restart' ? restarted() : wallet
    await next.completeIssuance(back)
    assert.equal(requests(issuerPaths.token), 2)
    assert.deepEqual(await pending(), [])
    await refusedBy('WI-40', 'state_unknown', next.completeIssuance(back))
  })

test('WI-40 obtainPid repeats neither a refused request nor a sent code', async () => {
  for (const [at, status] of [
    [issuerPaths.credential, 401],
    [issuerPaths.token, 503],
  ] as const) {
    const { wallet, issuer, holder, answering, requests } = await loggedIn()
    holder.browser = issuer.browser
    holder.pauses.length = 0
    answering((path) => (path === at ? new Response('', { status }) : undefined))
    await assert.rejects(wallet.obtainPid(issuerId))
    assert.deepEqual([holder.pauses, requests(at)], [[], 1])
  }
})
