/** Every page for citizens in all five languages. */
process.env.TEST_LANGUAGES = 'all'
await import('./middleware.test.ts')
await import('./pid-provider.test.ts')
await import('./relying-party.test.ts')
await import('./relying-party-devices.test.ts')
await import('./erasure.test.ts')
