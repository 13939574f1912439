/**
 * Invented users of the sandbox: at least one at each level of assurance, and special cases that tests tend to forget.
 * Their tax codes are well formed. One user has none. Both national identity providers of the sandbox have these
 * accounts.
 */
import type { JsonObject } from '../../base/index.ts'
import { fiscalNumberClaim } from '../../pid-provider/login/national-attributes.ts'
import type { LevelOfAssurance } from '../../pid-provider/login/national-identity-provider.ts'

/** Claims of a user that each scope releases. */
export const scopeClaims: Readonly<Record<string, readonly string[]>> = {
  profile: ['given_name', 'family_name', 'birthdate', 'place_of_birth', 'gender', fiscalNumberClaim],
  email: ['email'],
}

/** An invented user, with credentials and claims. */
export interface SandboxAccount {
  readonly username: string
  readonly password: string
  /** Highest level of assurance of this user. */
  readonly level: LevelOfAssurance
  /** Claims with their names in the OpenID Connect profile. */
  readonly claims: JsonObject
  /** Error that a login of this user returns instead of a code (OpenID Connect Core 1.0 §3.1.2.6). */
  readonly error?: string
}

interface Person {
  readonly given_name: string
  readonly family_name: string
  readonly birthdate: string
  readonly gender: 'female' | 'male'
  readonly place_of_birth: Readonly<Record<string, string>>
  readonly taxCode?: string
}

const account = (
  username: string,
  level: LevelOfAssurance,
  { taxCode, ...person }: Person,
  error?: string,
): SandboxAccount => ({
  username,
  password: 'sandbox',
  level,
  claims: {
    ...person,
    email: `${username}@example.org`,
    ...(taxCode === undefined ? {} : { [fiscalNumberClaim]: `TINIT-${taxCode}` }),
  },
  ...(error === undefined ? {} : { error }),
})

const rome = { locality: 'H501', region: 'RM', country: 'IT' }

/**
 * Accounts. The first one has level High and is the default user. Some user names state the special case, in Italian.
 */
export const sandboxAccounts: readonly SandboxAccount[] = [
  account('mario.rossi', 'high', {
    given_name: 'Mario',
    family_name: 'Rossi',
    birthdate: '1980-01-01',
    gender: 'male',
    place_of_birth: rome,
    taxCode: 'RSSMRA80A01H501U',
  }),
  account('lucia.bianchi', 'substantial', {
    given_name: 'Lucia',
    family_name: 'Bianchi',
    birthdate: '1985-12-10',
    gender: 'female',
    place_of_birth: { locality: 'F205', region: 'MI', country: 'IT' },
    taxCode: 'BNCLCU85T50F205R',
  }),
  account('paolo.verdi', 'low', {
    given_name: 'Paolo',
    family_name: 'Verdi',
    birthdate: '1972-08-14',
    gender: 'male',
    place_of_birth: { locality: 'D612', region: 'FI', country: 'IT' },
    taxCode: 'VRDPLA72M14D612U',
  }),
  account('nicolo.dangelo', 'high', {
    given_name: 'Nicolò',
    family_name: "D'Angelò",
    birthdate: '1978-09-23',
    gender: 'male',
    place_of_birth: { locality: 'G273', region: 'PA', country: 'IT' },
    taxCode: 'DNGNCL78P23G273W',
  }),
  account('giulia.minore', 'high', {
    given_name: 'Giulia',
    family_name: 'Spataro',
    birthdate: '2015-04-28',
    gender: 'female',
    place_of_birth: { locality: 'L736', region: 'VE', country: 'IT' },
    taxCode: 'SPTGLI15D68L736M',
  }),
  account('amelia.kowalska', 'high', {
    given_name: 'Amélia',
    family_name: 'Kowalska-Łuczak',
    birthdate: '1990-06-07',
    gender: 'female',
    place_of_birth: { locality: 'Z127', country: 'PL' },
    taxCode: 'KWLMLA90H47Z127R',
  }),
  account('senza.codice', 'high', {
    given_name: 'Alessandra',
    family_name: 'Ferrari',
    birthdate: '1988-02-03',
    gender: 'female',
    place_of_birth: { locality: 'A944', region: 'BO', country: 'IT' },
  }),
  account(
    'utente.sospeso',
    'high',
    {
      given_name: 'Stefano',
      family_name: 'Galli',
      birthdate: '1959-10-17',
      gender: 'male',
      place_of_birth: { locality: 'E506', region: 'LE', country: 'IT' },
      taxCode: 'GLLSFN59R17E506Y',
    },
    'login_required',
  ),
  account(
    'servizio.fermo',
    'high',
    {
      given_name: 'Giovanna',
      family_name: 'Marin',
      birthdate: '1981-07-05',
      gender: 'female',
      place_of_birth: { locality: 'D969', region: 'GE', country: 'IT' },
      taxCode: 'MRNGNN81L45D969E',
    },
    'temporarily_unavailable',
  ),
]

/** Users as `sandbox.json` contains them. */
export const sandboxUsers: readonly Pick<SandboxAccount, 'username' | 'password' | 'level'>[] = sandboxAccounts.map(
  ({ username, password, level }) => ({ username, password, level }),
)
