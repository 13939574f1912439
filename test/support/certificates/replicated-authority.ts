/**
 * A Trust Anchor with certificates as three replicas over one PostgreSQL store, its members, and watchers that check
 * each chain that they get. Requests go to the next replica in turn, as behind a proxy.
 */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { failed, type JsonObject } from '../../../src/base/index.ts'
import { createMemoryKeyVault, createRingKeys, seedKeyRing, validateTrustChain } from '../../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner, type Signer } from '../../../src/jose/index.ts'
import { createPostgresTrustAnchorStores, openPostgres, trustAnchorSchema } from '../../../src/stores/index.ts'
import { createTrustAnchor, type IssuedCertificate, trustAnchorConfig } from '../../../src/trust-anchor/index.ts'
import { parseCertificate, parseCertificateList } from '../../../src/x509/index.ts'
import { recordingSink } from '../decisions.ts'
import { configurationOf, crypto, organization, sign, type TestEntity, testEntity, urls } from '../federation.ts'
import { adminToken, anchorId } from '../federation-authority.ts'
import { fixedClock } from '../fixed-clock.ts'
import { decodeJwt } from '../forge-jwt.ts'
import { createNetwork } from '../network.ts'
import { startPostgres } from '../postgres.ts'
import { seededRandom } from '../seeded-random.ts'

const profile = 'it-wallet-1.4'
/** Differences of the replicas' clocks from the right time, in seconds. */
const offsets = [-20, 0, 20]

type App = (request: Request) => Promise<Response>

/** The running topology. */
interface ReplicatedAuthority extends AsyncDisposable {
  readonly clock: ReturnType<typeof fixedClock>
  readonly members: readonly TestEntity[]
  administer(method: string, path: string, body: object): Promise<JsonObject>
  /** Fetches the chain of a member, and asserts that statements, certificates and revocation list are valid. */
  watch(member: TestEntity): Promise<void>
  /** Starts a new replica, and then stops the one that it replaces. */
  restart(index: number): Promise<void>
  /** Stops all replicas, copies their database, and starts them again. */
  backUp(): Promise<void>
  /** Stops all replicas and starts them with the last copy. Without a copy nothing happens. */
  restore(): Promise<void>
  /** Asserts that serial numbers are unique and that later certificates of a key have higher ones. */
  checkNumbers(): Promise<void>
}

