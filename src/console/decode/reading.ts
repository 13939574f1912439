/** State of one decoding: the inputs besides the text, and the limits that nested artefacts share. */
import type { Clock, CryptoContext, NumericDate, PublicJwk } from '../../base/index.ts'
import type { Decoded, Member } from './decoded.ts'
import type { PastedKeys } from './pasted-keys.ts'
import type { KeySource } from './words.ts'

/** Time and cryptography of the decoder. */
export interface DecodeContext extends CryptoContext {
  readonly clock: Clock
}

/** Inputs of the decoder besides the text. */
export interface DecodeOptions {
  /** Keys for verification or decryption: JWK, JWKS, PEM, or an Entity Configuration. */
  readonly key?: string | undefined
  /** Index in a status list. `token#12` in the text takes precedence. */
  readonly index?: number | undefined
  /** Request to which a DPoP proof belongs. Method and URL of a pasted HTTP message take precedence. */
  readonly request?: { readonly method?: string | undefined; readonly url?: string | undefined } | undefined
  /**
   * Access token or Wallet Attestation that accompanies a DPoP proof. The token in a pasted HTTP message takes
   * precedence.
   */
  readonly accessToken?: string | undefined
  /** Request of a presented mdoc: the Request Object, or JSON with `client_id`, `nonce` and `response_uri`. */
  readonly session?: string | undefined
}

/** Keys from one source: a place in the decoded artefact, another artefact of the text, or the pasted keys. */
export interface SourceKeys {
  readonly source: KeySource
  readonly keys: readonly PublicJwk[]
}

/** Inputs for decoding one artefact. */
export interface Reading {
  readonly ctx: DecodeContext
  readonly now: NumericDate
  readonly options: DecodeOptions
  readonly pastedKeys: PastedKeys
  /** Keys of related artefacts in the same text. */
  readonly neighbours: readonly SourceKeys[]
  /** Nesting depth of this artefact. 0 for the pasted text. */
  readonly depth: number
  readonly budget: Budget
  /** Decodes an artefact in this one. Returns `undefined` if the text is not recognised, or if a limit is reached. */
  nested(text: string, change?: ReadingChange): Promise<Decoded | undefined>
}

/** Additional inputs of a nested artefact: keys, and options that replace those of the outer artefact. */
export interface ReadingChange {
  readonly neighbours?: readonly SourceKeys[]
  readonly options?: DecodeOptions
}

/** Remaining limits, which all artefacts of the text share. */
interface Budget {
  /** Nested artefacts. */
  artefacts: number
  /** Shown members. */
  members: number
  /** Status lists. Each can inflate to a megabyte. */
  statusLists: number
}

/** Maximum length of a text in bytes of UTF-8. */
export const maximumBytes = 262_144
/** Maximum nesting of artefacts, and of CBOR in byte strings. */
export const maximumNesting = 6
/** Creates the limits of one pasted text. */
export const createBudget = (): Budget => ({ artefacts: 64, members: 3000, statusLists: 4 })

/** Maximum clock difference in seconds. The roles have the same default. */
export const skew = 30

/** Creates a member without an explanation. Does not count it against the limit of members. */
export const bareMember = (name: string, value: Member['value']): Member => ({
  name,
  ...(value !== undefined && { value }),
})
