/**
 * App Attest authorities of the simulated vendor: a root and an intermediate, like those of Apple. Their names show
 * that they belong to a sandbox (DIS-06).
 */
import { type Authority, type AuthorityContext, createAuthority, restoreRoot, type SavedRoot } from './authority.ts'

export interface AppleAuthorities {
  readonly root: Authority
  readonly intermediate: Authority
}

export interface AppleIntermediateKnobs {
  /** Validity of the intermediate in days from now. */
  readonly intermediateDays?: readonly [from: number, to: number]
  readonly intermediateNotAuthority?: boolean
}

const rootSubject = 'ST=Sandbox, O=Sandbox, CN=Sandbox App Attestation Root CA'

/** Creates the authorities below a saved root or a new one. The intermediate is always new. */
export function createAppleAuthorities(ctx: AuthorityContext, saved?: SavedRoot): AppleAuthorities {
  const root = saved ? restoreRoot(saved, rootSubject) : createAuthority(ctx, { subject: rootSubject, curve: 'P-384' })
  return { root, intermediate: createAppleIntermediate(ctx, root) }
}

/** Creates the intermediate authority below a root. The knobs make it faulty. */
export const createAppleIntermediate = (
  ctx: AuthorityContext,
  root: Authority,
  { intermediateDays: days, intermediateNotAuthority = false }: AppleIntermediateKnobs = {},
): Authority =>
  createAuthority(ctx, {
    subject: 'ST=Sandbox, O=Sandbox, CN=Sandbox App Attestation CA 1',
    curve: 'P-384',
    issuer: root,
    maySignCertificates: !intermediateNotAuthority,
    ...(days ? { days } : {}),
  })
