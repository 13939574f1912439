/**
 * The people of the sandbox as the SAML identity provider knows them: those of the other channel, and one for each
 * anomaly of the national profile. A login of `errore.nr21` ends in `ErrorCode nr21`.
 */
import { fiscalNumberClaim } from '../../../pid-provider/login/national-attributes.ts'
import { type SandboxAccount, sandboxAccounts } from '../accounts.ts'

export interface SamlAccount extends SandboxAccount {
  /** Two digits: a login of this person ends in this anomaly instead of an Assertion. */
  readonly anomaly?: string
}

/** Those that a user can cause: 24 is none, and is answered with all the same. */
export const anomalies: readonly string[] = ['19', '20', '21', '22', '23', '24', '25']

/** What the errors of the other channel are in this one. */
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

/** A person's claims as attributes of the profile; what the person has not is left out. */
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
