/** Compares the wire formats of two profiles (`profile-names.ts`). */
import { pidProviderRows } from './pid-provider.ts'
import type { ProfileName } from './profile-names.ts'
import { relyingPartyRows } from './relying-party.ts'
import { trustAnchorRows } from './trust-anchor.ts'
import { walletRows } from './wallet.ts'
import { walletProviderRows } from './wallet-provider.ts'
import type { WireRow, WireRows } from './wire-row.ts'

/** A role whose wire format the profiles describe. */
export type WireRole = 'trust-anchor' | 'wallet-provider' | 'pid-provider' | 'relying-party' | 'wallet'

const wireRows: Readonly<Record<WireRole, WireRows>> = {
  'trust-anchor': trustAnchorRows,
  'wallet-provider': walletProviderRows,
  'pid-provider': pidProviderRows,
  'relying-party': relyingPartyRows,
  wallet: walletRows,
}

/** All roles whose wire format the profiles describe. */
export const wireRoles = Object.keys(wireRows) as readonly WireRole[]

/** A row whose values differ between two profiles. */
export interface WireDifference extends Pick<WireRow<unknown>, 'says' | 'source' | 'quirk'> {
  readonly role: WireRole
  readonly name: string
  readonly from: unknown
  readonly to: unknown
}

/**
 * Returns the rows whose values differ between the two profiles, by role and in the order of the rows. `roles` defaults
 * to all.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { compareProfiles } from 'fiducia/profiles'
 *
 * const differences = compareProfiles('seed', 'it-wallet-1.4', ['relying-party'])
 * const prefix = differences.find(({ name }) => name === 'clientIdPrefix')
 * assert.deepEqual([prefix?.from, prefix?.to], ['', 'openid_federation:'])
 * ```
 */
export const compareProfiles = (
  from: ProfileName,
  to: ProfileName,
  roles: readonly WireRole[] = wireRoles,
): readonly WireDifference[] =>
  roles.flatMap((role) =>
    Object.entries<WireRow<unknown>>(wireRows[role])
      .filter(([, row]) => JSON.stringify(row[from]) !== JSON.stringify(row[to]))
      .map(([name, { says, source, quirk, ...row }]) => ({
        ...{ role, name, says, source, from: row[from], to: row[to] },
        ...(quirk && { quirk }),
      })),
  )
