export * from './memory-stores.ts'
export * from './presentation-session.ts'
export * from './stores.ts'
