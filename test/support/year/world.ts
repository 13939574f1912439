/**
 * The ecosystem of a simulated year: five services in two processes each, on a clock that a test sets and a network on
 * which parties can become unreachable.
 */
import { Unavailable } from '../../../src/base/index.ts'
import { generateSigner, type Signer, withKeyCache } from '../../../src/jose/index.ts'
import { createNodeCrypto } from '../../../src/node/index.ts'
import { sandboxMembers } from '../../../src/sandbox/settings.ts'
import {
  type ConfiguredSubordinate,
  seedSubordinates,
  type TrustAnchorConfig,
} from '../../../src/trust-anchor/index.ts'
import type { HeldCredential } from '../../../src/wallet/storage/wallet-record.ts'
import { recordingSink } from '../decisions.ts'
import { adminToken } from '../ecosystem.ts'
import { intermediateConstraints } from '../federation-authority.ts'
import { fixedClock } from '../fixed-clock.ts'
import { createLoginPage } from '../login-page.ts'
import { seededChance } from '../seeded-chance.ts'
import { seededRandom } from '../seeded-random.ts'
import { sharedVendor } from '../shared-fixtures.ts'
import { attestationLifetimes, authorityConfigs, credentialFormats, markType, origins } from './federation-plan.ts'
import { createManyReplicasNetwork, type Process, startReplicas } from './replicas.ts'
import {
  type Deployment,
  startAuthority,
  startPidProvider,
  startRelyingParty,
  startWalletProvider,
} from './services.ts'
import { createYearState, type Databases, type YearState } from './state.ts'

/** An administration refused or failed the operator's request. */
export class OperatorRefused extends Error {}

export type YearWorld = Awaited<ReturnType<typeof createYearWorld>>

const processesEach = 2

export async function createYearWorld(seed: string, at?: Databases) {
  const clock = fixedClock()
  const random = seededRandom(seed)
  const crypto = withKeyCache(createNodeCrypto())
  const network = createManyReplicasNetwork()
  const loginPage = createLoginPage({ random })
  network.connect(loginPage.origin, async (request) => loginPage.app(request))
  const vendor = await sharedVendor({ clock, random, crypto })
  const newKey = (): Promise<Signer> => generateSigner({ crypto })
  const state = await createYearState({ clock, random, crypto, newKey, at })
  const faults: string[] = []
  const onFault = (fault: unknown, surface: string): void => {
    if (!(fault instanceof Unavailable)) faults.push(`${surface}: ${fault instanceof Error ? fault.stack : fault}`)
  }
  const common = { clock, random, crypto, decisions: recordingSink(), onFault, fetch: network.fetch }
  let pinned = [state.rings.trustAnchor.first.publicJwk]
  const anchors = () => new Map([[origins.trustAnchor, pinned]])
  const configs = authorityConfigs()
  await addMembers(state, configs, clock.now())

  const choice = seededChance(`${seed} deployment`)
  const attestationSeconds = choice.pick(attestationLifetimes)
  const deployment: Deployment = {
    ...{ common, state, anchors, configs, vendor, loginPage },
    loginKey: await newKey(),
    responseKey: await crypto.generateAgreementKey('P-256'),
    attestationSeconds,
    asked: { scope: choice.pick(credentialFormats), dcql: choice.pick(credentialFormats) },
  }
  const route = seededChance(`${seed} routes`)
  const replicasOf = (origin: string, start: () => Process) => {
    const replicas = startReplicas(origin, { start, count: processesEach, route })
    network.connect(origin, replicas.answer)
    return replicas
  }
  const ask = async (origin: string, path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<unknown> => {
    const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await network.fetch(new Request(origin + path, sent))
    const text = await response.text()
    if (!response.ok) throw new OperatorRefused(`${method} ${path} is answered ${response.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const { issuedCredentials } = state.opened.pidProvider.stores
  const { walletInstances } = state.opened.walletProvider.stores
  return {
    ...{ clock, network, common, vendor, faults, newKey, ask, anchors, state },
    attestationSeconds: deployment.attestationSeconds,
    asked: deployment.asked,
    services: {
      trustAnchor: replicasOf(origins.trustAnchor, () => startAuthority(deployment, 'trustAnchor')),
      intermediate: replicasOf(origins.intermediate, () => startAuthority(deployment, 'intermediate')),
      walletProvider: replicasOf(origins.walletProvider, () => startWalletProvider(deployment)),
      pidProvider: replicasOf(origins.pidProvider, () => startPidProvider(deployment)),
      relyingParty: replicasOf(origins.relyingParty, () => startRelyingParty(deployment)),
    },
    /** Entries of the registers, by the names that administrators use. */
    registers: {
      /** Returns the PID that has this status index. */
      pidAt: async (status: HeldCredential['status']): Promise<string> => {
        const [found, ...others] = (await issuedCredentials.search({ limit: 1000 })).filter(
          ({ statusList, statusIndex }) => status?.uri.endsWith(`/${statusList}`) && status.idx === statusIndex,
        )
        if (found === undefined || others.length > 0)
          throw new Error(`not exactly one PID at ${status?.uri} ${status?.idx}`)
        return found.id
      },
      instances: async () => (await walletInstances.search({ limit: 1000 })).map((one) => one.hardwareKeyTag),
    },
    /** Sets the keys of the anchor that processes pin when they start from now on. */
    pin: (keys: typeof pinned): void => {
      pinned = keys
    },
    close: async (): Promise<void> => {
      for (const stores of Object.values(state.opened)) await stores.close()
    },
  }
}

/** Admits the initial members of the anchor and the intermediate, and issues the mark of the Wallet Provider. */
async function addMembers(
  { files, rings, opened: { trustAnchor, intermediate: below } }: YearState,
  configs: { readonly trustAnchor: TrustAnchorConfig; readonly intermediate: TrustAnchorConfig },
  now: number,
): Promise<void> {
  const act = { at: now, actor: 'configuration' }
  const members = sandboxMembers(origins, {
    'wallet-provider': { federation: files.walletProvider.keys },
    'pid-provider': { federation: files.pidProvider.keys },
    'relying-party': { federation: files.relyingParty.keys },
  })
  const isBelow = ({ entityId }: ConfiguredSubordinate): boolean => entityId === origins.pidProvider
  const intermediate = {
    entityId: origins.intermediate,
    jwks: { keys: [rings.intermediate.first.publicJwk] },
    entityTypes: ['federation_entity'],
    intermediate: true,
    constraints: intermediateConstraints,
    credentialTypes: members.find(isBelow)?.credentialTypes,
  } as ConfiguredSubordinate
  const direct = [...members.filter((one) => !isBelow(one)), intermediate]
  await seedSubordinates(trustAnchor.stores.subordinates, direct, configs.trustAnchor, act)
  await seedSubordinates(below.stores.subordinates, members.filter(isBelow), configs.intermediate, act)
  await trustAnchor.stores.trustMarkGrants.grant(markType, origins.walletProvider, act)
}
