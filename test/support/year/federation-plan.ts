/** Who is who in a simulated year, and for how long what its services make lives. */
import type { CredentialFormat } from '../../../src/oauth/index.ts'
import { organizationOf } from '../../../src/sandbox/organizations.ts'
import { trustAnchorConfig } from '../../../src/trust-anchor/index.ts'
import { origins as roleOrigins } from '../ecosystem.ts'

const day = 86_400

/** In seconds. What is not here has its default. */
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

/** One of these is the Wallet Provider's choice in each year. */
export const attestationLifetimes = [600, 3600, day]

/** What the Relying Party asks for in each variant: another choice of each year. */
export const credentialFormats = ['vc+sd-jwt', 'mso_mdoc'] as const satisfies readonly CredentialFormat[]
export type AskedFormats = Readonly<Record<'scope' | 'dcql', CredentialFormat>>

/** The PID Provider stands below an intermediate. */
export const origins = { ...roleOrigins, intermediate: 'https://intermediate.example' } as const

/** The PID Provider and the Relying Party demand it of Wallet Providers. */
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
