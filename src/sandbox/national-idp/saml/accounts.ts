/**
 * Accounts of the SAML identity provider: the accounts of the OpenID Provider, and one account for each anomaly of the
 * national profile. For example, a login of `errore.nr21` returns `ErrorCode nr21`.
 */
import { fiscalNumberClaim } from '../../../pid-provider/login/national-attributes.ts'
import { type SandboxAccount, sandboxAccounts } from '../accounts.ts'

export interface SamlAccount extends SandboxAccount {
  /** Anomaly, as two digits, that a login of this user returns instead of an Assertion. */
  readonly anomaly?: string
}

/** Anomalies that a login can return, as two digits. The account `errore.nr` with these digits returns the anomaly. */
export const anomalies: readonly string[] = ['19', '20', '21', '22', '23', '24', '25']

/** Anomalies for the errors of OpenID Connect accounts. A login with another error gets only a message page. */
const anomalyOf: Readonly<Record<string, string>> = { login_required: '23' }

export const samlAccounts: readonly SamlAccount[] = [
  ...sandboxAccounts.map((account) => {
    const anomaly = anomalyOf[account.error ?? '']
    return anomaly === undefined ? account : { ...account, anomaly }
  }),
  ...anomalies.map(
    (anomaly): SamlAccount => ({
      username: `errore.nr${anomaly}`,
      password: 'sandbox',
      level: 'high',
      claims: {},
      anomaly,
    }),
  ),
]

/** Returns a user's claims as attributes of the national profile. Omits absent ones. `EE` is a county abroad. */
export function attributesOf({ claims }: SandboxAccount): ReadonlyMap<string, string> {
  const place = claims.place_of_birth as Readonly<Record<string, string>> | undefined
  const values: readonly (readonly [string, unknown])[] = [
    ['name', claims.given_name],
    ['familyName', claims.family_name],
    ['dateOfBirth', claims.birthdate],
    ['placeOfBirth', place?.locality],
    ['countyOfBirth', place && (place.region ?? 'EE')],
    ['fiscalNumber', claims[fiscalNumberClaim]],
  ]
  return new Map(values.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string'))
}
