/**
 * Profiles: versions of the wire format as data (ADR 16). Each entity uses one profile. Use cases and rules are the
 * same in all profiles.
 */
export { compareProfiles, type WireDifference, type WireRole, wireRoles } from './compare-profiles.ts'
export { pidProviderWire } from './pid-provider.ts'
export * from './profile-names.ts'
export { type RelyingPartyWire, relyingPartyWire } from './relying-party.ts'
export type { RelyingPartyMember } from './relying-party-metadata.ts'
export { trustAnchorWire } from './trust-anchor.ts'
export { walletWire } from './wallet.ts'
export { walletProviderWire } from './wallet-provider.ts'
