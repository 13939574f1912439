export { algorithmsByIdentifier } from './algorithms.ts'
export * from './cbor.ts'
export * from './cose-key.ts'
export * from './cose-sign1.ts'
