/** Trust in the certificates of other entities: pinned roots, paths, entities, revocation. Server side only. */
export * from './certificate-evaluator.ts'
export * from './pin-roots.ts'
