/** Each verb of a hot path is one prepared statement and one round trip, counted at the driver. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createPostgresPidProviderStores,
  createPostgresRelyingPartyStores,
  createPostgresTrustAnchorStores,
  createPostgresWalletProviderStores,
  pidProviderSchema,
  relyingPartySchema,
  trustAnchorSchema,
  walletProviderSchema,
} from '../../src/stores/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'
import { sentDuring } from '../support/sent-statements.ts'

const openEmpty = usePostgres()

type Calls = readonly (readonly [verb: string, call: () => Promise<unknown>])[]

/** Opens the connection by `warm`, runs the verbs and counts the messages that each sends. */
async function oneEach(warm: () => Promise<unknown>, calls: Calls): Promise<void> {
  await warm()
  for (const [verb, call] of calls) {
    const sent = await sentDuring(call)
    assert.equal(sent.length, 1, `${verb}: ${sent.length} statements`)
    assert.match(String((sent[0] as { name?: string }).name), /^fiducia_\d+$/, `${verb} is not prepared`)
  }
}

const claims = <N extends string>(name: N) => [{ name, value: name, expiresAt: 2000 }] as const
const one = { connections: 1, idleMilliseconds: 10_000 }
const request = { requestUri: 'urn:1', expiresAt: 2000 } as never
const result = { pid: {} }

test('postgres: the Wallet Provider sends one statement for each verb', async () => {
  const { walletInstances: store } = createPostgresWalletProviderStores(openEmpty(walletProviderSchema, one))
  const hardwareKeyTag = 'tag'
  const instance = { hardwareKeyTag, hardwareKeyThumbprint: 't', hardwareKey: {}, device: { platform: 'android' } }
  const registered = { ...instance, status: 'registered', registeredAt: 1 } as never
  const revocation = { reason: 'revoked_by_user', now: 2 } as const
  const evidence = { hardwareKeyTag, reason: 'integrity_denied', now: 2 } as const
  await oneEach(
    () => store.find('x'),
    [
      ['find', () => store.find('tag')],
      [
        'register',
        () => store.register({ claims: claims('challenge'), instance: registered, certificateSerials: ['1'] }),
      ],
      ['beginAttestation', () => store.beginAttestation({ claims: claims('challenge'), hardwareKeyTag })],
      [
        'recordAttestation',
        () => store.recordAttestation({ hardwareKeyTag, place: { list: 0, index: 1 }, keptUntil: 9, now: 1 }),
      ],
      [
        'recordAttestation with begin',
        () =>
          store.recordAttestation({
            ...{ hardwareKeyTag, place: { list: 0, index: 2 }, keptUntil: 9, now: 1 },
            begin: { claims: claims('challenge') },
          }),
      ],
      ['revokedPlaces', () => store.revokedPlaces(0, 1)],
      ['linkUser', () => store.linkUser({ hardwareKeyTag, user: 'u', actor: 'a', now: 1 })],
      ['search', () => store.search({ limit: 1 })],
      ['history', () => store.history('tag')],
      [
        'revokeSome',
        () => store.revokeSome({ of: { certificateSerials: ['1'] }, after: undefined, limit: 10, ...revocation }),
      ],
      ['revokeOrHold', () => store.revokeOrHold({ ...evidence, maxPerMinute: 1 })],
      ['revokeOrHold, held', () => store.revokeOrHold({ ...evidence, maxPerMinute: 0 })],
      ['search held', () => store.search({ held: true, limit: 1 })],
      [
        'holdSome',
        () =>
          store.holdSome({
            ...{ certificateSerials: ['1'], reason: 'device_certificate_suspended', now: 1000 },
            ...{ after: undefined, limit: 10 },
          }),
      ],
      ['revokeSome held', () => store.revokeSome({ of: { held: true }, after: undefined, limit: 10, ...revocation })],
      ['release', () => store.release({ hardwareKeyTag, actor: 'a', now: 2 })],
      ['releaseSome', () => store.releaseSome({ after: undefined, limit: 10, actor: 'a', now: 2 })],
      ['revoke', () => store.revoke({ hardwareKeyTag, ...revocation })],
    ],
  )
})

