/** Starts the services of a simulated year as `serve` does, with the current content of their stores and files. */
import {
  createFederationTrustEvaluator,
  createTrustMarkSource,
  type TrustAnchors,
} from '../../../src/federation/index.ts'
import { createLocalDecrypter, type Signer } from '../../../src/jose/index.ts'
import { createPidProvider, pidProviderConfig } from '../../../src/pid-provider/index.ts'
import { createRelyingParty, relyingPartyConfig } from '../../../src/relying-party/index.ts'
import { createSoftwareVendors } from '../../../src/sandbox/devices/stored-vendor.ts'
import { organizationOf } from '../../../src/sandbox/organizations.ts'
import type { ServedRole, ServiceParts } from '../../../src/serve/index.ts'
import type { SoftwareVendor } from '../../../src/software-device/index.ts'
import { createTrustAnchor, type TrustAnchorConfig } from '../../../src/trust-anchor/index.ts'
import { createWalletProvider, walletProviderConfig } from '../../../src/wallet-provider/index.ts'
import { adminToken, walletAuthorizationEndpoint } from '../ecosystem.ts'
import type { LoginPage } from '../login-page.ts'
import { mdocQuery, mdocScope } from '../mdoc-presentation.ts'
import { applicationConfig } from './application.ts'
import {
  type AskedFormats,
  credentialFormats,
  lifetimes,
  markType,
  origins,
  skewSeconds,
  urls,
} from './federation-plan.ts'
import type { Process } from './replicas.ts'
import type { YearState } from './state.ts'

export interface Deployment {
  readonly common: Omit<ServiceParts<ServedRole>, 'stores'>
  readonly state: YearState
  /** Returns the anchors that every process pins now. */
  readonly anchors: () => TrustAnchors
  readonly configs: { readonly trustAnchor: TrustAnchorConfig; readonly intermediate: TrustAnchorConfig }
  readonly vendor: SoftwareVendor
  readonly loginPage: LoginPage
  readonly loginKey: Signer
  readonly responseKey: Parameters<typeof createLocalDecrypter>[2]
  readonly attestationSeconds: number
  readonly asked: AskedFormats
}

const service = (role: ServedRole, entityId: string) => ({
  entityId,
  organization: organizationOf(role, entityId),
  authorityHints: [entityId === origins.pidProvider ? origins.intermediate : origins.trustAnchor],
})
const administrators = [{ name: 'operator', token: adminToken }]
const requiredTrustMarks = { wallet_provider: [markType] }

export const startAuthority = (deployment: Deployment, name: 'trustAnchor' | 'intermediate'): Process => {
  const { common, state, anchors, configs } = deployment
  const { first, ...keyRing } = state.rings[name]
  const { app } = createTrustAnchor({
    ...{ ...common, config: configs[name], signer: first, keyRing, administrators },
    ...state.opened[name].stores,
    ...(name === 'intermediate' && { anchors: anchors() }),
  })
  return { app, upkeep: () => state.opened[name].prune(common.clock.now()) }
}

export const startWalletProvider = (deployment: Deployment): Process => {
  const { common, state, anchors, vendor, attestationSeconds } = deployment
  const { clock, crypto } = common
  const marks = createTrustMarkSource(common, {
    holder: origins.walletProvider,
    marks: [{ trustMarkType: markType, issuer: origins.trustAnchor }],
    urls,
    skewSeconds,
  })
  const { first, ...attestationKeyRing } = state.rings.attestation
  const { app } = createWalletProvider({
    ...common,
    config: walletProviderConfig.parse({
      ...service('wallet-provider', origins.walletProvider),
      environment: 'test',
      attestationLifetimeSeconds: attestationSeconds,
      attestationStatusKeptSeconds: lifetimes.attestationWatch,
    }),
    anchors: anchors(),
    federationSigner: state.files.walletProvider.keys[0],
    furtherFederationKeys: state.files.walletProvider.further,
    trustMarks: marks.current,
    attestationSigner: first,
    attestationKeyRing,
    challengeKeys: state.secrets.challenge.keys,
    deviceIntegrity: createSoftwareVendors({ crypto }, vendor).deviceIntegrity,
    stores: state.opened.walletProvider.stores,
    administrators,
  })
  const upkeep = async (): Promise<void> => {
    await state.opened.walletProvider.prune(clock.now())
    await marks.renew()
  }
  return { app, upkeep }
}

export const startPidProvider = (deployment: Deployment): Process => {
  const { common, state, anchors, loginPage, loginKey } = deployment
  const provider = createPidProvider({
    ...common,
    config: pidProviderConfig.parse({
      ...service('pid-provider', origins.pidProvider),
      formats: credentialFormats,
      credentialLifetimeSeconds: lifetimes.credential,
      attestationWatchSeconds: lifetimes.attestationWatch,
      codeLifetimeSeconds: lifetimes.code,
      cNonceLifetimeSeconds: lifetimes.cNonce,
      accessTokenLifetimeSeconds: lifetimes.accessToken,
    }),
    anchors: anchors(),
    trust: createFederationTrustEvaluator(common, { anchors: anchors(), urls, skewSeconds, requiredTrustMarks }),
    federationSigner: state.files.pidProvider.keys[0],
    furtherFederationKeys: state.files.pidProvider.further,
    credentialSigner: state.files.credential.keys[0],
    retiredKeys: state.files.credential.further,
    mdocIssuer: state.mdoc.current,
    nationalLoginKeys: { keys: [loginKey.publicJwk], algorithm: 'ES256' },
    nonceKeys: state.secrets.cNonce.keys,
    personSecret: state.personSecret,
    identityProviders: [loginPage.provider],
    administrators,
    stores: state.opened.pidProvider.stores,
  })
  const upkeep = async (): Promise<void> => {
    await state.opened.pidProvider.prune(common.clock.now())
    await provider.applyWalletInstanceStatuses()
  }
  return { app: provider.app, upkeep }
}

export const startRelyingParty = (deployment: Deployment): Process => {
  const { common, state, anchors, responseKey, asked } = deployment
  const relyingParty = createRelyingParty({
    ...common,
    config: relyingPartyConfig.parse({
      ...service('relying-party', origins.relyingParty),
      clientName: 'Servizio di prova',
      walletAuthorizationEndpoint,
      requestLifetimeSeconds: lifetimes.request,
      referenceLifetimeSeconds: lifetimes.reference,
      ...applicationConfig(asked),
      ...(asked.dcql === 'mso_mdoc' && { dcqlQuery: mdocQuery }),
      ...(asked.scope === 'mso_mdoc' && mdocScope),
    }),
    anchors: anchors(),
    trust: createFederationTrustEvaluator(common, {
      ...{ anchors: anchors(), urls, skewSeconds, requiredTrustMarks },
      trustMarkStatusSeconds: lifetimes.markStatus,
    }),
    federationSigner: state.files.relyingParty.keys[0],
    furtherFederationKeys: state.files.relyingParty.further,
    requestSigner: state.files.request.keys[0],
    furtherRequestKeys: state.files.request.further,
    decrypter: createLocalDecrypter(common, 'ECDH-ES', responseKey),
    stores: state.opened.relyingParty.stores,
  })
  const upkeep = async (): Promise<void> => {
    await state.opened.relyingParty.prune(common.clock.now())
    await relyingParty.forgetOldSessions()
  }
  return { app: relyingParty.app, upkeep }
}
