export * from './config.ts'
export * from './login-queries.ts'
export * from './open-openid-login.ts'
export * from './parts.ts'
