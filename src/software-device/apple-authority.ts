/**
 * The software vendor's App Attest authority: a root of this run and the intermediate below it, in the shape of the
 * vendor's own. Both say that they are a sandbox (DIS-06).
 */
import {
  type Authority,
  type AuthorityContext,
  createAuthority,
  restoreRoot,
  type SavedRoot,
} from './android-authority.ts'

export interface AppleAuthorities {
  readonly root: Authority
  readonly intermediate: Authority
}

export interface AppleIntermediateKnobs {
  /** Days from now between which the intermediate is valid. */
  readonly intermediateDays?: readonly [from: number, to: number]
  readonly intermediateNotAuthority?: boolean
}

const rootSubject = 'ST=Sandbox, O=Sandbox, CN=Sandbox App Attestation Root CA'

/** Under a root that was kept, or a fresh one; the intermediate is always fresh. */
export function createAppleAuthorities(ctx: AuthorityContext, kept?: SavedRoot): AppleAuthorities {
  const root = kept ? restoreRoot(kept, rootSubject) : createAuthority(ctx, { subject: rootSubject, curve: 'P-384' })
  return { root, intermediate: createAppleIntermediate(ctx, root) }
}

export const createAppleIntermediate = (
  ctx: AuthorityContext,
  root: Authority,
  { intermediateDays: days, intermediateNotAuthority = false }: AppleIntermediateKnobs = {},
): Authority =>
  createAuthority(ctx, {
    subject: 'ST=Sandbox, O=Sandbox, CN=Sandbox App Attestation CA 1',
    curve: 'P-384',
    issuer: root,
    authority: !intermediateNotAuthority,
    ...(days ? { days } : {}),
  })
