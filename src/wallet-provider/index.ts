export * from './memory-stores.ts'
export * from './stores.ts'
export * from './wallet-instance.ts'
