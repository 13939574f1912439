export * from './grant.ts'
export * from './issued-credential.ts'
export * from './memory-stores.ts'
export * from './stores.ts'
