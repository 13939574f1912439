export * from './resolve-status.ts'
export * from './status-list.ts'
export * from './status-list-token.ts'
