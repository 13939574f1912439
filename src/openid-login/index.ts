export * from './config.ts'
export * from './open-openid-login.ts'
export * from './parts.ts'
