/** Profiles: versions of the wire as data (ADR 16). An entity speaks one of them; use cases and rules are the same. */
export { compareProfiles, type WireDifference, type WireRole, wireRoles } from './compare-profiles.ts'
export { pidProviderWire } from './pid-provider.ts'
export * from './profile-names.ts'
export { profileTitles } from './profile-title.ts'
export { type RelyingPartyMember, type RelyingPartyWire, relyingPartyWire } from './relying-party.ts'
export { trustAnchorWire } from './trust-anchor.ts'
export { walletWire } from './wallet.ts'
export { walletProviderWire } from './wallet-provider.ts'
