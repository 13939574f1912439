/**
 * Proof Key for Code Exchange (RFC 7636): the wallet pushes the challenge with its authorization request and presents
 * the verifier at the token endpoint. Method S256 only.
 */
import { type CryptoContext, type Failure, fail, type Random, randomToken } from '../base/index.ts'

/** The challenge is not the base64url of a SHA-256 digest (RFC 7636 §4.2). */
export type CodeChallengeCode = 'code_challenge_malformed'
/** The verifier is malformed (RFC 7636 §4.1), or does not match the challenge (§4.6). */
export type CodeVerifierCode = 'code_verifier_malformed' | 'code_verifier_mismatch'

const challengeSyntax = /^[A-Za-z0-9_-]{43}$/
const verifierSyntax = /^[A-Za-z0-9._~-]{43,128}$/
const utf8 = new TextEncoder()

/** Creates a verifier: 256 random bits in 43 characters (RFC 7636 §4.1). */
export const createCodeVerifier = (random: Random): string => randomToken(random) // WI-38

/**
 * Returns the S256 challenge of a verifier (RFC 7636 §4.2).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createNodeCrypto, createNodeRandom } from 'fiducia/node'
 * import { checkCodeVerifier, codeChallengeOf, createCodeVerifier } from 'fiducia/oauth'
 *
 * const ctx = { crypto: createNodeCrypto() }
 * const verifier = createCodeVerifier(createNodeRandom())
 * assert.equal(checkCodeVerifier(ctx, verifier, codeChallengeOf(ctx, verifier)), undefined)
 * ```
 */
export const codeChallengeOf = (ctx: CryptoContext, verifier: string): string =>
  ctx.crypto.digestText('sha-256', verifier)

/** Checks that a string has the form of an S256 challenge: 43 characters of base64url. */
export function checkCodeChallenge(challenge: string, at: string): undefined | Failure<CodeChallengeCode> {
  if (!challengeSyntax.test(challenge)) return fail('code_challenge_malformed', at) // PP-52
  return undefined
}

/** Checks that `code_verifier` has the form of a verifier: 43 to 128 unreserved characters. */
export function checkCodeVerifierSyntax(verifier: string): undefined | Failure<'code_verifier_malformed'> {
  if (!verifierSyntax.test(verifier)) return fail('code_verifier_malformed', 'form.code_verifier') // PP-71
  return undefined
}

/** Checks the syntax of a verifier, and that it matches the pushed challenge (RFC 7636 §4.6). */
export function checkCodeVerifier(
  ctx: CryptoContext,
  verifier: string,
  challenge: string,
): undefined | Failure<CodeVerifierCode> {
  const malformed = checkCodeVerifierSyntax(verifier)
  if (malformed) return malformed
  const equal = ctx.crypto.equal(utf8.encode(codeChallengeOf(ctx, verifier)), utf8.encode(challenge))
  if (!equal) return fail('code_verifier_mismatch', 'form.code_verifier') // PP-71
  return undefined
}
