export * from './run.ts'
export * from './state-file.ts'
export * from './user-agent.ts'
