export * from './dpop-rules.ts'
export * from './jws-rules.ts'
export * from './trust-rules.ts'
