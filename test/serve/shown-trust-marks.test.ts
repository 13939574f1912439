/** The trust marks that a service publishes by its settings, in the roles as `fiducia serve` composes them. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, test } from 'node:test'
import { failed, type PublicJwk } from '../../src/base/index.ts'
import { createTrustMark, type TrustMarkEntry } from '../../src/federation/index.ts'
import { generateSigner } from '../../src/jose/index.ts'
import { ConfigError } from '../../src/node/index.ts'
import { anchorsOf, createTrust, readSettings, type ServedRole } from '../../src/serve/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { crypto } from '../support/federation.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { createNetwork } from '../support/network.ts'
import { composeInMemory } from '../support/served-roles.ts'

const anchorId = 'https://anchor.example'
const markType = `${anchorId}/marks/public`
const token = 'token-of-a-federation-operator-0123456789'
const tokenFile = join(freshDirectory(), 'operator.token')
writeFileSync(tokenFile, token)
const roles = ['wallet-provider', 'pid-provider', 'relying-party'] as const

let clock = fixedClock()
let network = createNetwork()
describe('published trust marks', () => {
  beforeEach(() => {
    clock = fixedClock()
    network = createNetwork()
  })

  interface Configuration {
    readonly jwks: { readonly keys: readonly PublicJwk[] }
    readonly trust_marks?: readonly TrustMarkEntry[]
  }

  const compose = async <R extends ServedRole>(
    role: R,
    publicUrl: string,
    environment: Readonly<Record<string, string>>,
    databaseUrl = 'sqlite::memory:',
  ) => {
    const parts = {
      crypto,
      clock,
      publicUrl,
      fetch: network.fetch,
      decisions: recordingSink(),
      environment,
      databaseUrl,
    }
    const served = await composeInMemory(role, parts)
    network.connect(publicUrl, served.service.app)
    const configuration = async (): Promise<Configuration> => {
      const response = await served.service.app(new Request(`${publicUrl}/.well-known/openid-federation`))
      assert.equal(response.status, 200)
      return decodeJwt(await response.text()).payload as unknown as Configuration
    }
    const shown = async () => ((await configuration()).trust_marks ?? []).map(({ trust_mark_type: type }) => type)
    return { ...served, configuration, shown }
  }

  /** Starts an anchor that issues a mark, with its operator. */
  async function serveAnchor(lifetimeSeconds = 86_400) {
    const anchor = await compose('trust-anchor', anchorId, {
      FIDUCIA_ADMINISTRATION_TOKEN_FILE: tokenFile,
      FIDUCIA_ROLE_TRUST_MARKS: JSON.stringify([{ type: markType, lifetimeSeconds }]),
    })
    const { jwks } = await anchor.configuration()
    const administer = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const { status } = await anchor.service.app(new Request(`${anchorId}/admin${path}`, init))
      assert.ok(status < 300, `${method} ${path}: ${status}`)
    }
    const pins = {
      FIDUCIA_ANCHORS: JSON.stringify([{ entityId: anchorId, jwks }]),
      FIDUCIA_ROLE_AUTHORITY_HINTS: JSON.stringify([anchorId]),
    }
    return { ...anchor, administer, pins }
  }

  const marksVariable = (...marks: readonly object[]) => ({ FIDUCIA_FEDERATION_TRUST_MARKS: JSON.stringify(marks) })
  const fromAnchor = marksVariable({ type: markType, issuer: anchorId })

  /** Returns the operator's entry for a member: an issuer needs the types that it may issue (FED-55). */
  const entryOf = (entityId: string) => ({
    entity_id: entityId,
    ...(entityId.includes('pid') && { credential_types: ['eu.eudiw.pid.it'] }),
  })

  for (const role of roles)
    test(`FED-31 a ${role} publishes a granted trust mark until the issuer revokes it`, async () => {
      const { administer, pins } = await serveAnchor()
      const publicUrl = `https://${role}-marked.example`
      const { service, shown } = await compose(role, publicUrl, { ...pins, ...fromAnchor })
      assert.deepEqual(await shown(), [])
      assert.ok(service.notes().includes(`the trust mark ${markType} is not published: ${anchorId} does not issue it`))
      await administer('POST', '/subordinates', entryOf(publicUrl))
      await administer('POST', '/trust-marks', { trust_mark_type: markType, sub: publicUrl })
      await service.runUpkeep(clock.now())
      assert.deepEqual(await shown(), [markType])
      assert.equal(service.notes().join().includes('trust mark'), false)
      await administer('POST', '/trust-marks/revoke', { trust_mark_type: markType, sub: publicUrl })
      clock.advance(3600)
      await service.runUpkeep(clock.now())
      assert.deepEqual(await shown(), [])
    })

  test('FED-07 FED-31 a PID Provider that requires a trust mark trusts a Wallet Provider once it publishes the mark', async () => {
    const { administer, pins } = await serveAnchor()
    const walletProvider = await compose('wallet-provider', 'https://wallet.example', { ...pins, ...fromAnchor })
    const { settings } = await compose('pid-provider', 'https://pid.example', {
      ...pins,
      FIDUCIA_FEDERATION_REQUIRED_TRUST_MARKS: JSON.stringify({ wallet_provider: [markType] }),
    })
    const trust = createTrust(settings, { crypto, clock, fetch: network.fetch }, anchorsOf(settings))
    const judged = async () => {
      const verdict = await trust.evaluate('https://wallet.example', ['wallet_provider'])
      return failed(verdict) ? verdict.code : verdict.trustMarks
    }
    await administer('POST', '/subordinates', { entity_id: 'https://wallet.example' })
    assert.equal(await judged(), 'trust_mark_missing')
    await administer('POST', '/trust-marks', { trust_mark_type: markType, sub: 'https://wallet.example' })
    await walletProvider.service.runUpkeep(clock.now())
    clock.advance(15)
    assert.deepEqual(await judged(), [markType])
    const [own = ''] = await walletProvider.service.publisher.trustChain()
    assert.equal((decodeJwt(own).payload.trust_marks as unknown[]).length, 1, 'the trust chain contains the mark too')
  })

  test('FED-31 a service starts without the mark if its issuer does not answer, and fetches it later', async () => {
    const { service: anchor, administer, pins } = await serveAnchor(7200)
    const publicUrl = 'https://relying.example'
    const { shown: before } = await compose('relying-party', publicUrl, pins)
    assert.deepEqual(await before(), [])
    await administer('POST', '/subordinates', entryOf(publicUrl))
    await administer('POST', '/trust-marks', { trust_mark_type: markType, sub: publicUrl })
    network.disconnect(anchorId)
    const { service, shown, configuration } = await compose('relying-party', publicUrl, { ...pins, ...fromAnchor })
    assert.deepEqual(await shown(), [])
    const away = `the trust mark ${markType} is not published: the request to ${anchorId} failed (unreachable at configuration)`
    assert.deepEqual(service.notes(), [away])
    network.connect(anchorId, anchor.app)
    clock.advance(60)
    await service.runUpkeep(clock.now())
    assert.deepEqual(await shown(), [markType])
    assert.deepEqual(service.notes(), [])

    const mark = async () => (await configuration()).trust_marks?.[0]?.trust_mark
    const first = await mark()
    clock.advance(3600)
    await service.runUpkeep(clock.now())
    assert.notEqual(await mark(), first, 'the mark is renewed after half of its lifetime')
    network.connect(anchorId, async () => new Response('', { status: 503 }))
    clock.advance(3600)
    await service.runUpkeep(clock.now())
    assert.deepEqual(await shown(), [markType])
    assert.match(
      service.notes().join(),
      /is published as last issued: the request to .* failed \(status_unexpected at configuration\.status\.503\)$/,
    )
    clock.advance(3600)
    assert.deepEqual(await shown(), [], 'the mark has expired')
  })

  const directory = freshDirectory()

  for (const role of roles)
    test(`a ${role} that starts while the issuer does not answer publishes the mark that it got last (D-370)`, async () => {
      const { service: anchor, administer, pins } = await serveAnchor(7200)
      const publicUrl = `https://${role}-again.example`
      const begin = () =>
        compose(role, publicUrl, { ...pins, ...fromAnchor }, `sqlite:${join(directory, `${role}-again.sqlite`)}`)
      const first = await begin()
      await administer('POST', '/subordinates', entryOf(publicUrl))
      await administer('POST', '/trust-marks', { trust_mark_type: markType, sub: publicUrl })
      await first.service.runUpkeep(clock.now())
      const [given] = (await first.configuration()).trust_marks ?? []
      await first.close()
      network.disconnect(anchorId)
      network.disconnect(publicUrl)

      const second = await begin()
      assert.deepEqual((await second.configuration()).trust_marks, [given])
      assert.match(
        second.service.notes().join(),
        /is published as last issued: the request to .* failed \(unreachable at configuration\)$/,
      )
      await second.close()
      network.connect(anchorId, anchor.app)
      await administer('POST', '/trust-marks/revoke', { trust_mark_type: markType, sub: publicUrl })
      const third = await begin()
      assert.deepEqual(await third.shown(), [], 'the issuer has revoked the mark')
      await third.close()
      network.disconnect(anchorId)
      const fourth = await begin()
      assert.deepEqual(await fourth.shown(), [])
      await fourth.close()
    })

  const handedOver = async (name: string, further: { holder?: string; trustMarkType?: string; seconds?: number }) => {
    const markFile = join(directory, `${name}.jwt`)
    const { holder = `https://${name}.example`, trustMarkType = markType, seconds = 1000 } = further
    const [issuedAt, expiresAt] = [clock.now(), clock.now() + seconds]
    const input = { issuer: 'https://issuer.example', holder, trustMarkType, issuedAt, expiresAt }
    writeFileSync(markFile, `${await createTrustMark(await generateSigner({ crypto }), input)}\n`)
    return marksVariable({ type: markType, markFile })
  }

  for (const role of roles)
    test(`a ${role} publishes the mark of a file until it expires, and reports when a new mark is due`, async () => {
      const name = `${role}-handed`
      const { service, shown } = await compose(role, `https://${name}.example`, await handedOver(name, {}))
      assert.deepEqual(await shown(), [markType])
      assert.deepEqual(service.notes(), [])
      clock.advance(750)
      const due = `the trust mark ${markType} expires at 2026-01-15T12:16:40.000Z: configure a new one`
      assert.deepEqual(service.notes(), [due])
      assert.deepEqual(await shown(), [markType])
      clock.advance(250)
      assert.deepEqual(await shown(), [])
      assert.deepEqual(service.notes(), [due.replace('expires at', 'is not published, it expired at')])
      assert.deepEqual(network.exchanges, [])
    })

  for (const role of roles)
    test(`a ${role} does not start with a file whose mark is malformed, of another entity or of another type`, async () => {
      const name = `${role}-wrong`
      const faults = [
        [await handedOver(name, { holder: 'https://other.example' }), 'mark_sub_mismatch'],
        [
          await handedOver(`${name}-type`, { holder: `https://${name}.example`, trustMarkType: `${anchorId}/other` }),
          'mark_type_mismatch',
        ],
      ] as const
      const garbage = join(directory, 'garbage.jwt')
      writeFileSync(garbage, 'garbage')
      for (const [environment, code] of [
        ...faults,
        [marksVariable({ type: markType, markFile: garbage }), 'jws_malformed'],
      ] as const)
        await assert.rejects(compose(role, `https://${name}.example`, environment), (thrown) => {
          assert.ok(thrown instanceof ConfigError)
          assert.ok(thrown.message.includes('federation.trustMarks.0.markFile') && thrown.message.includes(code), code)
          return true
        })
    })

  test('GEN-02 a faulty entry of federation.trustMarks is refused with the settings', () => {
    const wrong: [mark: object, fault: RegExp][] = [
      [{ type: markType }, /federation\.trustMarks\.0: needs an issuer or a markFile, but not both/],
      [{ type: markType, issuer: anchorId, markFile: 'x' }, /federation\.trustMarks\.0: needs an issuer or a markFile/],
      [
        { type: markType, issuer: 'http://anchor.example' },
        /federation\.trustMarks\.0\.issuer: is not an entity identifier/,
      ],
      [
        { type: markType, markFile: 'absent.jwt' },
        /federation\.trustMarks\.0\.markFile: there is no file .*absent\.jwt/,
      ],
      [{ type: 'public', issuer: anchorId }, /federation\.trustMarks\.0\.type/],
    ]
    for (const role of roles)
      for (const [mark, fault] of wrong)
        assert.throws(() => readSettings(role, { environment: marksVariable(mark) }), fault)
  })
})
