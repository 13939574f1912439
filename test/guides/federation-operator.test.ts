/**
 * Executes every command of docs/guides/federation-operator.md against a local anchor whose keys and stores are files.
 * The anchor restarts from them before each block of commands.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { register as registerFederation } from '../../src/cli/commands/federation.ts'
import { register as registerServe } from '../../src/cli/commands/serve.ts'
import { register as registerTrust } from '../../src/cli/commands/trust.ts'
import { createEntityConfigurationPublisher, seedKeyRing } from '../../src/federation/index.ts'
import { generateSigner, type Signer } from '../../src/jose/index.ts'
import {
  createGuardedFetch,
  createKeyFileVault,
  createSystemClock,
  loadKeys,
  type RunningServer,
  serve,
} from '../../src/node/index.ts'
import type { ProfileName } from '../../src/profiles/index.ts'
import { readSettings, type ServedRole } from '../../src/serve/index.ts'
import { openSqliteStores } from '../../src/stores/sqlite/open-stores.ts'
import { createTrustAnchor, trustAnchorConfig } from '../../src/trust-anchor/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { crypto, organization } from '../support/federation.ts'
import { adminToken } from '../support/federation-authority.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { guideSuite } from './guide-suite.ts'
import { startCommand } from './start-command.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/federation-operator.md'), 'utf8')
const directory = freshDirectory()
const fetch = createGuardedFetch({ loopbackHttp: true })
const clock = createSystemClock()
const servers: RunningServer[] = []
const names = new Map<string, string>()
/** Directory for the files that `init` writes. */
const initDirectory = freshDirectory()
/** Protocol keys of the member's entity in 1.4. */
const protocolKeys: Signer[] = []
/** Key identifier of the member's federation key. */
let memberKid = ''
let anchor: { readonly port: number; readonly signer: Signer; stop(): Promise<void> }

/** Serves an app that needs to know its own port. */
async function serveAt(port: number, build: (url: string) => (request: Request) => Promise<Response>) {
  let app: (request: Request) => Promise<Response> = async () => new Response()
  const server = await serve({ port, hosts: ['127.0.0.1'], stopTimeoutSeconds: 0, app: (request) => app(request) })
  app = build(`http://localhost:${server.port}`)
  return server
}

type Answer = (request: Request) => Promise<Response>

/** Returns an app of two entities: requests below `/1.4/` go to `further`, all others to `own`. */
const byPath =
  (own: Answer, further: Answer): Answer =>
  (request) =>
    (new URL(request.url).pathname.startsWith('/1.4/') ? further : own)(request)

/** Starts the anchor from its directory, as after a restart of the machine. */
async function startAnchor(port = 0): Promise<typeof anchor> {
  const keys = await loadKeys({ crypto }, join(directory, 'keys.json'), { federation: { use: 'sig', alg: 'ES256' } })
  const held = keys.signers.federation
  const { stores, database } = openSqliteStores('trust-anchor', join(directory, 'anchor.sqlite'))
  for (const profile of ['seed', 'it-wallet-1.4'] as const)
    await seedKeyRing(stores.ofProfile(profile).federationKeys, held, clock.now())
  const vault = createKeyFileVault({ crypto }, { directory: join(directory, 'keys'), purpose: 'federation', held })
  const server = await serveAt(port, (url) => {
    const entity = (profile: ProfileName, entityId: string) => {
      const trustMarks = [{ type: `${entityId}/marks/public` }]
      const own = { entityId, organization, profile, loopbackHttp: true, keyPublicationSeconds: 0, trustMarks }
      const { federationKeys: store, ...ports } = stores.ofProfile(profile)
      return createTrustAnchor({
        ...ports,
        config: trustAnchorConfig.parse(own),
        clock,
        crypto,
        random: seededRandom(entityId),
        fetch,
        signer: held[0],
        keyRing: { store, vault },
        administrators: [{ name: 'operator', token: adminToken }],
        decisions: recordingSink(),
        onFault: (fault) => assert.fail(String(fault)),
      }).app
    }
    return byPath(entity('seed', url), entity('it-wallet-1.4', `${url}/1.4`))
  })
  const stop = async () => {
    await server.stop()
    await database.close()
  }
  return { port: server.port, signer: held[0], stop }
}