test('postgres: the PID Provider sends one statement for each verb', async () => {
  const stores = createPostgresPidProviderStores(openEmpty(pidProviderSchema, one))
  const { pushedRequests, authorizationSessions: sessions, grants, issuedCredentials: register } = stores
  const names = { id: 'c', format: 'f', holderThumbprint: 'h', subject: 's', clientId: 'c', walletProvider: 'w' }
  const place = { tokenId: 't', statusList: 0, statusIndex: 1, issuedAt: 1, expiresAt: 2000, status: 'valid' } as const
  const session = { id: 'a', request, expiresAt: 2000 } as never
  const grant = { code: 'code', codeExpiresAt: 2000, request } as never
  const token = { jti: 't', dpopThumbprint: 'd', expiresAt: 2000 }
  const change = { credentialId: 'c', status: 'suspended', at: 1, actor: 'a', reason: 'r' } as const
  await oneEach(
    () => register.find('x'),
    [
      ['push', () => pushedRequests.push({ claims: claims('request_object_jti'), pushed: request })],
      ['keep pushed', () => pushedRequests.keep({ requestUri: 'urn:1', until: 2001 })],
      ['find pushed', () => pushedRequests.find('urn:1', 1)],
      ['begin', () => sessions.begin(session)],
      ['find session', () => sessions.find('a', 1)],
      ['takeLoginAnswer', () => sessions.takeLoginAnswer({ id: 'a', claims: claims('login_response') })],
      ['recordLogin', () => sessions.recordLogin({ id: 'a', newId: 'b', login: {} as never })],
      ['end', () => sessions.end({ id: 'b', requestUri: 'urn:1', claims: claims('request_uri'), grant })],
      ['end refused', () => sessions.end({ id: 'b', requestUri: 'urn:1', claims: [], refused: session })],
      ['findByCode', () => grants.findByCode('code')],
      ['redeem', () => grants.redeem({ code: 'code', claims: claims('dpop_jti'), token })],
      ['redeem again', () => grants.redeem({ code: 'code', claims: claims('dpop_jti'), token })],
      ['findByToken', () => grants.findByToken('t')],
      ['register', () => register.register({ claims: claims('c_nonce'), credential: { ...names, ...place } })],
      ['find', () => register.find('c')],
      ['search', () => register.search({ subject: 's' })],
      ['changeStatus', () => register.changeStatus(change)],
      ['exceptions', () => register.exceptions(0)],
      ['changes', () => register.changes('c')],
      ['revokeByCode', () => grants.revokeByCode('code', 2)],
    ],
  )
})

test('postgres: the Relying Party sends one statement for each verb', async () => {
  const stores = createPostgresRelyingPartyStores(openEmpty(relyingPartySchema, one))
  const { presentationSessions: store, presentationAudit } = stores
  const until = { createdAt: 1, expiresAt: 2000, status: 'issued', responseMode: 'direct_post' } as const
  const session = (id: string) => ({ id, state: id, cookie: 'c', ...until }) as never
  const fetch = { id: 'a', expiresAt: 2000, responseMode: 'direct_post', now: 1 } as const
  const ordered = {
    ...(session('o') as object),
    status: 'ordered',
    order: { application: 'p', returnUrl: 'u' },
  } as never
  const audit = { at: 1, application: 'p', presentation: 'o', event: 'begun' } as const
  const refer = { id: 'o', renewCookie: { from: 'd', to: 'e' }, expiresAt: 2000 }
  await oneEach(
    () => store.begin(session('b')),
    [
      ['begin', () => store.begin(session('a'))],
      ['find', () => store.find('a')],
      ['findByState', () => store.findByState('a')],
      ['recordFetch', () => store.recordFetch({ ...fetch, claims: claims('dpop_jti') })],
      ['complete', () => store.complete({ id: 'a', result, responseCode: 'code', now: 1 })],
      ['findByResponseCode', () => store.findByResponseCode('code')],
      ['renewCookie', () => store.renewCookie({ id: 'a', from: 'c', to: 'd' })],
      ['showElsewhere', () => store.showElsewhere({ id: 'a', now: 1 })],
      ['reject', () => store.reject({ id: 'b', rejection: 'access_denied', now: 1 })],
      ['order', () => store.order({ session: ordered })],
      ['open', () => store.open({ id: 'o', cookie: 'd', expiresAt: 2000, now: 1, audit })],
      ['refer', () => store.refer({ ...refer, reference: 'r' })],
      ['findByReference', () => store.findByReference('r')],
      ['redeemReference', () => store.redeemReference({ id: 'o', reference: 'r', now: 1, audit })],
      ['eraseOrder', () => store.eraseOrder({ id: 'o', application: 'p', audit })],
      ['list', () => presentationAudit.list({ application: 'p', since: 0, limit: 9 })],
    ],
  )
})

