/** A member below an anchor on a network in memory: its federation key is certified in the anchor's statement. */
import { type JsonObject, Unavailable } from '../../../src/base/index.ts'
import { createCertificateEvaluator, pinRoots } from '../../../src/certificate-trust/index.ts'
import type { AnswerWithHeaders } from '../../../src/http/index.ts'
import type { Signer } from '../../../src/jose/index.ts'
import {
  createLeafServices,
  createMember,
  type LeafContext,
  memberCertificateSettings,
} from '../../../src/member/index.ts'
import { certificateListMediaType, spkiOf } from '../../../src/x509/index.ts'
import { recordingSink } from '../decisions.ts'
import { anchorsOf, connectEntity, crypto, type TestEntity, testEntity } from '../federation.ts'
import { fixedClock } from '../fixed-clock.ts'
import { createNetwork } from '../network.ts'
import { seededRandom } from '../seeded-random.ts'
import { base64 } from './certificate-world.ts'
import { type CertificateChanges, type Certified, certify, listOf, testNow } from './test-authority.ts'

export const memberId = 'https://host.example/1.4'

interface MemberWorldOptions {
  readonly settings?: object
  /** The member's federation key. Defaults to a new key. */
  readonly signer?: Signer
  /** Changes of the member's certificate. */
  readonly member?: CertificateChanges
  /** Returns the value of the key's `x5c` in the anchor's statement. Defaults to the valid chain. */
  readonly x5c?: (certificates: readonly string[]) => unknown
}

/** Creates the world. The anchor certifies the federation key, and publishes its revocation list. */
export async function createMemberWorld(options: MemberWorldOptions = {}) {
  const clock = fixedClock(testNow)
  const network = createNetwork()
  const anchor = await testEntity('https://anchor.example', { fetch: true })
  const entity = await testEntity(memberId, { hints: [anchor.entityId] })
  const own = { ...entity, signer: options.signer ?? entity.signer }
  const root = await certify({ entityId: 'https://root.example', kind: 'root' })
  const certificate = await certifyKey(root, own.signer, options.member)
  const stated = { current: [base64(certificate.der)] as unknown, further: [] as object[] }
  if (options.x5c) stated.current = options.x5c([base64(certificate.der)])
  connectAnchor({ clock, network, anchor, own }, stated)
  const revoked: { serial: string; revokedAt: number }[] = []
  network.connect('https://root.example', async () => {
    const [thisUpdate, nextUpdate] = [clock.now() - 60, clock.now() + 3600]
    const list = await listOf(root, { revoked, thisUpdate, nextUpdate })
    return new Response(Uint8Array.from(list), { headers: { 'content-type': certificateListMediaType } })
  })
  const sink = recordingSink()
  const faults: unknown[] = []
  const member = (name: string, further: Partial<LeafContext> = {}) => {
    const context = {
      ...{ clock, crypto, random: seededRandom(name), fetch: network.fetch, decisions: sink },
      onFault: (fault: unknown) => void faults.push(fault),
      ...{ anchors: anchorsOf(anchor), federationSigner: own.signer },
      certification: {
        settings: memberCertificateSettings.parse({ test: true, ...options.settings }),
        organizationName: 'Ente di Prova',
      },
      config: {
        ...{ entityId: memberId, authorityHints: [anchor.entityId], entityConfigurationLifetimeSeconds: 3600 },
        ...{ clockSkewSeconds: 30, loopbackHttp: false },
      },
      ...further,
    }
    const services = createLeafServices<AnswerWithHeaders>(context, own.metadata as never)
    const api = { title: 'Member', descriptions: {} }
    const { app } = createMember({ name: 'member', services: { ...context, ...services }, api, routes: [] })
    return { ...services, app }
  }
  const first = member('first')
  network.connect(memberId, async (request) => first.app(request))
  const evaluate = createCertificateEvaluator({
    ...{ clock, fetch: network.fetch, urls: { loopbackHttp: false }, skewSeconds: 30, graceSeconds: 0 },
    roots: pinRoots([base64(root.der)]),
  })
  return { clock, network, anchor, own, root, certificate, stated, revoked, sink, faults, member, first, evaluate }
}

/** Certifies a federation key as an anchor does. */
export const certifyKey = (root: Certified, signer: Signer, changes: CertificateChanges = {}): Promise<Certified> =>
  certify({ entityId: memberId, kind: 'member', issuer: root }, { spki: spkiOf(signer.publicJwk), ...changes })

/** Connects the anchor. Its statements have the keys and the `x5c` that `stated` has at the time of the request. */
function connectAnchor(
  {
    clock,
    network,
    anchor,
    own,
  }: {
    readonly clock: ReturnType<typeof fixedClock>
    readonly network: ReturnType<typeof createNetwork>
    readonly anchor: TestEntity
    readonly own: TestEntity
  },
  stated: { readonly current: unknown; readonly further: readonly object[] },
): void {
  const further = {
    get jwks() {
      const x5c = stated.current !== undefined && { x5c: stated.current }
      return { keys: [{ ...own.signer.publicJwk, ...x5c }, ...stated.further] }
    },
  }
  connectEntity(network, clock, anchor, [[own, further as unknown as JsonObject]])
}

/** Returns the message of the outage that a promise rejects with, or `no outage`. Rethrows any other error. */
export const outageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no outage',
    (thrown) => {
      if (thrown instanceof Unavailable) return thrown.message
      throw thrown
    },
  )
