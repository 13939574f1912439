/** Members of a simulated year, and the lifetimes of the objects that its services issue. */
import type { CredentialFormat } from '../../../src/oauth/index.ts'
import { organizationOf } from '../../../src/sandbox/organizations.ts'
import { trustAnchorConfig } from '../../../src/trust-anchor/index.ts'
import { origins as roleOrigins } from '../ecosystem.ts'

const day = 86_400

/** Seconds. A lifetime that is absent here has its default. */
export const lifetimes = {
  credential: 60 * day,
  attestationWatch: 5 * day,
  statusTtl: 60,
  markStatus: 3600,
  code: 60,
  cNonce: 300,
  accessToken: 900,
  request: 300,
  reference: 60,
} as const

/** The Wallet Provider of each year uses one of these. */
export const attestationLifetimes = [600, 3600, day]

/** Formats that the Relying Party may ask for in each variant; each year chooses. */
export const credentialFormats = ['vc+sd-jwt', 'mso_mdoc'] as const satisfies readonly CredentialFormat[]
export type AskedFormats = Readonly<Record<'scope' | 'dcql', CredentialFormat>>

/** The PID Provider is subordinate to an intermediate. */
export const origins = { ...roleOrigins, intermediate: 'https://intermediate.example' } as const

/** The mark that the PID Provider and the Relying Party require of Wallet Providers. */
export const markType = `${origins.trustAnchor}/trust-marks/member`

export const skewSeconds = 30
export const urls = { loopbackHttp: false }

export const authorityConfigs = () => ({
  trustAnchor: trustAnchorConfig.parse({
    entityId: origins.trustAnchor,
    organization: organizationOf('trust-anchor', origins.trustAnchor),
    trustMarks: [{ type: markType }],
  }),
  intermediate: trustAnchorConfig.parse({
    entityId: origins.intermediate,
    organization: organizationOf('trust-anchor', origins.intermediate),
    authorityHints: [origins.trustAnchor],
  }),
})
