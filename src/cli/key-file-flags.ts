/** Options of `fiducia keys` for files. */
import type { KeyedRole } from '../node/index.ts'

export interface FileFlags {
  readonly passphraseFile?: string
  readonly role?: KeyedRole
  readonly activate?: string
  readonly remove?: string
  readonly rsa?: true
  readonly jwks?: true
  readonly json?: true
}

/** Environment variable with the passphrase of key files. */
export const passphraseVariable = 'FIDUCIA_KEYS_PASSPHRASE'
