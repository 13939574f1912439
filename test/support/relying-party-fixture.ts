/** Fixtures for tests of the Relying Party: the service in its federation, a browser, and a wallet. */
export * from './relying-party-service.ts'
export * from './relying-party-wallet.ts'
