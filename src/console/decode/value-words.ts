/** Describes values: types of keys, algorithms, status codes, levels of assurance, and times. */
import { isJsonObject, isNumericDate, type Json } from '../../base/index.ts'
import { ownMember } from '../own-member.ts'
import type { Texts } from '../screen.ts'
import { isInCalendar } from '../shell/describe-time.ts'
import type { MemberTime } from './decoded.ts'
import { same } from './words.ts'

/** Three values of successive versions (D-1118). */
const dataChanged = {
  it: 'da aggiornare: i dati sono cambiati (IT-Wallet)',
  en: 'outdated: the data have changed (IT-Wallet)',
}

const values: Readonly<Record<string, Readonly<Record<string, Texts>>>> = {
  alg: {
    ES256: { it: 'ECDSA sulla curva P-256 con SHA-256', en: 'ECDSA on the curve P-256 with SHA-256' },
    ES384: { it: 'ECDSA sulla curva P-384 con SHA-384', en: 'ECDSA on the curve P-384 with SHA-384' },
    ES512: { it: 'ECDSA sulla curva P-521 con SHA-512', en: 'ECDSA on the curve P-521 with SHA-512' },
    EdDSA: same('EdDSA (Ed25519)'),
    RS256: { it: 'RSA PKCS #1 v1.5 con SHA-256', en: 'RSA PKCS #1 v1.5 with SHA-256' },
    PS256: { it: 'RSA-PSS con SHA-256', en: 'RSA-PSS with SHA-256' },
    HS256: { it: 'MAC con una chiave simmetrica: rifiutato qui', en: 'MAC with a shared key: the decoder refuses it' },
    none: { it: 'senza firma: chiunque può crearlo', en: 'no signature: anybody can create it' },
    'ECDH-ES': { it: 'accordo di chiave su curva ellittica', en: 'key agreement on an elliptic curve' },
    'RSA-OAEP-256': { it: 'RSA-OAEP con SHA-256', en: 'RSA-OAEP with SHA-256' },
  },
  kty: {
    EC: { it: 'chiave su curva ellittica', en: 'key on an elliptic curve' },
    OKP: { it: 'chiave Edwards', en: 'octet key pair, for example Ed25519' },
    RSA: { it: 'chiave RSA', en: 'RSA key' },
    oct: { it: 'chiave simmetrica: segreta', en: 'symmetric key: a secret' },
  },
  use: { sig: { it: 'firme', en: 'signatures' }, enc: { it: 'cifratura', en: 'encryption' } },
  status_value: {
    0: { it: 'valido', en: 'valid' },
    1: { it: 'non valido: revocato in modo definitivo', en: 'invalid: revoked for good' },
    2: { it: 'sospeso, fino a nuovo avviso', en: 'suspended until it is resumed' },
    3: {
      it: 'da aggiornare: i metadati sono cambiati (IT-Wallet)',
      en: 'outdated: the metadata have changed (IT-Wallet)',
    },
    4: dataChanged,
    11: dataChanged,
    15: dataChanged,
  },
  acr: {
    'https://www.spid.gov.it/SpidL1': { it: 'SPID, livello 1: password', en: 'SPID, level 1: password' },
    'https://www.spid.gov.it/SpidL2': { it: 'SPID, livello 2: due fattori', en: 'SPID, level 2: two factors' },
    'https://www.spid.gov.it/SpidL3': {
      it: 'SPID, livello 3: due fattori con dispositivo sicuro',
      en: 'SPID, level 3: two factors with a secure device',
    },
  },
  aal: {
    'https://trust-list.eu/aal/high': { it: 'alto: chiavi in hardware', en: 'high: keys in hardware' },
    'https://trust-list.eu/aal/substantial': { it: 'sostanziale', en: 'substantial' },
    'https://trust-list.eu/aal/low': { it: 'basso', en: 'low' },
  },
  response_mode: {
    'direct_post.jwt': { it: 'inviata con POST, cifrata', en: 'posted, encrypted' },
    direct_post: { it: 'inviata con POST, in chiaro', en: 'posted, not encrypted' },
    query: { it: 'nella query dell’URL', en: 'in the query of the URL' },
  },
  format: {
    'dc+sd-jwt': same('SD-JWT VC'),
    'vc+sd-jwt': { it: 'SD-JWT VC (nome precedente)', en: 'SD-JWT VC (former name)' },
    mso_mdoc: same('mdoc'),
  },
}

/** Returns the meaning of a member's value, or describes a key or `cnf`. Returns `undefined` for any other value. */
export function wordsFor(name: string, value: Json): Texts | undefined {
  const meanings = ownMember(values, name)
  if (meanings !== undefined && (typeof value === 'string' || typeof value === 'number'))
    return ownMember(meanings, String(value))
  if (name === 'cnf' && isJsonObject(value)) return confirmationWords(value)
  return isJsonObject(value) && typeof value.kty === 'string' ? keyWords(value) : undefined
}

/** Describes type, curve or size, and purpose of a key. */
function keyWords({ kty, crv, use, n }: { readonly [member: string]: Json }): Texts {
  const size = typeof n === 'string' ? ` ${Math.floor((n.length * 3) / 4) * 8} bit` : ''
  const type = `${String(kty)}${typeof crv === 'string' ? ` ${crv}` : ''}${size}`
  const purpose = use === 'sig' || use === 'enc' ? values.use?.[use] : undefined
  return {
    it: `chiave ${type}${purpose ? ` per ${purpose.it}` : ''}`,
    en: `${type} key${purpose ? ` for ${purpose.en}` : ''}`,
  }
}

function confirmationWords(cnf: { readonly [member: string]: Json }): Texts {
  if (cnf.jwk !== undefined) return { it: 'legato alla chiave contenuta', en: 'bound to the key in it' }
  if (cnf.jkt !== undefined) return { it: 'legato a una chiave DPoP', en: 'bound to a DPoP key' }
  return { it: 'legato a una chiave', en: 'bound to a key' }
}

const events: Readonly<Record<string, MemberTime['event']>> = {
  ...{ exp: 'end', not_after: 'end', validUntil: 'end' },
  ...{ nbf: 'begin', not_before: 'begin', validFrom: 'begin' },
  ...{ iat: 'past', auth_time: 'past', updated_at: 'past', revoked_at: 'past', signed: 'past', date: 'past' },
}

/** Returns the time in a member, or `undefined` for any other name or value, and for a time after the year 9999. */
export function timeOf(name: string, value: Json): MemberTime | undefined {
  const event = ownMember(events, name)
  const isTime = event !== undefined && isNumericDate(value) && isInCalendar(value)
  return isTime ? { at: value, event } : undefined
}