export async function startReplicatedAuthority(members: number): Promise<ReplicatedAuthority> {
  const clock = fixedClock()
  const network = createNetwork()
  const postgres = await startPostgres()
  const first = await generateSigner({ crypto })
  const made: Signer[] = [first]
  const vault = createMemoryKeyVault(made, async () => {
    const signer = await generateSigner({ crypto })
    made.push(signer)
    return signer
  })
  const database = { url: postgres.url, copy: undefined as string | undefined, starts: 0 }
  const open = async () => {
    const opened = await openPostgres(database.url, { store: trustAnchorSchema, migrate: true, connections: 4 })
    return { database: opened, stores: createPostgresTrustAnchorStores(opened, profile) }
  }
  let shared = await open()
  await seedKeyRing(shared.stores.federationKeys, [first], clock.now())
  const config = trustAnchorConfig.parse({
    ...{ entityId: anchorId, organization, profile, keyPublicationSeconds: 0 },
    certificates: { test: true, memberLifetimeSeconds: 4 * 86_400 },
  })
  const start = async (index: number): Promise<{ readonly app: App; close(): Promise<void> }> => {
    const { database: opened, stores } = await open()
    const { federationKeys, ...ports } = stores
    database.starts += 1
    const { app } = createTrustAnchor({
      ...{ ...ports, config, crypto, fetch: network.fetch },
      random: seededRandom(`start ${database.starts}`),
      clock: { now: () => clock.now() + (offsets[index] ?? 0) },
      signer: first,
      keyRing: { store: federationKeys, vault },
      administrators: [{ name: 'operator', token: adminToken }],
      decisions: recordingSink(),
      onFault: (fault) => {
        throw fault
      },
    })
    const underWay = new Set<Promise<Response>>()
    return {
      app: (request) => {
        const answer = app(request)
        underWay.add(answer)
        return answer.finally(() => underWay.delete(answer))
      },
      // A service that stops first answers the requests that it has accepted, and then closes its store.
      close: async () => {
        await Promise.allSettled(underWay)
        await opened.close()
      },
    }
  }
  const replicas = await Promise.all(offsets.map((_, index) => start(index)))
  /** Lets the replicas use another database while none of them runs. */
  const move = async (to: () => Promise<void>): Promise<void> => {
    await Promise.all(replicas.map(({ close }) => close()))
    await shared.database.close()
    await to()
    shared = await open()
    replicas.splice(0, replicas.length, ...(await Promise.all(offsets.map((_, index) => start(index)))))
  }
  /** Certificates that a watcher got, by serial number, also those that a restored database lacks. */
  const seen = new Map<string, string>()
  let turn = 0
  network.connect(anchorId, async (request) => {
    turn += 1
    return (replicas[turn % replicas.length] as { app: App }).app(request)
  })
  const administer: ReplicatedAuthority['administer'] = async (method, path, body) => {
    const response = await network.fetch(
      new Request(`${anchorId}/admin${path}`, {
        method,
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    const text = await response.text()
    assert.ok(response.ok, text)
    return (text === '' ? {} : JSON.parse(text)) as JsonObject
  }
  const protocol = await generateSigner({ crypto })
  const wallet_solution = { jwks: { keys: [protocol.publicJwk as unknown as JsonObject] } }
  const entities = await Promise.all(
    Array.from({ length: members }, (_, index) =>
      testEntity(`https://member-${index}.example`, { hints: [anchorId], metadata: { wallet_solution } }),
    ),
  )
  for (const member of entities) {
    network.connect(member.entityId, async () => {
      const statement = await sign(configurationOf(member, clock.now()))
      return new Response(statement, { headers: { 'content-type': 'application/entity-statement+jwt' } })
    })
    await administer('POST', '/subordinates', { entity_id: member.entityId })
  }

  const text = async (path: string): Promise<string> => {
    const response = await network.fetch(new Request(anchorId + path))
    assert.equal(response.status, 200, path)
    return response.text()
  }
  const watch: ReplicatedAuthority['watch'] = async (member) => {
    const statement = await text(`/fetch?sub=${encodeURIComponent(member.entityId)}`)
    const top = await text('/.well-known/openid-federation')
    const now = clock.now()
    const own = await sign(configurationOf(member, now))
    const { published } = await createRingKeys(shared.stores.federationKeys, vault).current(now)
    const policy = { algorithms: defaultAlgorithms, urls, skew: 60, now, anchors: new Map([[anchorId, published]]) }
    const chain = await validateTrustChain({ crypto }, [own, statement, top], { ...policy, subject: member.entityId })
    assert.ok(!failed(chain), failed(chain) ? `${chain.code} ${chain.at}` : '')
    const certificate = certificateIn(statement, member.signer.kid)
    const issuer = issuerIn(top, certificate)
    assert.ok(issuer, 'no published root signed the certificate')
    const { notBefore, notAfter, serial } = parsed(certificate)
    assert.equal(seen.get(serial) ?? certificate, certificate, 'two certificates have one serial number')
    seen.set(serial, certificate)
    assert.ok(notBefore <= now && now < notAfter, 'the certificate is not valid now')
    const response = await network.fetch(new Request(`${anchorId}/crl/${issuer}`))
    const list = parseCertificateList(new Uint8Array(await response.arrayBuffer()), 'crl')
    assert.ok(!failed(list) && list.thisUpdate <= now && now < (list.nextUpdate ?? 0), 'the list is not valid now')
    // The certificate may have been revoked between both requests. Then a later statement must have another one.
    if (list.find(serial) === undefined) return
    const again = certificateIn(await text(`/fetch?sub=${encodeURIComponent(member.entityId)}`), member.signer.kid)
    assert.notEqual(parsed(again).serial, serial, 'a revoked certificate is stated')
  }
  return {
    ...{ clock, members: entities, administer, watch },
    restart: async (index) => {
      const former = replicas[index]
      replicas[index] = await start(index)
      await former?.close()
    },
    backUp: () =>
      move(async () => {
        database.copy = await postgres.createDatabase(database.url)
      }),
    restore: async () => {
      if (database.copy === undefined) return
      const { copy } = database
      await move(async () => {
        database.url = await postgres.createDatabase(copy)
      })
    },
    checkNumbers: async () => {
      const all = await shared.stores.certificates.list({ limit: 100_000 })
      assert.equal(new Set(all.map(({ serial }) => serial)).size, all.length)
      for (const [, ofKey] of Map.groupBy(all, ({ subject, kid, issuerKid }) => `${subject} ${kid} ${issuerKid}`)) {
        const grown = ofKey.toSorted((a, b) => a.generation - b.generation)
        assert.deepEqual(grown.map(serialOf), grown.map(serialOf).toSorted())
        assert.deepEqual(
          grown.map(({ generation }) => generation),
          grown.map((_, index) => index + 1),
        )
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const { close } of replicas) await close()
      await shared.database.close()
      await postgres.stop()
    },
  }
}

const serialOf = ({ serial }: IssuedCertificate): string => serial

const parsed = (base64: string) => {
  const certificate = parseCertificate(Buffer.from(base64, 'base64'), 'certificate')
  assert.ok(!failed(certificate))
  return certificate
}

/** A key of an entity statement. */
type StatedKey = { readonly kid: string; readonly x5c?: readonly string[] }

const keysIn = (statement: string): readonly StatedKey[] =>
  (decodeJwt(statement).payload.jwks as unknown as { keys: readonly StatedKey[] }).keys

function certificateIn(statement: string, kid: string): string {
  const [certificate] = keysIn(statement).find((key) => key.kid === kid)?.x5c ?? []
  assert.ok(certificate, 'the statement has no certificate')
  return certificate
}

/** Returns the `kid` of the key in an authority's configuration whose certificate issued this one. */
function issuerIn(configuration: string, certificate: string): string | undefined {
  const below = new X509Certificate(Buffer.from(certificate, 'base64'))
  return keysIn(configuration).find(({ x5c = [] }) =>
    x5c.some((root) => {
      const above = new X509Certificate(Buffer.from(root, 'base64'))
      return below.checkIssued(above) && below.verify(above.publicKey)
    }),
  )?.kid
}

const day = 86_400

/**
 * Seconds by which the clock moves after a round: past renewals, back by an hour, past all certificates, back by days.
 */
const clockSteps = [0, 20_000, 40_000, 60_000, -3600, 20_000, 10 * day, 0, -2 * day]

/**
 * Runs rounds of changes under load. Each round renews or revokes a certificate, rolls over the key, or restarts a
 * replica, and then moves the clock. After some rounds the database is copied, and after some the copy is restored.
 */
export async function runUnderLoad(topology: ReplicatedAuthority, rounds: number, loadPerRound: number): Promise<void> {
  const { clock, members } = topology
  const member = (index: number) => members[index % members.length] as TestEntity
  const changes: readonly ((round: number) => Promise<unknown>)[] = [
    (round) => topology.administer('POST', '/certificates/renew', { entity_id: member(round).entityId }),
    (round) =>
      topology.administer('POST', '/certificates/revoke', { entity_id: member(round).entityId, code: 'superseded' }),
    async () => {
      const { kid } = await topology.administer('POST', '/keys', {})
      await topology.administer('POST', '/keys/activate', { kid: kid as string, force: true })
    },
    (round) => topology.restart(round % offsets.length),
  ]
  for (let round = 0; round < rounds; round += 1) {
    const load = Array.from({ length: loadPerRound }, (_, index) => topology.watch(member(round + index)))
    const change = changes[round % changes.length]?.(round)
    await Promise.all([...load, change])
    clock.advance(clockSteps[round % clockSteps.length] ?? 0)
    await Promise.all(members.map(topology.watch))
    if (round % 7 === 2) await topology.backUp()
    if (round % 7 !== 5) continue
    await topology.restore()
    await Promise.all(members.map(topology.watch))
  }
  await topology.checkNumbers()
}
