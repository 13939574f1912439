/** Trust in the certificates of other entities: pinned roots, paths, entities, revocation. Runs in Node only. */
export * from './certificate-evaluator.ts'
export * from './pin-roots.ts'
