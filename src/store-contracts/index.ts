export * from './openid-records.ts'
export * from './pid-provider-stores.ts'
export * from './relying-party-stores.ts'
export * from './wallet-provider-stores.ts'