guideSuite('docs/guides/federation-operator.md', () => {
  before(async () => {
    process.env.FIDUCIA_ADMIN_TOKEN = adminToken
    const naming_constraints = { permitted: ['localhost'] }
    const bounds = { naming_constraints, allowed_entity_types: ['wallet_provider'] }
    writeFileSync(join(directory, 'region.json'), JSON.stringify(bounds))
    writeFileSync(join(directory, 'policy.json'), '{"wallet_provider":{"aal_values_supported":{"default":["high"]}}}')
    protocolKeys.push(await generateSigner({ crypto }))
    anchor = await startAnchor()
    process.chdir(initDirectory)
    const anchorId = `http://localhost:${anchor.port}`
    const regionSigner = await generateSigner({ crypto })
    names.set('https://anchor.example', anchorId)
    const region = await serveAt(0, (entityId) => {
      const settings = { entityId, organization, loopbackHttp: true, authorityHints: [anchorId] }
      const config = trustAnchorConfig.parse(settings)
      return createTrustAnchor({
        ...{ config, clock, crypto, fetch, administrators: [{ name: 'operator', token: adminToken }] },
        random: seededRandom('region'),
        signer: regionSigner,
        ...openSqliteStores('trust-anchor', ':memory:').stores,
        anchors: new Map([[anchorId, [anchor.signer.publicJwk]]]),
        decisions: recordingSink(),
        onFault: (fault) => assert.fail(String(fault)),
      }).app
    })
    servers.push(region)
    names.set('https://region.example', `http://localhost:${region.port}`)
    for (const name of ['wallet', 'relying', 'own']) {
      const types = name === 'own' ? { wallet_provider: {}, own_type: {} } : { wallet_provider: {} }
      const signer = await generateSigner({ crypto })
      const member = await serveAt(0, (entityId) => {
        const publishing = (own: string, hint: string, metadata: () => object): Answer => {
          const publisher = createEntityConfigurationPublisher(
            { crypto, clock, fetch, signer },
            {
              entityId: own,
              metadata: () => ({
                metadata: { federation_entity: organization, ...metadata() } as never,
                revision: JSON.stringify(metadata()),
              }),
              authorityHints: [hint],
              lifetimeSeconds: 3600,
              anchors: new Map(),
              urls: { loopbackHttp: true },
              skewSeconds: 0,
            },
          )
          return async () => {
            const { jwt } = await publisher.entityConfiguration(clock.now())
            return new Response(jwt, { headers: { 'content-type': 'application/entity-statement+jwt' } })
          }
        }
        const wallet_solution = () => ({
          wallet_solution: { jwks: { keys: protocolKeys.map((key) => key.publicJwk) } },
        })
        const later = publishing(`${entityId}/1.4`, `${anchorId}/1.4`, wallet_solution)
        if (name === 'wallet') memberKid = signer.kid
        return byPath(
          publishing(entityId, anchorId, () => types),
          later,
        )
      })
      servers.push(member)
      names.set(`https://${name}.example`, `http://localhost:${member.port}`)
    }
  })

  after(async () => {
    await fetch.close()
    await anchor.stop()
    await Promise.all(servers.map((server) => server.stop()))
  })

  const run = (line: string) => startCommand([registerFederation, registerServe, registerTrust], line).ended

  const here = (line: string): string =>
    [...names]
      .reduce((text, [name, url]) => text.replaceAll(name, url), line)
      .replace(/(?:policy|region)\.json/, (file) => join(directory, file))

  /** A part of each command, and its expected output, in the order of the page. */
  const expected: [words: string, says: RegExp][] = [
    ['add https://wallet.example --dry-run', /"status": "candidate"[\s\S]*"resolved_metadata"/],
    [
      'add https://wallet.example --reason',
      /^registered http:\S+ as wallet_provider \(kid \S+\)\nstatus {7}active\nkind {9}leaf\npolicy {7}wallet_provider \(.*\nconstraints .*\nnext {9}fiducia trust explain http:\S+ --anchor http:\S+\n$/,
    ],
    ['federation list', /^ENTITY +STATUS +TYPES +KIND\nhttp:\S+ {2}active +wallet_provider +leaf\n$/],
    ['federation list --type', /^ENTITY +STATUS +TYPES +KIND\nhttp:\S+ {2}active +wallet_provider +leaf\n$/],
    ['init trust-anchor --anchor', /^pinned [\s\S]*^wrote {2}intermediate\/trust-anchor\.json\n/m],
    ['--intermediate', /^registered .*\nstatus +active\nkind +intermediate\n[\s\S]*^constraints +\{/m],
    ['--superior', /^pinned {2}http:\S+ {2}\S+\nwrote {2}relying-party\/relying-party\.json\n/],
    ['policy https://wallet.example --url', /token_endpoint_auth_signing_alg_values_supported/],
    ['--set policy.json', /^changed [\s\S]*aal_values_supported/],
    ['--clear', /^changed [\s\S]*token_endpoint_auth_signing_alg_values_supported/],
    ['--grant', /"trust_mark_type"/],
    [
      'federation marks --url',
      /^HOLDER +GRANTED +TRUST MARK\nhttp:\S+ +(now|\d+ seconds? ago|in \d+ seconds?) +http:\S+\n$/,
    ],
    ['--revoke https://anchor.example/marks', /^revoked /],
    [
      'trust explain https://wallet.example --anchor https://anchor.example',
      /^TRUSTED {2}[\s\S]*roles federation_entity, wallet_provider/,
    ],
    ['--json', /"verdict": "trusted"/],
    ['federation show', /Trust Anchor\n(?: {2}http:\S+ {2}intermediate\n)? {2}http:\S+ {2}wallet_provider/],
    ['suspend', /^suspended .*\nstatus +suspended\n/],
    ['resume', /^resumed .*\nstatus +active\n/],
    ['federation remove', /^removed /],
    ['federation log', /^WHEN +EXACTLY [\s\S]* removed .* contract ended\n[\s\S]* contract 12$/m],
    ['--next', / active [\s\S]* pending /],
    ['--activate', / retiring [\s\S]* active /],
    ['--revoke FIRST_KID', / revoked .* superseded\n[\s\S]* active /],
    ['refresh', /^refreshed .*\nstatus +active\n/],
    ['add https://wallet.example/1.4', /^registered .*\nstatus +active\n[\s\S]*^protocol kids +wallet_solution \S+\n/m],
    ['trust explain https://wallet.example/1.4', /^TRUSTED {2}[\s\S]*roles federation_entity, wallet_solution/],
    ['federation marks --url https://anchor.example/1.4', /trust_marks\/registration-entity\/wallet_solution/],
    ['certificates list --url', /^SERIAL +STATE +ENTITY +KEY +EXPIRES +REASON\n(?:10\S+ +valid +http:\S+ [\s\S]*){2}/],
    ['export-root --out root.pem', /^wrote root\.pem\n$/],
    ['certificates crl', /^url +http:\S+\/1\.4\/crl\/\S+\nentries +0\n/],
    [
      'announcements --url',
      /^ENTITY +RECEIVED +ISSUED AT +KEYS\nhttp:\S+\/1\.4 +(?:now|\d+ seconds? ago) +\d+ +=federation_entity:\S+ [\s\S]*\+\w+:\S+\n$/,
    ],
    ['announcements https://wallet.example/1.4 --approve', /^approved the keys of .*\nstatus +active\n/],
    ['certificates revoke', / revoked +http:\S+\/1\.4 +\S+ +.* keyCompromise\n$/],
    ['certificates renew', / valid +http:\S+\/1\.4 /],
    ['certificates list --state revoked', / revoked .* keyCompromise\n$/],
    ['withdraw-key', /^withdrew the key of .*\nstatus +suspended\n/],
  ]

  /** Sends the configuration of the member in 1.4 with a further protocol key to its anchor. */
  async function announceKey(): Promise<void> {
    protocolKeys.push(await generateSigner({ crypto }))
    const own = here('https://wallet.example/1.4')
    const configuration = await (await fetch(new Request(`${own}/.well-known/openid-federation`))).text()
    const body = new URLSearchParams({ entity_configuration: configuration })
    const answer = await fetch(
      new Request(here('https://anchor.example/1.4/key_announcement'), { method: 'POST', body }),
    )
    assert.equal(answer.status, 202, await answer.text())
  }

  test('every command of the guide has the output that the guide describes', async () => {
    const passages = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block.trim().split('\n'))
    const lines = passages.flat()
    const beginnings = new Set(passages.map(([first]) => first))
    assert.equal(lines.length, expected.length)
    let next = ''
    let issuedAt = ''
    for (const [index, line] of lines.entries()) {
      if (beginnings.has(line)) {
        await anchor.stop()
        anchor = await startAnchor(anchor.port)
      }
      const [words = '', says = /^$/] = expected[index] ?? []
      assert.ok(line.startsWith('fiducia ') && line.includes(words), `${line} | ${words}`)
      if (words === 'announcements --url') await announceKey()
      if (words === 'refresh')
        assert.equal((await run(here('federation add https://relying.example --url https://anchor.example'))).code, 0)
      const command = here(line)
        .replace('NEXT_KID', next)
        .replace('FIRST_KID', anchor.signer.kid)
        .replace('ISSUED_AT', issuedAt)
        .replace('MEMBER_KID', memberKid)
      const { code, out, err } = await run(command)
      assert.deepEqual([code, err], [0, ''], line)
      assert.match(out, says)
      if (words === 'announcements --url') issuedAt = / (\d{10}) /.exec(out)?.[1] ?? ''
      if (words === '--next') next = /^(\S+) +pending /m.exec(out)?.[1] ?? ''
    }
  })

  test('a refusal is one line with the reason, and the exit code is 1', async () => {
    const rows: [line: string, says: RegExp][] = [
      [
        'federation add https://anchor.example --url https://anchor.example',
        /refuses: .*sub_is_issuer.*\[FED-06\] What to change: Name an entity below this authority\.$/,
      ],
      [
        'federation add https://wallet.example --type openid_provider --url https://anchor.example',
        /entity_type_missing.*\[FED-25\] What to change: .*--type/,
      ],
      [
        'federation add https://wallet.example --type walet wallet_provider --url https://anchor.example',
        /^walet is not a known entity type: use one of federation_entity, wallet_provider, .*\.$/,
      ],
      [
        'federation add https://anchor.example --type walet --url https://anchor.example',
        /refuses: .*sub_is_issuer.*\[FED-06\] What to change: Name an entity below this authority\.$/,
      ],
      [
        'federation remove https://nobody.example --url https://anchor.example',
        /subordinate_unknown.* What to change: "fiducia federation list"/,
      ],
      [
        'federation add https://wallet.example --intermediate --url https://anchor.example',
        /intermediate_mismatch.* What to change: use --intermediate for/,
      ],
      [
        'federation add http://127.0.0.1:1 --url https://anchor.example',
        /unreachable at configuration\.refused\).* What to change: as seen from the host of this authority: nothing listens/,
      ],
      [
        'federation add https://relying.example --url https://anchor.example',
        /subordinate_known.* What to change: .*"fiducia federation policy"/,
      ],
      [
        'federation marks https://relying.example --grant https://x.example/mark --url https://anchor.example',
        /trust_mark_type_unknown.* What to change: .*trustMarks of the role/,
      ],
      ['federation rotate-keys --activate x --url https://anchor.example', /key_unknown.* What to change: /],
      [
        'federation list --url https://anchor.example --token wrong',
        /token_wrong.* What to change: give the token of this service/,
      ],
      [
        'federation list --url https://anchor.example --type walet',
        /^walet is not a known entity type: .*wallet_provider/,
      ],
      ['federation list --url https://wallet.example', /is not JSON, so it is not an administration/],
      ['federation show nonsense --url https://anchor.example', /^nonsense is not an entity identifier/],
      [
        'federation show http://127.0.0.1:1/x --url https://anchor.example',
        /^There is no usable entity configuration at http:\/\/127\.0\.0\.1:1\/x\/\.well-known\/openid-federation \(unreachable at /,
      ],
      ['federation list --url nonsense', /^nonsense is not an entity identifier/],
      ['federation list --url localhost:4301', /^localhost:4301 is not an entity identifier such as https:/],
      [
        'federation list --url http://127.0.0.1:1 --token t',
        /name another with --url\. What to change: nothing listens at the address of this service: /,
      ],
      ['trust explain nonsense --anchor https://anchor.example', /^nonsense is not an entity identifier/],
      ['trust explain https://wallet.example --anchor nonsense', /^nonsense is not an entity identifier/],
      [
        'federation policy https://wallet.example --set /nowhere --url https://anchor.example',
        /cannot be read \(ENOENT\)/,
      ],
      ['federation marks --grant x --url https://anchor.example', /^Name the entity\.$/],
      ['federation list --data /nowhere', /^No sandbox with a Trust Anchor is running here/],
      [
        'trust explain https://wallet.example --anchor http://127.0.0.1:1',
        /^The anchor \S+ does not answer: start it, or name .* nothing listens at the address of the anchor: start it/,
      ],
      [
        'trust explain https://wallet.example --anchor https://anchor.example --anchor-keys /nowhere',
        /cannot be read \(ENOENT\)/,
      ],
      [
        'trust explain https://wallet.example --anchor https://wallet.example',
        /^http:\S+ is not an anchor: it has no fetch endpoint, so it has no subordinates\./,
      ],
      [
        'trust explain https://wallet.example --algorithms HS256',
        /^HS256 is not a known signature algorithm: use ES256, /,
      ],
      [
        'trust explain https://wallet.example --anchor https://anchor.example --algorithms RS256',
        /no valid configuration \(alg_unsupported at/,
      ],
      [
        'trust explain https://relying.example --type wallet-provider --anchor https://anchor.example',
        /^wallet-provider is not a known entity type: \S+ has federation_entity, wallet_provider\.$/,
      ],
    ]
    for (const [line, says] of rows) {
      const { code, err } = await run(here(line))
      assert.equal(code, 1, line)
      assert.match(err.trimEnd(), says, line)
      assert.equal(err.trimEnd().includes('\n'), false)
    }
  })

  test('options that contradict each other are refused', async () => {
    for (const [options, says] of [
      ['policy https://wallet.example --set x --clear', /'--clear' cannot be used with option '--set <file>'/],
      ['marks https://wallet.example --grant x --revoke y', /'--revoke <type>' cannot be used with option '--grant/],
      ['rotate-keys --next --activate x', /'--activate <kid>' cannot be used with option '--next'/],
      ['rotate-keys --activate x --revoke y', /'--revoke <kid>' cannot be used with option '--activate/],
    ] as const) {
      const { code, err } = await run(here(`federation ${options} --url https://anchor.example`))
      assert.equal(code, 1, options)
      assert.match(err, says)
    }
  })

  test('trust explain distinguishes a type that the entity lacks, an unknown type and a type of the operator’s own', async () => {
    const judged = '--anchor https://anchor.example'
    const explain = (words: string) => run(here(`trust explain https://relying.example ${words} ${judged}`))
    assert.match((await explain('--type openid_provider')).out, /^NOT TRUSTED in this role/)
    assert.equal((await explain('--type openid_provider wallet_provider')).code, 0)
    assert.match((await explain('--type wallet --json')).err, /^wallet is not a known entity type/)
    assert.match(
      (await run(here(`trust explain https://wallet.example --type x ${judged}`))).out,
      /^NOT TRUSTED: no path/,
    )
  })

  test('GEN-03 init below an anchor that signs with RSA needs --algorithms, and writes them into the settings', async () => {
    const signer = await generateSigner({ crypto }, 'RS256')
    const rsa = await serveAt(0, (entityId) => {
      const federation_entity = { ...organization, federation_fetch_endpoint: `${entityId}/fetch` }
      const publisher = createEntityConfigurationPublisher(
        { crypto, clock, fetch, signer },
        {
          ...{ entityId, authorityHints: [], metadata: { federation_entity } as never },
          ...{ lifetimeSeconds: 3600, anchors: new Map(), urls: { loopbackHttp: true }, skewSeconds: 0 },
        },
      )
      return async () => {
        const { jwt } = await publisher.entityConfiguration(clock.now())
        return new Response(jwt, { headers: { 'content-type': 'application/entity-statement+jwt' } })
      }
    })
    servers.push(rsa)
    const begin = (role: ServedRole, words: string) =>
      run(`init ${role} --dir ${join(directory, `below-rsa-${role}`)} --anchor http://localhost:${rsa.port}${words}`)
    assert.match((await begin('relying-party', '')).err, /no valid configuration \(alg_unsupported at/)
    assert.match((await begin('relying-party', ' --algorithms HS256')).err, /^HS256 is not a known signature algorithm/)
    for (const [role, member] of [
      ['relying-party', 'federation'],
      ['trust-anchor', 'role'],
    ] as const) {
      const { code, out, err } = await begin(role, ' --algorithms RS256 ES256')
      assert.deepEqual([code, err], [0, ''])
      assert.match(out, new RegExp(`^pinned {2}\\S+ {2}${signer.kid}$`, 'm'))
      const settings = readSettings(role, { file: join(directory, `below-rsa-${role}`, `${role}.json`) })
      const { algorithms } = settings[member as 'role']
      assert.deepEqual(algorithms, ['RS256', 'ES256'])
    }
  })

  test('a reason is accepted only by commands that store it', async () => {
    const at = '--url https://anchor.example'
    const [type, relying] = ['https://anchor.example/marks/public', 'https://relying.example']
    for (const line of ['list', `show ${relying}`, 'log']) {
      const { code, err } = await run(here(`federation ${line} --reason x ${at}`))
      assert.deepEqual([code, /unknown option '--reason'/.test(err)], [1, true], line)
    }
    for (const line of [`--grant ${type} --reason audited`, `--revoke ${type} --reason "audit failed"`])
      assert.equal((await run(here(`federation marks ${relying} ${line} ${at}`))).code, 0)
    const log = JSON.parse((await run(here(`federation log ${relying} --json ${at}`))).out) as Record<string, string>[]
    assert.deepEqual(
      log.slice(0, 2).map(({ action, trust_mark_type, reason }) => [action, trust_mark_type, reason]),
      [
        ['mark_revoked', here(type), 'audit failed'],
        ['mark_granted', here(type), 'audited'],
      ],
    )
  })

  test('FED-25 a member is added with an entity type of its own', async () => {
    const entityId = here('https://own.example')
    const added = await run(
      here('federation add https://own.example --type own_type --json --url https://anchor.example'),
    )
    assert.deepEqual([added.code, added.err], [0, ''])
    assert.deepEqual(JSON.parse(added.out).entity_types, ['own_type'])
    assert.equal((await run(here(`federation remove ${entityId} --url https://anchor.example`))).code, 0)
  })

  test('the list of members can be filtered by type, status and kind', async () => {
    const relying = `${names.get('https://relying.example')} active wallet_provider leaf`
    const region = `${names.get('https://region.example')} active federation_entity intermediate`
    /** Returns the rows below the headings. */
    const list = async (words: string) => {
      const { out } = await run(here(`federation list ${words} --url https://anchor.example`))
      const [, ...rows] = out.trimEnd().replaceAll(/ {2,}/g, ' ').split('\n')
      return rows.length === 0 ? out : rows.toSorted().join('\n')
    }
    for (const all of ['', '--status active'])
      assert.equal(await list(all), [relying, region].toSorted().join('\n'), all)
    for (const one of ['--type wallet_provider', '--type openid_provider wallet_provider'])
      assert.equal(await list(one), relying, one)
    assert.equal(await list('--intermediate'), region)
    for (const none of ['--type openid_provider', '--status suspended', '--intermediate --type wallet_provider'])
      assert.equal(await list(none), 'none\n', none)
    const json = await run(here('federation list --status suspended --json --url https://anchor.example'))
    assert.equal(json.out, '[]\n')
    const mistyped = await run(here('federation list --status actve --url https://anchor.example'))
    assert.match(mistyped.err, /Allowed choices are active, suspended/)
  })

  test('an entity without a superior is explained with the remedy', async () => {
    const { code, out } = await run(here('trust explain https://wallet.example --anchor https://anchor.example'))
    assert.equal(code, 1)
    assert.match(out, /^NOT TRUSTED: no path is valid/)
    assert.match(out, /NO {2}everybody on the path answers: status_unexpected at statement\.status\.404\n/)
    assert.match(out, /^what to change: .*federation add/m)
    assert.equal(out.split('what to change: ').length, 2, out)
  })
})
