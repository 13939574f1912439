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
export { adminPaths } from './endpoints/administration.ts'
export * from './memory-stores.ts'
export * from './policies.ts'
export * from './stores.ts'
