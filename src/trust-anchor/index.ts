export * from './answers.ts'
export * from './app.ts'
export * from './config.ts'
export {
  type ConfiguredSubordinate,
  configuredSubordinate,
  parseConfiguredSubordinates,
  seedSubordinates,
  takeInSubordinates,
} from './configured-subordinate.ts'
export type { TrustAnchorContext } from './context.ts'
export * from './memory-stores.ts'
export { adminPaths } from './paths.ts'
export * from './policies.ts'
export * from './stores.ts'
