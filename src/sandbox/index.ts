export * from './run.ts'
export * from './state-file.ts'
