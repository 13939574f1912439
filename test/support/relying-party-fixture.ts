/**
 * Everything that tests of the Relying Party stand on: the service in its federation, a browser, and a wallet.
 */
export * from './relying-party-service.ts'
export * from './relying-party-wallet.ts'
