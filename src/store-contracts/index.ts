/** Tests for node:test that each implementation of the stores must pass. */
export * from './erasures.ts'
export * from './openid-records.ts'
export * from './pid-provider-stores.ts'
export * from './registered-applications.ts'
export * from './relying-party-stores.ts'
export * from './wallet-provider-stores.ts'
