export * from './jws-rules.ts'
