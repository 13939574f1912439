/**
 * The PID as an mdoc (ISO 18013-5; it-wallet §Data formats): the claims in the namespaces of D-37, dates as full-date,
 * the holder's key, and the same place in a status list that the other format has.
 */
import type { CryptoContext, Random } from '../../base/index.ts'
import type { Cbor } from '../../cose/index.ts'
import { fullDate, fullDateOf, issueMdoc } from '../../mdoc/index.ts'
import { documentIssuer, type MdocIssuerContext } from './mdoc-issuer.ts'
import type { PidContent } from './pid-credential.ts'

type MdocPidContext = CryptoContext & { readonly random: Random } & MdocIssuerContext

/** Issues the PID: base64url of IssuerSigned. */
export function createMdocPid(ctx: MdocPidContext, content: PidContent): Promise<string> {
  const issuer = documentIssuer(ctx)
  if (issuer === undefined) throw new TypeError('no mdoc is issued here')
  const { config } = ctx
  const { status, issuedAt, expiresAt } = content
  const signer = { signer: issuer.signer, x5chain: [issuer.certificate] } // PP-108
  return issueMdoc(ctx, signer, {
    docType: config.support.doctype, // PP-30
    nameSpaces: new Map([
      [config.mdoc.namespace, mainElements(ctx, content)], // PP-108
      [config.mdoc.domesticNamespace, domesticElements(content)], // PP-108
    ]),
    deviceKey: content.holderKey, // PP-30
    issuedAt, // PP-30
    expiresAt, // PP-30
    status: { status_list: { ...status } }, // PP-109
  })
}

function mainElements({ config }: MdocPidContext, { claims, issuedAt, expiresAt }: PidContent): Map<string, Cbor> {
  return new Map<string, Cbor>([
    ['family_name', String(claims.family_name)],
    ['given_name', String(claims.given_name)],
    ['birth_date', fullDate(String(claims.birthdate))], // PP-108
    ['birth_place', placeText(claims.place_of_birth)],
    ['issue_date', fullDateOf(issuedAt)], // PP-108
    ['expiry_date', fullDateOf(expiresAt)], // PP-108
    ['issuing_authority', config.mdoc.issuingAuthority],
    ['issuing_country', config.mdoc.issuingCountry],
  ])
}

const domesticElements = ({ claims }: PidContent): Map<string, Cbor> =>
  new Map<string, Cbor>([
    ['personal_administrative_number', String(claims.unique_id)], // PP-108
    ['tax_id_code', String(claims.tax_id_number)],
  ])

/** The element is a text: municipality, province, country, as far as they are known. */
const placeText = (place: PidContent['claims']['place_of_birth']): string =>
  typeof place === 'object' && place !== null && !Array.isArray(place)
    ? Object.values(place).map(String).join(', ')
    : String(place)
