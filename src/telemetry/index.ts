/** Logs, metrics and spans of a process. `serve/` and `cli/` use them. The roles contain no code for them. */
export * from './instrument.ts'
export * from './json-log.ts'
export * from './metrics.ts'
export * from './request-scope.ts'
export * from './tracing.ts'
