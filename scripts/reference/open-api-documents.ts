/** The OpenAPI documents of the package: what a role with all its APIs serves at `GET /openapi.json`. */
import { describeMemberApi, type MemberApi } from '../../src/member/index.ts'
import { administrationDescriptions as pidProvider } from '../../src/pid-provider/register/administration-descriptions.ts'
import { applicationDescriptions as relyingParty } from '../../src/relying-party/application/application-descriptions.ts'
import { administrationDescriptions as trustAnchor } from '../../src/trust-anchor/onboarding/administration-descriptions.ts'
import { administrationDescriptions as walletProvider } from '../../src/wallet-provider/lifecycle/administration-descriptions.ts'

const apis: Readonly<Record<string, MemberApi>> = {
  'trust-anchor': { title: 'Trust Anchor', descriptions: trustAnchor },
  'wallet-provider': { title: 'Wallet Provider', descriptions: walletProvider },
  'pid-provider': { title: 'PID Provider', descriptions: pidProvider },
  'relying-party': { title: 'Relying Party', descriptions: relyingParty },
}

/** Returns the documents by role. Their server URL is an example. */
export const openApiDocuments = (): ReadonlyMap<string, object> =>
  new Map(
    Object.entries(apis).map(([role, api]) => {
      const routes = Object.keys(api.descriptions).map((name) => {
        const [method = '', path = ''] = name.split(' ')
        return { method: method as 'GET', path }
      })
      return [role, describeMemberApi(api, `https://${role}.example`, routes)]
    }),
  )
