export * from './answers.ts'
export * from './app.ts'
export * from './certificates/issued-certificates.ts'
export * from './config.ts'
export type { TrustAnchorContext } from './context.ts'
export { grantRegistrationMarks, registrationMarkType } from './marks/registration-marks.ts'
export {
  addConfiguredSubordinates,
  type ConfiguredSubordinate,
  parseConfiguredSubordinates,
  seedSubordinates,
} from './onboarding/configured-subordinate.ts'
export * from './onboarding/key-announcements.ts'
export * from './onboarding/policies.ts'
export * from './stores.ts'
