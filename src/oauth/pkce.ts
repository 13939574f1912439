/**
 * Proof Key for Code Exchange (RFC 7636): the wallet keeps a verifier, pushes its challenge with the authorization
 * request, and shows the verifier at the token endpoint. Method S256 only.
 */
import { type CryptoContext, type Failure, fail, type Random, randomToken } from '../base/index.ts'

/** Not the base64url of a SHA-256 (RFC 7636 §4.2). */
export type CodeChallengeCode = 'code_challenge_malformed'
/** Not of the form of RFC 7636 §4.1, or not the one of the challenge (§4.6). */
export type CodeVerifierCode = 'code_verifier_malformed' | 'code_verifier_mismatch'

const challengeSyntax = /^[A-Za-z0-9_-]{43}$/
const verifierSyntax = /^[A-Za-z0-9._~-]{43,128}$/
const utf8 = new TextEncoder()

/** A fresh verifier: 256 random bits in 43 characters (RFC 7636 §4.1). */
export const createCodeVerifier = (random: Random): string => randomToken(random) // WI-38

/** The S256 challenge of a verifier (RFC 7636 §4.2). */
export const codeChallengeOf = (ctx: CryptoContext, verifier: string): string =>
  ctx.crypto.digestText('sha-256', verifier)

/** Whether a text can be an S256 challenge at all: 43 characters of base64url. */
export function checkCodeChallenge(challenge: string, at: string): undefined | Failure<CodeChallengeCode> {
  if (!challengeSyntax.test(challenge)) return fail('code_challenge_malformed', at) // PP-52
  return undefined
}

/** Whether a text can be a verifier at all: 43 to 128 unreserved characters. */
export function checkCodeVerifierSyntax(verifier: string, at: string): undefined | Failure<'code_verifier_malformed'> {
  if (!verifierSyntax.test(verifier)) return fail('code_verifier_malformed', at) // PP-71
  return undefined
}

/** Whether a verifier gives the pushed challenge (RFC 7636 §4.6). Checks its syntax too. */
export function checkCodeVerifier(
  ctx: CryptoContext,
  verifier: string,
  challenge: string,
): undefined | Failure<CodeVerifierCode> {
  const malformed = checkCodeVerifierSyntax(verifier, 'form.code_verifier')
  if (malformed) return malformed
  const equal = ctx.crypto.equal(utf8.encode(codeChallengeOf(ctx, verifier)), utf8.encode(challenge))
  if (!equal) return fail('code_verifier_mismatch', 'form.code_verifier') // PP-71
  return undefined
}
