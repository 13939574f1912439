/**
 * Certification authorities of the simulated Android vendor: a root, and below it a remotely provisioned branch and a
 * factory branch, as for real devices. The root's name shows that it belongs to a sandbox.
 *
 * A Wallet Provider recognizes a branch by the number of intermediates and by the certificate below the root (WP-41,
 * DIS-06). The name of that certificate is `CN=Droid CA2, O=Google LLC` in the remote branch, and has a serial number
 * attribute (2.5.4.5) in the factory branch. Do not change these names or the number of intermediates.
 */
import { daySeconds, type NumericDate } from '../base/index.ts'
import {
  type Authority,
  type AuthorityContext,
  createAuthority,
  randomSerial,
  restoreRoot,
  type SavedRoot,
} from './authority.ts'

export interface AndroidAuthorities {
  readonly root: Authority
  /** Remotely provisioned intermediates without the root, starting with the one that certifies devices. */
  readonly remote: readonly [Authority, ...Authority[]]
  /** Time after which the remote branch is renewed when a device is created. */
  readonly remoteRenewAt: NumericDate
  /** Factory intermediates without the root, starting with the one that certifies devices. */
  readonly factory: readonly [Authority, ...Authority[]]
}

const remoteDays = [-5, 30] as const
const rootSubject = 'CN=Sandbox Key Attestation Root, O=Sandbox'

/** Creates the authorities below a saved root or a new one. The intermediates are always new. */
export function createAndroidAuthorities(ctx: AuthorityContext, saved?: SavedRoot): AndroidAuthorities {
  const root = saved ? restoreRoot(saved, rootSubject) : createAuthority(ctx, { subject: rootSubject, curve: 'P-384' })
  const factorySubject = `2.5.4.5=${randomSerial(ctx).slice(0, 16)}, 2.5.4.12=TEE`
  return {
    root,
    ...createRemote(ctx, root),
    factory: [createAuthority(ctx, { subject: factorySubject, curve: 'P-256', issuer: root })],
  }
}

/** Returns the authorities, with a new remote branch if its renewal is due. Does not change the argument. */
export const renewRemoteBranchIfDue = (ctx: AuthorityContext, authorities: AndroidAuthorities): AndroidAuthorities =>
  ctx.clock.now() < authorities.remoteRenewAt ? authorities : { ...authorities, ...createRemote(ctx, authorities.root) }

const createRemote = (ctx: AuthorityContext, root: Authority) => ({
  remote: createRemoteBranch(ctx, root),
  remoteRenewAt: ctx.clock.now() + (remoteDays[1] - 1) * daySeconds,
})

/**
 * Creates the remotely provisioned branch. `days` is the validity of its lower intermediate, Droid CA3, in days from
 * now, and defaults to `[-5, 30]`. `name` is the common name of the upper intermediate.
 */
export function createRemoteBranch(
  ctx: AuthorityContext,
  root: Authority,
  { days, name = 'Droid CA2' }: { readonly days?: readonly [number, number]; readonly name?: string } = {},
): readonly [Authority, Authority] {
  const upper = createAuthority(ctx, { subject: `O=Google LLC, CN=${name}`, curve: 'P-384', issuer: root })
  const lower = {
    subject: 'O=Google LLC, CN=Droid CA3',
    curve: 'P-256',
    issuer: upper,
    days: days ?? remoteDays,
  } as const
  return [createAuthority(ctx, lower), upper]
}