test('postgres: a Trust Anchor sends one statement for each verb', async () => {
  const database = openEmpty(trustAnchorSchema, one)
  const stores = createPostgresTrustAnchorStores(database, 'it-wallet-1.4')
  const { subordinates: members, trustMarkGrants: marks, federationKeys: keys, certificates, keyAnnouncements } = stores
  const names = { serial: '01', subject: 'a', kid: 'k', issuerKid: 'r', generation: 1 }
  const certificate = { ...names, certificate: 'MAA=', notBefore: 1, notAfter: 9 }
  const list = { issuerKid: 'r', number: 1, list: 'MAA=', thisUpdate: 1, nextUpdate: 9, revocations: 0 }
  const announcement = { entityId: 'a', statement: 's', issuedAt: 1, receivedAt: 1, pending: true }
  const entry = { entityId: 'a', keys: [], entityTypes: ['t'], intermediate: false }
  const act = { at: 1, actor: 'a' }
  await oneEach(
    () => members.find('x'),
    [
      ['add', () => members.add(entry, act)],
      ['find', () => members.find('a')],
      ['list', () => members.list({ limit: 9 })],
      ['takeUnpinned', () => members.takeUnpinned({ now: 1, nextDue: 2, limit: 9 })],
      ['change', () => members.change('a', { intermediate: true }, act, 1)],
      ['change of keys', () => members.change('a', { keys: [] }, act)],
      ['next', () => certificates.next('serial')],
      ['add certificate', () => certificates.add(certificate, act)],
      ['find certificate', () => certificates.find('a', 'k', 'r')],
      ['bySerial', () => certificates.bySerial('01')],
      ['suspend', () => members.suspend('a', act)],
      ['resume', () => members.resume('a', act)],
      ['log', () => members.log({ limit: 1 })],
      ['history', () => members.history('a', 1)],
      ['list certificates', () => certificates.list({ subject: 'a', limit: 1 })],
      ['revoke certificate', () => certificates.revoke(certificate, 'unspecified', act)],
      ['revokedOrHeld', () => certificates.revokedOrHeld('r', 1)],
      ['publish', () => certificates.publish(list)],
      ['standing', () => certificates.listState('r')],
      ['keep', () => keyAnnouncements.keep(announcement, act)],
      ['find announcement', () => keyAnnouncements.find('a')],
      ['list announcements', () => keyAnnouncements.list(9)],
      ['mark decided', () => keyAnnouncements.markDecided('a', 1)],
      ['remove', () => members.remove('a', act)],
      ['grant', () => marks.grant('t', 'a', act)],
      ['find mark', () => marks.find('t', 'a')],
      ['list marks', () => marks.list({ limit: 9 })],
      ['revoke mark', () => marks.revoke('t', 'a', act)],
      ['add key', () => keys.add({ kid: 'k', jwk: { kty: 'EC' }, createdAt: 1, createdBy: 'a' })],
      ['activate', () => keys.activate({ kid: 'k', retiredAt: 1, now: 1, actor: 'a' })],
      ['list keys', () => keys.list()],
      ['revoke key', () => keys.revoke({ kid: 'k', reason: 'unspecified', now: 1, actor: 'a' })],
    ],
  )
})
