export * from './web-crypto.ts'
