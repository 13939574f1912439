/** `GET /crl/:kid`: the certificate revocation list of a member's federation key (RFC 2585 §3; FED-88). */
import { type Answer, type Decide, type Failure, fail, type Rules } from '../../base/index.ts'
import { type Route, respondBytes } from '../../http/index.ts'
import { certificateListMediaType } from '../../x509/index.ts'
import { certificateListPath, type MemberCertificates, type PublishedCertificateList } from './member-certificates.ts'

/** Rules of a request for a list. */
export const CERTIFICATE_LIST_RULES = {
  crl_unknown: ['FED-88', { status: 404, error: 'not_found', text: 'There is no such revocation list.' }],
} as const satisfies Rules<'crl_unknown', Answer>

/** Creates the route. `name` is the role's name in decisions. */
export const certificateListEndpoint = <A extends Answer>(
  name: string,
  { decide, certificates }: { readonly decide: Decide<A>; readonly certificates: MemberCertificates },
): Route => ({
  method: 'GET',
  path: `${certificateListPath}/:kid`,
  kind: 'document',
  handle: async ({ path: { kid = '' } }) => {
    const { der, entityTag, maxAge } = await decide(`${name}/crl`, (decision) =>
      decision.check(CERTIFICATE_LIST_RULES as Rules<'crl_unknown', A>, () => findList(certificates, kid)),
    )
    const headers = { 'cache-control': `public, max-age=${maxAge}`, etag: entityTag }
    return respondBytes(der, certificateListMediaType, headers) // FED-88
  },
})

async function findList(
  certificates: MemberCertificates,
  kid: string,
): Promise<PublishedCertificateList | Failure<'crl_unknown'>> {
  const list = await certificates.revocationList(kid)
  if (list === undefined) return fail('crl_unknown', 'path.kid')
  return list
}
