export * from './credential-type.ts'
export * from './pid.ts'
